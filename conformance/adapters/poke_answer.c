/* SPDX-License-Identifier: MIT */
#include "poke_answer.h"

#include <inttypes.h>

bool poke_read_line(FILE *file, char line[POKE_LINE])
{
    size_t len = 0;
    int c;
    while ((c = getc(file)) != EOF && c != '\n')
        if (c != '\0' && len < POKE_LINE - 1)
            line[len++] = (char)c;
    line[len] = '\0';
    return c == '\n';
}

/* Reads decimal numbers with a space before each. Returns how many; 0 if there are more than `max`, or other text. */
static size_t read_numbers(const char *text, long long *out, size_t max)
{
    size_t n = 0;
    while (*text != '\0') {
        char *end;
        if (*text != ' ' || n == max || (text[1] != '-' && (text[1] < '0' || text[1] > '9')))
            return 0;
        errno = 0;
        out[n++] = strtoll(text + 1, &end, 10);
        if (errno != 0 || end == text + 1)
            return 0;
        text = end;
    }
    return n;
}

static void put_flags(unsigned flags, struct sfa_answer *answer)
{
    static const char *const names[] = {
        "none",
        "sorted",
        "frame-pointer",
        "sorted,frame-pointer",
    };
    /* Version 1 defines no others: the section must be rejected. */
    sfa_printf(answer, "%s", flags < 4 ? names[flags] : "?");
}

static bool take_section(struct poke_dump *dump, const char *text, struct sfa_answer *answer)
{
    enum { VERSION, FLAGS, ABI, FIXED_FP, FIXED_RA, AUX, FDES, FRES, FRE_LEN, BIG_ENDIAN_FILE, NUM };
    static const char *const abis[] = { "?", "aarch64-be", "aarch64-le", "amd64" };
    long long v[NUM];
    if (dump->has_section || read_numbers(text, v, NUM) != NUM || v[ABI] < 1 || v[ABI] > 3)
        return false;
    dump->has_section = true;
    dump->abi = v[ABI];
    dump->fixed_fp = v[FIXED_FP];
    dump->fixed_ra = v[FIXED_RA];
    /* The grammar has no other versions: such a section must be rejected. */
    sfa_printf(answer, "sframe-dump 1\nsection version=");
    sfa_printf(answer, v[VERSION] >= 1 && v[VERSION] <= 3 ? "%lld" : "?", v[VERSION]);
    sfa_printf(answer, " endian=%s abi=%s flags=", v[BIG_ENDIAN_FILE] ? "big" : "little", abis[v[ABI]]);
    put_flags((unsigned)v[FLAGS], answer);
    sfa_printf(answer, " fixed-fp=%lld fixed-ra=%lld aux=%lld fdes=%lld fres=%lld fre-len=%lld\n", v[FIXED_FP],
               v[FIXED_RA], v[AUX], v[FDES], v[FRES], v[FRE_LEN]);
    return true;
}

static bool take_function(struct poke_dump *dump, const char *text, struct sfa_answer *answer)
{
    enum { START, SIZE, ROWS, KEY, FDE_TYPE, FRE_TYPE, NUM };
    static const char *const widths[] = { "addr1", "addr2", "addr4" };
    long long v[NUM];
    if (!dump->has_section || read_numbers(text, v, NUM) != NUM || v[FRE_TYPE] < 0 || v[FRE_TYPE] > 2)
        return false;
    /* The pickle declares the start as an unsigned number. */
    sfa_printf(answer, "fde %zu start=0x%" PRIx64 " size=0x%" PRIx64 " pc=%s", dump->functions,
               dump->addr + (uint64_t)v[START], (uint64_t)v[SIZE], v[FDE_TYPE] ? "mask" : "inc");
    sfa_printf(answer, " fre=%s type=default key=%s signal=0 rep=0 fres=%lld\n", widths[v[FRE_TYPE]],
               v[KEY] && dump->abi != 3 ? "b" : "a", v[ROWS]);
    dump->functions++;
    dump->rows = 0;
    return true;
}

/* The rule of RA or FP: the header's offset, else the next word, else unchanged. */
static void put_place(const char *key, long long fixed, const long long **words, const long long *end,
                      struct sfa_answer *answer)
{
    if (fixed != 0)
        sfa_printf(answer, " %s=*(cfa%+lld)", key, fixed);
    else if (*words < end)
        sfa_printf(answer, " %s=*(cfa%+lld)", key, *(*words)++);
    else
        sfa_printf(answer, " %s=same", key);
}

static bool take_row(struct poke_dump *dump, const char *text, struct sfa_answer *answer)
{
    enum { AT, MANGLED, NUM_WORDS, BASE, WORDS, MAX_WORDS = 15, NUM = WORDS + MAX_WORDS };
    long long v[NUM];
    const size_t n = read_numbers(text, v, NUM);
    if (dump->functions == 0 || n < WORDS || v[NUM_WORDS] != (long long)n - WORDS)
        return false;
    const long long *word = v + WORDS, *const end = v + n;
    sfa_printf(answer, "fre %zu.%zu at=0x%" PRIx64, dump->functions - 1, dump->rows++, (uint64_t)v[AT]);
    if (word < end)
        sfa_printf(answer, " cfa=%s%+lld", v[BASE] == 1 ? "sp" : "fp", *word++);
    else
        sfa_printf(answer, " cfa=none");
    put_place("ra", dump->fixed_ra, &word, end, answer);
    put_place("fp", dump->fixed_fp, &word, end, answer);
    sfa_printf(answer, " mangled=%d\n", v[MANGLED] != 0);
    return true;
}

enum poke_word poke_take_line(struct poke_dump *dump, const char *line, struct sfa_answer *answer)
{
    bool understood = false;
    if (strcmp(line, "end") == 0)
        return dump->has_section ? POKE_END : POKE_NONSENSE;
    if (strncmp(line, "error ", 6) == 0)
        return POKE_ERROR;
    if (line[0] == 's')
        understood = take_section(dump, line + 1, answer);
    else if (line[0] == 'f')
        understood = take_function(dump, line + 1, answer);
    else if (line[0] == 'r')
        understood = take_row(dump, line + 1, answer);
    return understood ? POKE_MORE : POKE_NONSENSE;
}

enum sfa_status poke_refuse(const char *line, struct sfa_answer *answer)
{
    /* The exceptions' codes in poke's own pkl-rt.pk. */
    enum { OUT_OF_BOUNDS = 4, END_OF_FILE = 6, CONSTRAINT = 10 };
    char *name = NULL;
    const long code = strtol(line + 6, &name, 10);
    if (code == OUT_OF_BOUNDS || code == END_OF_FILE || code == CONSTRAINT)
        return sfa_say(answer, SFA_REJECT, "exception%s", name);
    return sfa_say(answer, SFA_INTERNAL, "poke raised exception %s", line + 6);
}
