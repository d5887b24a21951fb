/* SPDX-License-Identifier: MIT */
/*
 * The adapter for the encoder of GNU libsframe of binutils 2.40, 2.44 and 2.47: versions 1, 2 and
 * 3.
 *
 *     sframe-libsframe-encoder libsframe.so.0
 *
 * The library lays out functions, and rows whose words are given. So this program makes the words
 * from the rules, and refuses what the interface cannot express: rules without words, an auxiliary
 * header, rows after the end of their function. That is `reject`, as PROTOCOL.md has it for the
 * content of a dump; `unsupported` would say that it encodes no dump at all. The library does the rest.
 * libsframe_merge.c answers `merge`.
 */
#define _GNU_SOURCE
#include <inttypes.h>

#include "adapter.h"
#include "guarded_malloc.h"
#include "libsframe_encoder.h"
#include "libsframe_load.h"

enum { AARCH64_BIG = 1, AARCH64_LITTLE, AMD64, S390X, NUM_ABIS };
enum { MAX_ROW_WORDS = 6, MAX_LINE = 512 };

struct libsframe lib;

static void load(const char *name)
{
    void *handle = open_library(name, lib.release, sizeof lib.release);
    LOAD(lib.add_func_v2, "sframe_encoder_add_funcdesc_v2", false);
    LOAD(lib.add_func_v3, "sframe_encoder_add_funcdesc_v3", false);
    lib.version = lib.add_func_v3 ? 3 : lib.add_func_v2 ? 2 : 1;
    lib.info_at = lib.version == 3 ? 24 : 12;
    LOAD(lib.errmsg, "sframe_errmsg", true);
    LOAD(lib.open_v1, "sframe_encode", true);
    LOAD(lib.open, "sframe_encode", true);
    LOAD(lib.free, "sframe_encoder_free", true);
    LOAD(lib.add_func_v1, "sframe_encoder_add_funcdesc", lib.version == 1);
    LOAD(lib.add_row, "sframe_encoder_add_fre", true);
    LOAD(lib.start_position, "sframe_encoder_get_offsetof_fde_start_addr", lib.version == 3);
    LOAD(lib.write, "sframe_encoder_write", true);
    LOAD(lib.write_sorted, "sframe_encoder_write", true);
    libsframe_load_merge(handle);
}

/* ---- Rules to words -------------------------------------------------------------- */

struct rule {
    enum { NONE, SAME, UNDEFINED, VALUE, LOADED } kind;
    bool is_cfa; /* relative to the CFA, otherwise to a register */
    uint32_t reg;
    int64_t offset;
};

static const struct {
    uint32_t sp, fp;
} registers[NUM_ABIS] = { { 0, 0 }, { 31, 29 }, { 31, 29 }, { 7, 6 }, { 15, 11 } };

static bool read_rule(const char *text, int abi, struct rule *r)
{
    char base[16] = "";
    int used = 0;
    *r = (struct rule){ .kind = VALUE };
    if (strcmp(text, "none") == 0 || strcmp(text, "same") == 0 || strcmp(text, "undefined") == 0) {
        r->kind = text[0] == 'n' ? NONE : text[0] == 's' ? SAME : UNDEFINED;
        return true;
    }
    if (text[0] == '*')
        r->kind = LOADED;
    if (sscanf(text, r->kind == LOADED ? "*(%15[a-z0-9]%n" : "%15[a-z0-9]%n", base, &used) != 1)
        return false;
    r->offset = strtoll(text + used, NULL, 10);
    r->is_cfa = strcmp(base, "cfa") == 0;
    r->reg = base[0] == 'r'            ? (uint32_t)strtoul(base + 1, NULL, 10)
             : strcmp(base, "sp") == 0 ? registers[abi].sp
                                       : registers[abi].fp;
    return true;
}

struct words {
    int64_t word[MAX_ROW_WORDS];
    unsigned count;
};

static void add_word(struct words *w, int64_t word)
{
    w->word[w->count++] = word;
}

/* What the header's fixed offsets of FP and RA are, or 0. */
struct fixed {
    int fp, ra;
};

/* s390x stores a CFA offset minus 160, divided by 8. */
static bool add_cfa_offset(struct words *w, int abi, int64_t offset)
{
    if (abi == S390X && (offset - 160) % 8 != 0)
        return false;
    add_word(w, abi == S390X ? (offset - 160) / 8 : offset);
    return true;
}

/* A control word and an offset. No control word says CFA plus an offset by value. */
static bool add_pair(struct words *w, const struct rule *r)
{
    if (r->kind != LOADED && (r->kind != VALUE || r->is_cfa))
        return false;
    add_word(w, (int64_t)r->reg << 3 | (r->kind == LOADED) << 1 | !r->is_cfa);
    add_word(w, r->offset);
    return true;
}

/* Without a word, a rule is the header's fixed slot, or `same` if there is none. */
static bool needs_word(const struct rule *r, int fixed)
{
    return fixed == 0 ? r->kind != SAME : r->kind != LOADED || !r->is_cfa || r->offset != fixed;
}

static bool make_flex(int abi, struct fixed fixed, const struct rule *cfa, const struct rule *ra, const struct rule *fp,
                      struct words *w)
{
    const bool has_ra = needs_word(ra, fixed.ra), has_fp = needs_word(fp, fixed.fp);
    if (cfa->is_cfa)
        return false;
    add_word(w, (int64_t)cfa->reg << 3 | (cfa->kind == LOADED) << 1 | 1);
    if (!add_cfa_offset(w, abi, cfa->offset) || (has_ra && !add_pair(w, ra)))
        return false;
    if (has_fp && !has_ra)
        add_word(w, 0);
    return !has_fp || add_pair(w, fp);
}

/* One word of a default row: a slot, or on s390x a register. */
static bool add_place(struct words *w, int abi, const struct rule *r)
{
    const bool is_register = abi == S390X && lib.version == 2 && r->kind == VALUE && !r->is_cfa && r->offset == 0;
    if (!is_register && (r->kind != LOADED || !r->is_cfa))
        return false;
    add_word(w, is_register ? (int64_t)r->reg << 1 | 1 : r->offset);
    return true;
}

static bool make_default(int abi, struct fixed fixed, const struct rule *cfa, const struct rule *ra,
                         const struct rule *fp, struct words *w)
{
    const bool has_ra = needs_word(ra, fixed.ra), is_aarch64 = abi == AARCH64_BIG || abi == AARCH64_LITTLE;
    if (cfa->is_cfa || (cfa->reg != registers[abi].sp && cfa->reg != registers[abi].fp)
        || !add_cfa_offset(w, abi, cfa->offset) || (abi == AMD64 && has_ra))
        return false;
    if (has_ra && !add_place(w, abi, ra))
        return false;
    /* On s390x a word 0 says that RA is not saved, so none says that it is at CFA+0. */
    if (has_ra && abi == S390X && w->word[w->count - 1] == 0)
        return false;
    /* The header's slot of FP holds in every row, so none can have another rule. */
    if (fixed.fp != 0 || fp->kind == SAME)
        return !needs_word(fp, fixed.fp);
    if (abi == S390X && !has_ra)
        add_word(w, 0);
    return !(is_aarch64 && !has_ra) && add_place(w, abi, fp);
}

static bool make_words(int abi, struct fixed fixed, bool flex, const struct rule rules[3], struct words *w)
{
    const struct rule *cfa = &rules[0], *ra = &rules[1], *fp = &rules[2];
    w->count = 0;
    if (cfa->kind == NONE && ra->kind == UNDEFINED)
        return true;
    if (cfa->kind != VALUE && !(flex && cfa->kind == LOADED))
        return false;
    return flex ? make_flex(abi, fixed, cfa, ra, fp, w) : make_default(abi, fixed, cfa, ra, fp, w);
}

/* 0, 1 or 2 for words of 1, 2 or 4 bytes; -1 if even those are too short. Control words are unsigned. */
static int size_code(const struct words *w, bool flex)
{
    int code = 0;
    for (unsigned i = 0; i < w->count; i++)
        for (; code < 3; code++) {
            const int bits = 8 << code;
            const bool is_control = flex && (w->count == 5 && i > 2 ? i == 3 : i % 2 == 0);
            const int64_t low = is_control ? 0 : -(INT64_C(1) << (bits - 1));
            const int64_t high = is_control ? INT64_C(1) << bits : INT64_C(1) << (bits - 1);
            if (w->word[i] >= low && w->word[i] < high)
                break;
        }
    return code < 3 ? code : -1;
}

static bool fill_row(struct row *row, uint32_t start, const struct words *w, bool flex, bool base_is_sp, bool mangled)
{
    const int code = size_code(w, flex);
    if (code < 0)
        return false;
    *row = (struct row){ .start = start };
    for (unsigned i = 0; i < w->count; i++) {
        const int8_t one = (int8_t)w->word[i];
        const int16_t two = (int16_t)w->word[i];
        const int32_t four = (int32_t)w->word[i];
        const void *from = code == 0 ? (const void *)&one : code == 1 ? (const void *)&two : (const void *)&four;
        memcpy(row->rest + ((size_t)i << code), from, (size_t)1 << code);
    }
    row->rest[lib.info_at] = (unsigned char)(mangled << 7 | code << 5 | (int)w->count << 1 | base_is_sp);
    return true;
}

/* ---- The dump, line by line --------------------------------------------------------- */

struct encoding {
    const struct sfa_request *request;
    struct sfa_answer *answer;
    struct ctx *ctx;
    int abi;
    struct fixed fixed;
    unsigned flags;
    int function;  /* index of the last function, */
    uint32_t size; /* and its size */
    bool flex;
};

static bool value_of(const char *line, const char *key, char value[64])
{
    const char *at = strstr(line, key);
    return at && sscanf(at + strlen(key), "%63s", value) == 1;
}

enum sfa_status libsframe_refuse(struct sfa_answer *answer, const char *what, int err)
{
    return sfa_say(answer, SFA_REJECT, "%s%s%s", what, err >= 2000 ? ": " : "", err >= 2000 ? lib.errmsg(err) : "");
}

static enum sfa_status refuse(const struct encoding *e, const char *what, int err)
{
    return libsframe_refuse(e->answer, what, err);
}

struct ctx *libsframe_open(uint8_t version, uint8_t flags, uint8_t abi, int8_t fixed_fp, int8_t fixed_ra, int *err)
{
    return lib.version == 1 ? lib.open_v1(1, flags, abi, fixed_fp, fixed_ra, err)
                            : lib.open(version, flags, abi, fixed_fp, fixed_ra, err);
}

static enum sfa_status read_section(struct encoding *e, const char *line)
{
    static const char *const abis[NUM_ABIS] = { "", "aarch64-be", "aarch64-le", "amd64", "s390x" };
    static const struct {
        const char *name;
        unsigned bit;
    } flags[] = {
        { "sorted", 1 },
        { "frame-pointer", 2 },
        { "pcrel", 4 },
    };
    char version[64], abi[64], words[64], fp[64], ra[64], aux[64];
    int err = 0;
    if (!value_of(line, " version=", version) || !value_of(line, " abi=", abi) || !value_of(line, " flags=", words)
        || !value_of(line, " fixed-fp=", fp) || !value_of(line, " fixed-ra=", ra) || !value_of(line, " aux=", aux))
        return sfa_say(e->answer, SFA_INTERNAL, "an invalid section line");
    if (strcmp(aux, "0") != 0)
        return sfa_say(e->answer, SFA_REJECT, "the interface has no auxiliary header");
    for (int i = 1; i < NUM_ABIS; i++)
        e->abi = strcmp(abis[i], abi) == 0 ? i : e->abi;
    for (unsigned i = 0; i < 3; i++)
        e->flags |= strstr(words, flags[i].name) ? flags[i].bit : 0;
    e->fixed = (struct fixed){ atoi(fp), atoi(ra) };
    /* The library chooses the byte order by the ABI. */
    const bool big = strstr(line, " endian=big"), abi_is_big = e->abi == AARCH64_BIG || e->abi == S390X;
    if (big != abi_is_big)
        return refuse(e, "the byte order of another ABI", 0);
    const unsigned asked = e->request->sort ? e->flags | 1u : e->flags;
    e->ctx = libsframe_open((uint8_t)atoi(version), (uint8_t)asked, (uint8_t)e->abi, (int8_t)e->fixed.fp,
                            (int8_t)e->fixed.ra, &err);
    return e->ctx ? SFA_ACCEPT : refuse(e, "the section", err);
}

int libsframe_add_function(struct ctx *ctx, uint32_t index, unsigned flags, const struct function *f)
{
    if (lib.version == 3) {
        int err = 0;
        const int64_t from = flags & 4 ? lib.start_position(ctx, index, &err) : 0;
        return lib.add_func_v3(ctx, f->start - from, f->size, f->info, f->info2, f->rep, f->num_rows);
    }
    return lib.version == 2 ? lib.add_func_v2(ctx, (int32_t)f->start, f->size, f->info, f->rep, f->num_rows)
                            : lib.add_func_v1(ctx, (int32_t)f->start, f->size, f->info, f->num_rows);
}

static enum sfa_status read_function(struct encoding *e, const char *line)
{
    char start[64], size[64], pc[64], width[64], type[64], key[64], sig[64], rep[64], rows[64];
    if (!value_of(line, " start=", start) || !value_of(line, " size=", size) || !value_of(line, " pc=", pc)
        || !value_of(line, " fre=", width) || !value_of(line, " type=", type) || !value_of(line, " key=", key)
        || !value_of(line, " signal=", sig) || !value_of(line, " rep=", rep) || !value_of(line, " fres=", rows))
        return sfa_say(e->answer, SFA_INTERNAL, "an invalid function line");
    const int64_t distance = (int64_t)(strtoull(start, NULL, 16) - e->request->addr);
    /* The interface takes 32 bits before version 3. */
    if (lib.version < 3 && (distance < INT32_MIN || distance > INT32_MAX))
        return refuse(e, "a start that is too far away", 0);
    e->function++;
    e->flex = strcmp(type, "flex") == 0;
    const unsigned code = strcmp(width, "addr1") == 0 ? 0 : strcmp(width, "addr2") == 0 ? 1 : 2;
    const unsigned info = code | (strcmp(pc, "mask") == 0 ? 0x10u : 0) | (strcmp(key, "b") == 0 ? 0x20u : 0)
                          | (strcmp(sig, "1") == 0 ? 0x80u : 0);
    e->size = (uint32_t)strtoul(size, NULL, 16);
    const struct function f = { .start = distance,
                                .size = e->size,
                                .num_rows = (uint32_t)strtoul(rows, NULL, 10),
                                .info = (unsigned char)info,
                                .info2 = e->flex,
                                .rep = (uint8_t)atoi(rep) };
    const int err = libsframe_add_function(e->ctx, (uint32_t)e->function, e->flags, &f);
    return err == 0 ? SFA_ACCEPT : refuse(e, "a function", err);
}

static enum sfa_status read_row(struct encoding *e, const char *line)
{
    static const char *const keys[] = { " cfa=", " ra=", " fp=" };
    char at[64], mangled[64], text[64];
    struct rule rules[3];
    struct words w;
    struct row row;
    for (unsigned i = 0; i < 3; i++)
        if (!value_of(line, keys[i], text) || !read_rule(text, e->abi, &rules[i]))
            return sfa_say(e->answer, SFA_INTERNAL, "an invalid row line");
    if (!value_of(line, " at=", at) || !value_of(line, " mangled=", mangled))
        return sfa_say(e->answer, SFA_INTERNAL, "an invalid row line");
    /* The caller must check this, or an assertion of the library ends the program. */
    const uint64_t start = strtoull(at, NULL, 16);
    if (start > e->size)
        return refuse(e, "a row that starts after the end of its function", 0);
    if (!make_words(e->abi, e->fixed, e->flex, rules, &w))
        return refuse(e, "rules that no words express", 0);
    const bool base_is_sp = w.count > 0 && rules[0].reg == registers[e->abi].sp;
    if (!fill_row(&row, (uint32_t)start, &w, e->flex, base_is_sp, strcmp(mangled, "1") == 0))
        return refuse(e, "a row whose offsets are too large", 0);
    const int err = lib.add_row(e->ctx, (unsigned)e->function, &row);
    return err == 0 ? SFA_ACCEPT : refuse(e, "a row", err);
}

static enum sfa_status read_line(struct encoding *e, const char *line)
{
    return strncmp(line, "section ", 8) == 0 ? read_section(e, line)
           : strncmp(line, "fde ", 4) == 0   ? read_function(e, line)
           : strncmp(line, "fre ", 4) == 0   ? read_row(e, line)
                                             : SFA_ACCEPT;
}

enum sfa_status libsframe_write(struct ctx *ctx, bool sort, struct sfa_answer *answer)
{
    size_t size = 0;
    int err = 0;
    char *bytes = !ctx               ? NULL
                  : lib.version == 3 ? lib.write_sorted(ctx, &size, sort, &err)
                                     : lib.write(ctx, &size, &err);
    if (!bytes)
        return libsframe_refuse(answer, "the section", err);
    sfa_write(answer, bytes, size);
    return SFA_ACCEPT;
}

static enum sfa_status answer_case(void *unused, const struct sfa_request *request, struct sfa_answer *answer)
{
    (void)unused;
    if (request->op == SFA_MERGE)
        return libsframe_merge(request, answer);
    struct encoding e = { .request = request, .answer = answer, .function = -1 };
    const char *at = (const char *)request->body, *end = at + request->size;
    enum sfa_status status = SFA_ACCEPT;
    while (status == SFA_ACCEPT && at < end) {
        char line[MAX_LINE];
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t len = newline ? (size_t)(newline - at) : (size_t)(end - at);
        if (len >= sizeof line)
            return sfa_say(answer, SFA_INTERNAL, "a line that is too long");
        memcpy(line, at, len);
        line[len] = '\0';
        status = read_line(&e, line);
        at += len + (newline != NULL);
    }
    if (status == SFA_ACCEPT)
        status = libsframe_write(e.ctx, request->sort || (e.flags & 1), answer);
    if (e.ctx)
        lib.free(&e.ctx);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const profiles[] = { "", "v1", "v2", "v3" };
    if (argc != 2)
        sfa_die("usage: sframe-libsframe-encoder LIBRARY (e.g. libsframe.so.0)");
    load(argv[1]);
    const struct sfa_adapter adapter = {
        .name = "libsframe-encoder",
        .version = lib.release,
        .profiles = profiles[lib.version],
        .abis = lib.version == 3 ? "aarch64 amd64 s390x" : "aarch64 amd64",
        .orders = "little big",
        .ops = "encode merge",
        .answer = answer_case,
    };
    return sfa_main(&adapter);
}
