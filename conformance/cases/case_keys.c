/* SPDX-License-Identifier: MIT */
/* A table of the keys of a case file, and the form of each value. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "case_keys.h"
#include "field_map.h"
#include "registers.h"

/* What can be wrong with an ELF file; corpus/README.md says what each word means. */
static const char elf_errors[] = "not-elf unsupported damaged not-found several no-data bad-relocation";

/* ---- Values that only one key has: false if there is something wrong --------------- */

static bool take_id(struct sfc_case *c, const char *value)
{
    return strcmp(value, c->id) == 0;
}

static bool take_rev(struct sfc_case *c, const char *value)
{
    return sfc_parse_decimal(value, strlen(value), UINT32_MAX, &c->rev) && c->rev > 0;
}

static bool take_clauses(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    (void)c;
    while ((word = sfc_next_word(&value, &len)))
        if (!sfc_find_clause(word, len))
            return false;
    return true;
}

static bool take_file(struct sfc_case *c, const char *value)
{
    const char *base = strrchr(c->file, '/');
    return strcmp(value, base ? base + 1 : c->file) == 0;
}

static bool take_size(struct sfc_case *c, const char *value)
{
    uint64_t size = 0;
    const bool good = sfc_parse_decimal(value, strlen(value), SFC_MAX_SECTION, &size);
    c->size = (size_t)size;
    return good;
}

static bool take_op(struct sfc_case *c, const char *value)
{
    unsigned op = 0;
    while (op < SFC_NUM_OPS && strcmp(sfc_op_name((enum sfc_op)op), value) != 0)
        op++;
    c->op = (enum sfc_op)op;
    return op < SFC_NUM_OPS;
}

/* "0x1" or, of the second section, "2:0x1". */
static bool read_pc(const char *word, size_t len, uint64_t *pc, bool *in_second)
{
    *in_second = len > 2 && memcmp(word, "2:", 2) == 0;
    return sfc_parse_hex(word + (*in_second ? 2 : 0), len - (*in_second ? 2 : 0), pc);
}

static bool take_pcs(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&value, &len))) {
        const size_t i = c->num_pcs++;
        c->pcs = sfc_grow(c->pcs, c->num_pcs, sizeof c->pcs[0]);
        c->in_second = sfc_grow(c->in_second, c->num_pcs, sizeof c->in_second[0]);
        c->in_signal = sfc_grow(c->in_signal, c->num_pcs, sizeof c->in_signal[0]);
        c->in_signal[i] = false;
        if (!read_pc(word, len, &c->pcs[i], &c->in_second[i]) || (c->in_second[i] && c->op != SFC_OP_SEQUENCE))
            return false;
    }
    return true;
}

/* Some of the PCs. */
static bool take_signal_pcs(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    uint64_t pc;
    bool in_second, found = true;
    while (found && (word = sfc_next_word(&value, &len))) {
        found = false;
        for (size_t i = 0; read_pc(word, len, &pc, &in_second) && i < c->num_pcs; i++)
            if (c->pcs[i] == pc && c->in_second[i] == in_second)
                found = c->in_signal[i] = true;
    }
    return found;
}

static bool is_section_name(const char *value)
{
    const size_t len = strlen(value);
    return len >= 8 && strcmp(value + len - 7, ".sframe") == 0;
}

/* The path in the corpus of another case's section. */
static bool take_second(struct sfc_case *c, const char *value)
{
    const size_t own = strlen(c->id) + sizeof ".case" - 1, all = strlen(c->path);
    if (value[0] == '/' || strstr(value, "..") || !is_section_name(value) || all < own)
        return false;
    free(c->owned.second_path);
    c->second = c->owned.second_path = sfc_format("%.*s%s", (int)(all - own), c->path, value);
    return true;
}

/* "NAME=0xVALUE" words; `is_name` checks what precedes the '='. */
static bool are_values(const char *words, bool (*is_name)(const char *name, size_t len))
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&words, &len))) {
        const char *equals = memchr(word, '=', len);
        uint64_t value;
        if (!equals || !is_name(word, (size_t)(equals - word))
            || !sfc_parse_hex(equals + 1, len - (size_t)(equals + 1 - word), &value))
            return false;
    }
    return true;
}

static bool is_register(const char *name, size_t len)
{
    uint64_t number;
    return sfc_has("pc sp fp", name, len)
           || (len > 1 && name[0] == 'r' && sfc_parse_decimal(name + 1, len - 1, UINT32_MAX, &number));
}

static bool is_hex(const char *text, size_t len)
{
    uint64_t number;
    return sfc_parse_hex(text, len, &number);
}

static bool take_max(struct sfc_case *c, const char *value)
{
    uint64_t number;
    (void)c;
    return sfc_parse_decimal(value, strlen(value), 256, &number) && number > 0;
}

static bool take_result(struct sfc_case *c, const char *value)
{
    const char *base = strrchr(c->file, '/');
    const size_t folder = base ? (size_t)(base + 1 - c->file) : 0;
    if (!is_section_name(value) || strchr(value, '/'))
        return false;
    free(c->owned.result_path);
    c->result = c->owned.result_path = sfc_format("%.*s%s", (int)folder, c->file, value);
    return true;
}

static bool take_expect(struct sfc_case *c, const char *value)
{
    const unsigned i = sfc_find_name(sfc_expect_names, SFC_NUM_EXPECTS, value, strlen(value));
    c->expect = (enum sfc_expect)i;
    return i < SFC_NUM_EXPECTS;
}

static bool take_level(struct sfc_case *c, const char *value)
{
    return sfc_level_from_name(value, &c->level) && c->level >= SFC_LEVEL_REFUSE;
}

static const struct sfr_fault_info *find_violation(const char *name, size_t len)
{
    const struct sfr_fault_info *fault = sfc_find_fault(name, len);
    return fault && fault->severity == SFR_SEVERITY_VIOLATION ? fault : NULL;
}

static bool take_range(struct sfc_case *c, const char *value)
{
    return sfc_parse_range(value, &c->range_start, &c->range_end);
}

static bool take_also(struct sfc_case *c, const char *value)
{
    for (size_t len; *value; value += len + (value[len] ? 2 : 0)) {
        len = strcspn(value, ";");
        const size_t name_len = strcspn(value, " ;");
        const struct sfr_fault_info *fault = find_violation(value, name_len);
        char *range = sfc_copy_text(value + name_len, len - name_len);
        struct sfc_violation v = { .fault_class = fault ? fault->name : NULL };
        const bool good = range[0] == ' ' && sfc_parse_range(range + 1, &v.start, &v.end);
        free(range);
        if (!good || (value[len] && value[len + 1] != ' '))
            return false;
        c->also = sfc_grow(c->also, c->num_also + 1, sizeof c->also[0]);
        c->also[c->num_also++] = v;
    }
    return true;
}

static bool take_decided(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&value, &len)))
        if (!c->profile || !sfc_find_basis(SFC_POLICIES, word, len, c->profile))
            return false;
    return true;
}

static bool take_readings(struct sfc_case *c, const char *value)
{
    const struct sfr_policy_info *policy = c->policy ? sfc_find_policy(c->policy, strlen(c->policy)) : NULL;
    const char *word;
    size_t len;
    bool good = true;
    while (policy && good && (word = sfc_next_word(&value, &len))) {
        char *answer = sfc_copy_text(word, len);
        good = sfc_has_word(policy->answers, answer) && !sfc_answer_rejects(answer);
        for (size_t i = 0; i < c->num_readings; i++)
            good = good && strcmp(c->readings[i].answer, answer) != 0;
        c->readings = sfc_grow(c->readings, c->num_readings + 1, sizeof c->readings[0]);
        c->readings[c->num_readings++].answer = answer;
    }
    return good;
}

static bool take_patch(struct sfc_case *c, const char *value)
{
    struct sfc_patch_part part;
    bool good = true;
    (void)c;
    do
        good = sfc_patch_next(&value, &part);
    while (good && *value);
    return good;
}

/* ---- Keys -------------------------------------------------------------------- */

/* What a value is, of a key without a function of its own. */
enum form {
    TEXT,
    WORD,    /* one of `words` */
    FLAG,    /* the only one in `words`: sets a bool */
    HEX,     /* is kept as a number */
    ADDRESS, /* the same, kept as it is */
    SHA256,
    CLASS, /* a fault that rejects */
    FAULT,
    POLICY,
    REFUSAL,
    LINE, /* of a dump */
    REGISTERS,
    MEMORY
};

/* The cases that a key belongs to: bits of ops and of expectations; 0: any. */
#define OP(name) (1u << SFC_OP_##name)
#define EXPECT(name) (1u << SFC_EXPECT_##name)
enum {
    PCS = OP(LOOKUP) | OP(SEQUENCE),
    TWO = OP(SEQUENCE) | OP(UNWIND) | OP(MERGE),
    READ = ((1 << SFC_NUM_OPS) - 1) & ~OP(ENCODE),
    POLICIES = EXPECT(POLICY),
    REJECT = EXPECT(REJECT)
};

/* The keys in their fixed order. */
enum { NOT_KEPT = 0 };
#define KEPT(field) .kept = offsetof(struct sfc_case, field)
_Static_assert(offsetof(struct sfc_case, id) == NOT_KEPT, "id comes first, or a kept value is lost");
static const char no_hex[] = "is not a hexadecimal number", no_sha256[] = "is not 64 hexadecimal digits";
static const struct key {
    const char *name;
    bool is_needed; /* by each case that it belongs to */
    enum form form;
    const char *wrong; /* what is said of another value */
    bool (*take)(struct sfc_case *c, const char *value);
    const char *words;
    size_t kept; /* where the value is kept; `id` comes first there, and is set already */
    unsigned ops, expects;
    const char *with, *without; /* another key */
} keys[] = {
    { "id", true, .wrong = "is not the path of the file", .take = take_id },
    { "rev", true, .wrong = "is not a number from 1", .take = take_rev },
    { "title", true, KEPT(title) },
    { "clauses", true, .wrong = "names a clause that the register does not have", .take = take_clauses, KEPT(clauses) },
    { "profile", true, WORD, .wrong = "is not v1, v2, v2e1, v2e2 or v3", .words = "v1 v2 v2e1 v2e2 v3", KEPT(profile) },
    { "addr", true, HEX, .wrong = no_hex, KEPT(addr) },
    { "container", false, FLAG, .wrong = "is not elf", .words = "elf", KEPT(elf), .ops = OP(DECODE) },
    { "file", true, .wrong = "is not the section file beside the case", .take = take_file },
    { "size", true, .wrong = "is not a number, or more than 64 MiB", .take = take_size },
    { "sha256", true, SHA256, .wrong = no_sha256, KEPT(sha256) },
    { "op", true, .wrong = "is not decode, lookup, unwind, encode, sequence or merge", .take = take_op },
    { "pcs", true, .wrong = "is not a list of hexadecimal numbers", .take = take_pcs, .ops = PCS },
    { "second", false, .wrong = "is not a section file of the corpus", .take = take_second, .ops = TWO },
    { "second-addr", true, HEX, .wrong = no_hex, KEPT(second_addr), .with = "second" },
    { "second-sha256", true, SHA256, .wrong = no_sha256, KEPT(second_sha256), .with = "second" },
    { "regs", true, REGISTERS, .wrong = "is not registers such as pc=0x104 r10=0x0", KEPT(regs), .ops = OP(UNWIND) },
    { "mem", false, MEMORY, .wrong = "is not words of memory such as 0x7000=0x1", KEPT(mem), .ops = OP(UNWIND) },
    { "pac-mask", false, ADDRESS, .wrong = no_hex, KEPT(pac_mask), .ops = OP(UNWIND) },
    { "max", false, .wrong = "is not 1 to 256", .take = take_max, KEPT(max), .ops = OP(UNWIND) },
    { "sort", false, FLAG, .wrong = "is not yes", .words = "yes", KEPT(sort), .ops = OP(ENCODE) },
    { "fit", false, FLAG, .wrong = "is not yes", .words = "yes", KEPT(fit), .ops = OP(ENCODE) },
    { "result", true, .wrong = "is not a section file beside the case", .take = take_result, .ops = OP(ENCODE),
      .expects = EXPECT(ACCEPT) | POLICIES },
    { "expect", true, .wrong = "is not accept, reject or policy", .take = take_expect },
    { "level", true, .wrong = "is not refuse, validate or strict", .take = take_level, .expects = REJECT },
    { "level-because", false, KEPT(level_because), .expects = REJECT },
    { "refusal", true, REFUSAL, .wrong = "is not in the register of refusals", KEPT(refusal), .ops = OP(ENCODE),
      .expects = REJECT },
    { "at", false, LINE, .wrong = "is not a line of the dump such as fre 0.1", KEPT(at), .ops = OP(ENCODE),
      .expects = REJECT },
    { "error", false, WORD, .wrong = "is not an error of ELF files", .words = elf_errors, KEPT(elf_error),
      .expects = REJECT | POLICIES, .with = "container" },
    { "class", true, CLASS, .wrong = "is not a fault class that rejects", KEPT(fault_class), .ops = READ,
      .expects = REJECT, .without = "error" },
    { "range", true, .wrong = "is not 0xSTART-0xEND", .take = take_range, .ops = READ, .expects = REJECT,
      .without = "error" },
    { "also", false, .wrong = "is not `CLASS 0xSTART-0xEND` parts separated by `; `", .take = take_also, .ops = READ,
      .expects = REJECT, .without = "error" },
    { "policy", true, POLICY, .wrong = "is not in the register of policies", KEPT(policy), .expects = POLICIES },
    { "readings", false, .wrong = "is not a list of different accepting answers of the policy", .take = take_readings,
      .expects = POLICIES },
    { "doubt", false, FAULT, .wrong = "is not a fault class", KEPT(doubt), .expects = POLICIES },
    { "parent", false, KEPT(parent) },
    { "patch", true, .wrong = "is not `0xOFFSET OLDHEX NEWHEX` parts separated by `; `", .take = take_patch,
      KEPT(patch), .ops = READ, .with = "parent" },
    { "change", true, KEPT(change), .ops = OP(ENCODE), .with = "parent" },
    { "parent-open", false, .expects = REJECT, .with = "patch" },
    { "elsewhere", false, .expects = REJECT, .with = "patch" },
    { "multi-fault", false, KEPT(multi_fault), .expects = REJECT },
    { "catches", false, KEPT(catches) },
    { "origin", true, KEPT(origin) },
    { "licence", true, KEPT(licence) },
    { "signal-pcs", false, .wrong = "names a PC that is not asked, or what is not a hexadecimal number",
      .take = take_signal_pcs, .ops = PCS },
    { "decided", false, .wrong = "names a question that the profile does not have", .take = take_decided,
      KEPT(decided) },
};
enum { NUM_KEYS = sizeof keys / sizeof keys[0] };
_Static_assert((int)NUM_KEYS <= (int)SFC_CASE_MOST_KEYS, "each has a line");

/* NUM_KEYS if no key has this name. It is likely to come soon after `from`. */
static unsigned find_key(const char *name, unsigned from)
{
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        const unsigned key = (from + i) % NUM_KEYS;
        if (strcmp(keys[key].name, name) == 0)
            return key;
    }
    return NUM_KEYS;
}

/* Keeps the value. False if there is something wrong with it. */
static bool take(struct sfc_case *c, const struct key *key, const char *value)
{
    const size_t len = strlen(value);
    void *to = (char *)c + key->kept;
    if (key->kept != NOT_KEPT && key->form != FLAG && key->form != HEX)
        *(const char **)to = value;
    if (key->take)
        return key->take(c, value);
    switch (key->form) {
    case TEXT: return true;
    case WORD: return sfc_has_word(key->words, value);
    case FLAG: *(bool *)to = true; return strcmp(key->words, value) == 0;
    case HEX: return sfc_parse_hex(value, len, to);
    case ADDRESS: return is_hex(value, len);
    case SHA256: return len == 64 && strspn(value, "0123456789abcdef") == 64;
    case CLASS: return find_violation(value, len) != NULL;
    case FAULT: return sfc_find_fault(value, len) != NULL;
    case POLICY: return sfc_find_policy(value, len) != NULL;
    case REFUSAL: return sfc_find_refusal(value, len) != NULL;
    case LINE: return sfc_dump_is_place(value);
    case REGISTERS: return are_values(value, is_register);
    case MEMORY: return are_values(value, is_hex);
    }
    return false;
}

unsigned sfc_case_line(const struct sfc_case_lines *lines, const char *key)
{
    return lines->of[find_key(key, 0)];
}

/* Is a key among those that are given? The name may be NULL. */
static bool is_given(const struct sfc_case_lines *lines, const char *name)
{
    return name && sfc_case_line(lines, name) != 0;
}

static bool check_presence(const struct sfc_case *c, const struct sfc_case_lines *lines, struct sfc_error *error)
{
    for (unsigned i = 0; i < NUM_KEYS; i++) {
        const struct key *k = &keys[i];
        const bool belongs = (!k->ops || k->ops >> c->op & 1) && (!k->expects || k->expects >> c->expect & 1)
                             && (!k->with || is_given(lines, k->with)) && !is_given(lines, k->without);
        if (lines->of[i] == 0 && belongs && k->is_needed)
            return sfc_fail(error, "%s:1: the key `%s` is missing", c->path, k->name);
        if (lines->of[i] != 0 && !belongs)
            return sfc_fail(error, "%s:%u: %s: is not allowed in this case", c->path, lines->of[i], k->name);
    }
    return true;
}

bool sfc_case_read_keys(struct sfc_case *c, struct sfc_fields *f, struct sfc_case_lines *lines, struct sfc_error *error)
{
    unsigned from = 0;
    for (;;) {
        switch (sfc_fields_next(f, error)) {
        case SFC_FIELDS_BLANK:
        case SFC_FIELDS_END: return check_presence(c, lines, error);
        case SFC_FIELDS_BAD: return false;
        case SFC_FIELDS_FIELD: break;
        }
        const unsigned key = find_key(f->key, from);
        if (key == NUM_KEYS)
            return sfc_fields_fail(f, error, "is not a key of a case");
        if (key < from)
            return sfc_fields_fail(
                f, error, lines->of[key] != 0 ? "is given twice" : "comes too late (the order of the keys is fixed)");
        from = key + 1;
        lines->of[key] = f->line;
        if (!take(c, &keys[key], f->value))
            return sfc_fields_fail(f, error, keys[key].wrong);
    }
}
