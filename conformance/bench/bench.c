/* SPDX-License-Identifier: MIT */
/*
 * Times the reference and another reader on the same bytes, for bench.py.
 *
 * usage: bench compare PROFILE [LIBRARY]
 *        bench once PROFILE check|walk|find FUNCTIONS ROWS
 *        bench write PROFILE FUNCTIONS ROWS
 *
 * `compare` prints lines of four fields with tabs between them: what was measured, nanoseconds of the
 * reference, beside what, and its nanoseconds, or `-`. Each is the best of several rounds, in which the
 * readers take turns. `once` does one thing in measured(), in which callgrind counts, and prints for how
 * many rows or look-ups. `write` writes a section to standard output.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <time.h>

#include "glibc/reader.h"
#include "libsframe_decoder.h"
#include "sfr_encode.h"
#include "sfr_text.h"

/* Takes results, so that no compiler leaves the work out. */
static volatile uint64_t sink;

_Noreturn static void die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/* ---- Large sections ----------------------------------------------------------------------- */

/* A section for AMD64. */
struct section {
    enum sfr_profile profile;
    uint8_t *bytes;
    size_t size;
    uint64_t addr; /* of the section; the functions are before it */
    uint32_t num_fdes, num_fres;
    uint32_t num_lookups;
    uint64_t text_size; /* bytes of all functions, which end at the section's start */
};

/* What a reader does with it. */
typedef void act_fn(const struct section *b);

enum { NUM_FDES = 250000, NUM_FRES = 1200000, ROUNDS = 5, LOOKUPS = 1000000, LOOKUPS_ONCE = 20000, FP = 6, SP = 7 };

/* The rows of a function with a frame pointer: entry, push, mov, body, which needs words of two bytes; then again. */
static struct sfr_model_fre row_of(uint32_t number, uint32_t start)
{
    static const struct sfr_rule cfas[] = {
        { SFR_RULE_REG, SP, 8 }, { SFR_RULE_REG, SP, 16 }, { SFR_RULE_REG, FP, 16 }, { SFR_RULE_REG, SP, 400 }
    };
    const struct sfr_rule ra = { SFR_RULE_MEM_CFA, 0, -8 }, same = { SFR_RULE_SAME, 0, 0 },
                          fp = { SFR_RULE_MEM_CFA, 0, -16 };
    return (struct sfr_model_fre){ .start = start,
                                   .rules = { cfas[number % 4], ra, number % 4 == 0 ? same : fp, false } };
}

/* Functions are as uneven as in programs: most are short, one in 64 has up to 17 kB. */
static uint32_t function_size(uint32_t *state, uint32_t least)
{
    *state = *state * 1664525u + 1013904223u;
    const uint32_t r = *state >> 8;
    const uint32_t blocks = r % 64 == 0 ? 64 + r / 64 % 1024 : r % 8 == 0 ? 8 + r / 8 % 64 : 2 + r / 8 % 6;
    const uint32_t needed = (least + 15) / 16;
    return 16 * (blocks > needed ? blocks : needed);
}

/* Functions and rows, from 0 on. Returns where the last one ends. */
static uint64_t fill(struct sfr_model *m)
{
    const uint32_t least = (uint32_t)(m->num_fres / m->num_fdes + 1) * 4;
    uint32_t state = 1;
    uint64_t start = 0, rows = 0;
    for (uint64_t i = 0; i < m->num_fdes; i++) {
        const uint64_t upto = m->num_fres * (i + 1) / m->num_fdes;
        const uint32_t size = function_size(&state, least);
        m->fdes[i] = (struct sfr_model_fde){ .start = start, .size = size, .first_fre = rows, .num_fres = upto - rows };
        for (uint32_t row = 0; rows < upto; row++, rows++)
            m->fres[rows] = row_of(row, size / (uint32_t)m->fdes[i].num_fres * row);
        start += size;
    }
    return start;
}

/* Makes `num_fdes` functions of uneven sizes with `num_fres` rows in all, spread evenly: in version 3 at
   most 65,535 for each. */
static struct section make_section(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres)
{
    struct section s = {
        .profile = profile, .addr = 0x70000000, .num_fdes = num_fdes, .num_fres = num_fres, .num_lookups = LOOKUPS
    };
    struct sfr_model m = { .profile = profile,
                           .addr = s.addr,
                           .abi = SFR_ABI_AMD64_ENDIAN_LITTLE,
                           .flags = SFR_F_FDE_SORTED,
                           .fixed_ra = -8,
                           .fdes = calloc(num_fdes, sizeof *m.fdes),
                           .fres = calloc(num_fres, sizeof *m.fres),
                           .num_fdes = num_fdes,
                           .num_fres = num_fres };
    const size_t most = SFR_HEADER_SIZE + (size_t)num_fdes * (20 + 5) + (size_t)num_fres * (4 + 5);
    s.bytes = malloc(most);
    if (!m.fdes || !m.fres || !s.bytes)
        die("out of memory");
    if (profile != SFR_PROFILE_V1 && profile != SFR_PROFILE_V2)
        m.flags |= SFR_F_FDE_FUNC_START_PCREL;
    s.text_size = fill(&m);
    for (uint32_t i = 0; i < num_fdes; i++)
        m.fdes[i].start += s.addr - s.text_size;
    if (sfr_encode(&m, SFR_LAYOUT_CANONICAL, s.bytes, most, &s.size, NULL) != SFR_REFUSAL_NONE)
        die("the benchmark's section cannot be written");
    free(m.fdes);
    free(m.fres);
    return s;
}

/* The next PC in one of the functions. */
static uint64_t random_pc(uint32_t *state, const struct section *b)
{
    *state = *state * 1664525u + 1013904223u;
    return b->addr - b->text_size + ((uint64_t)*state * b->text_size >> 32);
}

/* ---- The reference ------------------------------------------------------------------------ */

static void ref_check(const struct section *b)
{
    if (!sfr_check(b->bytes, b->size, b->addr, b->profile, NULL, NULL).accepted)
        die("the reference rejects the benchmark's section");
}

static struct sfr_section ref_open(const struct section *b)
{
    struct sfr_section s;
    if (sfr_open(&s, b->bytes, b->size, b->addr, b->profile, NULL) != SFR_FAULT_NONE)
        die("the reference cannot open the benchmark's section");
    return s;
}

static void ref_walk(const struct section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t rows = 0;

    for (uint32_t i = 0; i < s.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        struct sfr_fre_cursor c;
        struct sfr_fre fre;
        struct sfr_rules rules;
        bool more;
        if (sfr_read_fde(&s, i, &fde) != SFR_FAULT_NONE)
            die("a function cannot be read");
        sfr_fres(&c, &s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
            if (sfr_read_rules(&s, &fde, &fre, &rules) != SFR_FAULT_NONE)
                die("a row has no rules");
            sink += (uint64_t)rules.cfa.offset;
            rows++;
        }
    }
    if (rows != b->num_fres)
        die("rows were lost");
}

static void ref_find(const struct section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t found = 0;
    uint32_t random = 1;
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct sfr_hit hit;
        found += sfr_find(&s, random_pc(&random, b), &hit) == SFR_FOUND;
    }
    if (found == 0)
        die("no PC was found");
    sink += found;
}

static bool to_nowhere(void *ctx, const char *text, size_t len)
{
    *(uint64_t *)ctx += len;
    sink += (unsigned char)text[0];
    return true;
}

static void ref_dump(const struct section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t bytes = 0;
    if (sfr_dump(&s, 0, to_nowhere, &bytes) != SFR_FAULT_NONE)
        die("the dump stopped");
}

/* ---- The reads of look-ups alone ------------------------------------------------------------ */

/* The time that memory alone needs for look-ups: one byte at each place where look-ups by halving read is read: the
   starts of the functions that they compare, then the first row of the function that they find. Each address depends
   on the byte before, so that no processor reads ahead. The places are found by the first call for a section. */

static struct {
    const uint8_t *of; /* the bytes of the section */
    uint32_t *offsets;
    size_t count;
} chase;

/* Adds the places that one look-up reads. */
static void add_reads(const struct sfr_section *s, uint64_t pc)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;
    struct sfr_fde fde;

    while (count > 0) {
        const uint32_t half = count / 2;
        if (sfr_read_fde(s, first + half, &fde) != SFR_FAULT_NONE)
            die("a function cannot be read");
        chase.offsets[chase.count++] = (uint32_t)fde.pos;
        if (fde.start <= pc) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    if (first == 0 || sfr_read_fde(s, first - 1, &fde) != SFR_FAULT_NONE || pc - fde.start >= fde.sfde_func_size)
        die("a PC is in no function");
    chase.offsets[chase.count++] = (uint32_t)fde.fre_pos;
}

static void find_reads(const struct section *b)
{
    enum { MOST_READS = 32 };
    const struct sfr_section s = ref_open(b);
    uint32_t random = 1;

    free(chase.offsets);
    chase.of = b->bytes;
    chase.count = 0;
    chase.offsets = malloc((size_t)b->num_lookups * MOST_READS * sizeof(uint32_t));
    if (!chase.offsets)
        die("out of memory");
    for (uint32_t i = 0; i < b->num_lookups; i++)
        add_reads(&s, random_pc(&random, b));
}

/* 0, but the compiler does not know it. */
static volatile uint8_t nothing;

static void chase_reads(const struct section *b)
{
    const uint8_t none = nothing;
    uint8_t last = 0;

    if (chase.of != b->bytes)
        find_reads(b);
    for (size_t i = 0; i < chase.count; i++)
        last = b->bytes[chase.offsets[i] + (last & none)];
    sink += last;
}

/* ---- Other readers, loaded at run time -------------------------------------------------------- */

static char version[64];

static struct reader *gnu_open(const struct section *b)
{
    int error = 0;
    struct reader *const ctx = decoder.decode((const char *)b->bytes, b->size, &error);
    if (!ctx)
        die("libsframe rejects the benchmark's section");
    return ctx;
}

static void gnu_walk(const struct section *b)
{
    struct reader *ctx = gnu_open(b);
    uint64_t rows = 0;
    for (unsigned i = 0; i < b->num_fdes; i++) {
        struct function f;
        if (read_function(ctx, i, &f) != 0)
            die("libsframe cannot read a function");
        for (unsigned k = 0; k < f.num_rows; k++) {
            struct row row;
            int error = 0;
            if (decoder.row(ctx, i, k, &row) != 0)
                die("libsframe cannot read a row");
            for (unsigned which = 0; which < 3; which++)
                sink += (uint64_t)offset_of(ctx, &row, which, false, &error);
            rows++;
        }
    }
    if (rows != b->num_fres)
        die("libsframe lost rows");
    decoder.free(&ctx);
}

static void gnu_find(const struct section *b)
{
    struct reader *ctx = gnu_open(b);
    uint32_t found = 0, random = 1;
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct row row;
        found += find_row(ctx, (int64_t)(random_pc(&random, b) - b->addr), &row);
    }
    if (found != b->num_lookups)
        die("libsframe did not find every PC");
    decoder.free(&ctx);
}

/* It is compiled from glibc's source, which is not part of this tree. */
static struct {
    struct glibc_section *(*open)(const unsigned char *bytes);
    void (*close)(struct glibc_section *section);
    enum glibc_answer (*find)(struct glibc_section *section, uint64_t distance, struct glibc_row *row);
} glibc;

static void load_glibc(const char *name)
{
    void *handle = open_library(name, version, sizeof version);
    LOAD(glibc.open, "glibc_open", true);
    LOAD(glibc.close, "glibc_close", true);
    LOAD(glibc.find, "glibc_find", true);
}

static void find_by_glibc(const struct section *b)
{
    struct glibc_section *section = glibc.open(b->bytes);
    uint32_t found = 0, random = 1;
    if (!section)
        die("glibc rejects the benchmark's section");
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct glibc_row row;
        found += glibc.find(section, random_pc(&random, b) - b->addr, &row) == GLIBC_ROW;
        sink += (uint64_t)row.cfa;
    }
    if (found != b->num_lookups)
        die("glibc did not find every PC");
    glibc.close(section);
}

/* GNU libsframe, or the reader of glibc (its name has `libsframe-glibc.so`). Functions that the library does not have
   are NULL. */
struct library {
    const char *name;
    act_fn *walk, *find;
};

static struct library load_library(const char *path)
{
    static char name[96];
    const bool is_glibc = strstr(path, "libsframe-glibc.so");

    if (is_glibc)
        load_glibc(path);
    else
        load_decoder(open_library(path, version, sizeof version));
    snprintf(name, sizeof name, "%s %s", is_glibc ? "glibc" : "libsframe", version);
    return (struct library){ name, is_glibc ? NULL : gnu_walk, is_glibc ? find_by_glibc : gnu_find };
}

/* ---- Comparisons ------------------------------------------------------------------------ */

static double best_of(act_fn *act, const struct section *b, double best)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    act(b);
    clock_gettime(CLOCK_MONOTONIC, &to);
    const double t = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    return t < best ? t : best;
}

static void compare(const char *what, act_fn *ours, const char *beside, act_fn *theirs, const struct section *b,
                    double items)
{
    double a = 1e18, t = 1e18;
    for (int i = 0; i < ROUNDS; i++) {
        a = best_of(ours, b, a);
        t = theirs ? best_of(theirs, b, t) : t;
    }
    printf("%s\t%.1f\t%s\t", what, a / items, theirs ? beside : "-");
    printf(theirs ? "%.1f\n" : "-\n", t / items);
    fflush(stdout);
}

static void compare_all(enum sfr_profile profile, struct library other)
{
    struct section b = make_section(profile, NUM_FDES, NUM_FRES);
    compare("look-up of a random PC", ref_find, other.name, other.find, &b, b.num_lookups);
    chase_reads(&b);
    compare("look-up, beside its reads alone", ref_find, "memory", chase_reads, &b, b.num_lookups);
    if (other.walk || !other.name) {
        compare("walk: decode and rules, per row", ref_walk, other.name, other.walk, &b, NUM_FRES);
        compare("check: decode, rules, findings, per row", ref_check, other.name, other.walk, &b, NUM_FRES);
    }
    if (!other.name) {
        compare("dump to a null sink, per row", ref_dump, NULL, NULL, &b, NUM_FRES);
        free(b.bytes);
        b = make_section(profile, 1, NUM_FRES);
        compare("check of one function, per row", ref_check, NULL, NULL, &b, NUM_FRES);
    }
    free(b.bytes);
}

/* Callgrind counts only in here. */
__attribute__((noinline)) void measured(act_fn *act, const struct section *b);
void measured(act_fn *act, const struct section *b)
{
    act(b);
}

static int once(struct section *b, const char *what)
{
    const bool find = strcmp(what, "find") == 0;
    b->num_lookups = LOOKUPS_ONCE;
    measured(find ? ref_find : strcmp(what, "walk") == 0 ? ref_walk : ref_check, b);
    return printf("%" PRIu32 "\n", find ? b->num_lookups : b->num_fres) > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    enum sfr_profile profile;
    const char *const what = argc > 2 ? argv[1] : "";
    const bool is_once = strcmp(what, "once") == 0 && argc == 6, is_write = strcmp(what, "write") == 0 && argc == 5;

    if (!(is_once || is_write || (strcmp(what, "compare") == 0 && argc <= 4))
        || !sfr_profile_from_name(argv[2], &profile))
        die("usage: bench compare PROFILE [LIBRARY] | once PROFILE WHAT FUNCTIONS ROWS | write PROFILE FUNCTIONS ROWS");
    if (!is_once && !is_write) {
        compare_all(profile, argc == 4 ? load_library(argv[3]) : (struct library){ NULL, NULL, NULL });
        return 0;
    }
    struct section b =
        make_section(profile, (uint32_t)strtoul(argv[argc - 2], NULL, 10), (uint32_t)strtoul(argv[argc - 1], NULL, 10));
    const int status = is_once ? once(&b, argv[3]) : fwrite(b.bytes, b.size, 1, stdout) == 1 ? 0 : 1;
    free(b.bytes);
    return status;
}
