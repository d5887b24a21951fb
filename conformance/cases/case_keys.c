/* SPDX-License-Identifier: MIT */
/* The keys of a case file, in their fixed order: which values they take, and which cases they belong to. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "case_keys.h"
#include "field_map.h"
#include "registers.h"

/* What can be wrong with an ELF file; corpus/README.md says what each word means. */
static const char elf_errors[] = "not-elf unsupported damaged not-found several no-data bad-relocation";
static const char *const expect_names[SFC_NUM_EXPECTS] = { "accept", "reject", "policy" };

const char *sfc_expect_name(enum sfc_expect expect)
{
    return expect_names[expect];
}

/* ---- Values ------------------------------------------------------------------ */

/* What is wrong with the value of a key, or NULL; what the case needs of it is kept in *c. */
typedef const char *take_fn(struct sfc_case *c, const char *value);

static const char *take_id(struct sfc_case *c, const char *value)
{
    return strcmp(value, c->id) == 0 ? NULL : "is not the path of the file";
}

static const char *take_rev(struct sfc_case *c, const char *value)
{
    const bool good = sfc_parse_decimal(value, strlen(value), UINT32_MAX, &c->rev) && c->rev > 0;
    return good ? NULL : "is not a number from 1";
}

static const char *take_clauses(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    (void)c;
    while ((word = sfc_next_word(&value, &len)))
        if (!sfc_find_clause(word, len))
            return "names a clause that the register does not have";
    return NULL;
}

static const char *take_profile(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_has_word("v1 v2 v2e1 v2e2 v3", value) ? NULL : "is not v1, v2, v2e1, v2e2 or v3";
}

static const char *take_addr(struct sfc_case *c, const char *value)
{
    return sfc_parse_hex(value, strlen(value), &c->addr) ? NULL : "is not a hexadecimal number";
}

static const char *take_container(struct sfc_case *c, const char *value)
{
    c->elf = true;
    return strcmp(value, "elf") == 0 ? NULL : "is not elf";
}

static const char *take_file(struct sfc_case *c, const char *value)
{
    const char *base = strrchr(c->file, '/');
    return strcmp(value, base ? base + 1 : c->file) == 0 ? NULL : "is not the section file beside the case";
}

static const char *take_size(struct sfc_case *c, const char *value)
{
    uint64_t size = 0;
    const bool good = sfc_parse_decimal(value, strlen(value), SFC_MAX_SECTION, &size);
    c->size = (size_t)size;
    return good ? NULL : "is not a number, or more than 64 MiB";
}

static const char *take_sha256(struct sfc_case *c, const char *value)
{
    (void)c;
    return strlen(value) == 64 && strspn(value, "0123456789abcdef") == 64 ? NULL : "is not 64 hexadecimal digits";
}

static const char *take_op(struct sfc_case *c, const char *value)
{
    const bool good = sfc_op_from_name(value, strlen(value), &c->op);
    return good ? NULL : "is not decode, lookup, unwind, encode, sequence or merge";
}

/* "0x1 2:0x2": of a sequence the second is asked of the second section. */
static const char *take_pcs(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&value, &len))) {
        const bool in_second = c->op == SFC_OP_SEQUENCE && len > 2 && memcmp(word, "2:", 2) == 0;
        const size_t skip = in_second ? 2 : 0;
        c->pcs = sfc_grow(c->pcs, c->num_pcs + 1, sizeof c->pcs[0]);
        c->in_second = sfc_grow(c->in_second, c->num_pcs + 1, sizeof c->in_second[0]);
        c->in_signal = sfc_grow(c->in_signal, c->num_pcs + 1, sizeof c->in_signal[0]);
        c->in_second[c->num_pcs] = in_second;
        c->in_signal[c->num_pcs] = false;
        if (!sfc_parse_hex(word + skip, len - skip, &c->pcs[c->num_pcs]))
            return "is not a list of hexadecimal numbers";
        c->num_pcs++;
    }
    return NULL;
}

/* Some of the PCs, as `pcs` has them. */
static const char *take_signal_pcs(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    uint64_t pc;
    while ((word = sfc_next_word(&value, &len))) {
        const bool in_second = len > 2 && memcmp(word, "2:", 2) == 0;
        const size_t skip = in_second ? 2 : 0;
        bool found = false;
        if (!sfc_parse_hex(word + skip, len - skip, &pc))
            return "is not a list of hexadecimal numbers";
        for (size_t i = 0; i < c->num_pcs; i++)
            if (c->pcs[i] == pc && c->in_second[i] == in_second)
                found = c->in_signal[i] = true;
        if (!found)
            return "names a PC that is not asked";
    }
    return NULL;
}

/* The path in the corpus of another case's section. */
static const char *take_second(struct sfc_case *c, const char *value)
{
    const size_t own = strlen(c->id) + sizeof ".case" - 1, all = strlen(c->path), len = strlen(value);
    if (value[0] == '/' || strstr(value, "..") || len < 8 || strcmp(value + len - 7, ".sframe") != 0 || all < own)
        return "is not a section file of the corpus";
    free(c->owned.second_path);
    c->second = c->owned.second_path = sfc_format("%.*s%s", (int)(all - own), c->path, value);
    return NULL;
}

static const char *take_second_addr(struct sfc_case *c, const char *value)
{
    return sfc_parse_hex(value, strlen(value), &c->second_addr) ? NULL : "is not a hexadecimal number";
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
    return (len == 2 && (memcmp(name, "pc", 2) == 0 || memcmp(name, "sp", 2) == 0 || memcmp(name, "fp", 2) == 0))
           || (len > 1 && name[0] == 'r' && sfc_parse_decimal(name + 1, len - 1, UINT32_MAX, &number));
}

static const char *take_regs(struct sfc_case *c, const char *value)
{
    (void)c;
    return are_values(value, is_register) ? NULL : "is not registers such as pc=0x104 r10=0x0";
}

static bool is_address(const char *name, size_t len)
{
    uint64_t address;
    return sfc_parse_hex(name, len, &address);
}

static const char *take_mem(struct sfc_case *c, const char *value)
{
    (void)c;
    return are_values(value, is_address) ? NULL : "is not words of memory such as 0x7000=0x1";
}

static const char *take_pac_mask(struct sfc_case *c, const char *value)
{
    uint64_t mask;
    (void)c;
    return sfc_parse_hex(value, strlen(value), &mask) ? NULL : "is not a hexadecimal number";
}

static const char *take_max(struct sfc_case *c, const char *value)
{
    uint64_t number;
    (void)c;
    return sfc_parse_decimal(value, strlen(value), 256, &number) && number > 0 ? NULL : "is not 1 to 256";
}

static const char *take_sort(struct sfc_case *c, const char *value)
{
    c->sort = true;
    return strcmp(value, "yes") == 0 ? NULL : "is not yes";
}

static const char *take_fit(struct sfc_case *c, const char *value)
{
    c->fit = true;
    return strcmp(value, "yes") == 0 ? NULL : "is not yes";
}

static const char *take_result(struct sfc_case *c, const char *value)
{
    const char *base = strrchr(c->file, '/');
    const size_t len = strlen(value), folder = base ? (size_t)(base + 1 - c->file) : 0;
    struct sfc_buffer path = { 0 };
    if (len < 8 || strcmp(value + len - 7, ".sframe") != 0 || strchr(value, '/'))
        return "is not a section file beside the case";
    sfc_buffer_printf(&path, "%.*s%s", (int)folder, c->file, value);
    free(c->owned.result_path);
    c->result = c->owned.result_path = path.data;
    return NULL;
}

static const char *take_expect(struct sfc_case *c, const char *value)
{
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        if (strcmp(expect_names[i], value) == 0) {
            c->expect = (enum sfc_expect)i;
            return NULL;
        }
    return "is not accept, reject or policy";
}

static const char *take_level(struct sfc_case *c, const char *value)
{
    const bool good = sfc_level_from_name(value, &c->level) && c->level >= SFC_LEVEL_REFUSE;
    return good ? NULL : "is not refuse, validate or strict";
}

static const char *take_refusal(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_find_refusal(value, strlen(value)) ? NULL : "is not in the register of refusals";
}

static const char *take_at(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_dump_is_place(value) ? NULL : "is not a line of the dump such as fre 0.1";
}

static const char *take_error(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_has_word(elf_errors, value) ? NULL : "is not an error of ELF files";
}

static const struct sfr_fault_info *find_violation(const char *name, size_t len)
{
    const struct sfr_fault_info *fault = sfc_find_fault(name, len);
    return fault && fault->severity == SFR_SEVERITY_VIOLATION ? fault : NULL;
}

static const char *take_class(struct sfc_case *c, const char *value)
{
    (void)c;
    return find_violation(value, strlen(value)) ? NULL : "is not a fault class that rejects";
}

static const char *take_range(struct sfc_case *c, const char *value)
{
    return sfc_parse_range(value, &c->range_start, &c->range_end) ? NULL : "is not 0xSTART-0xEND";
}

static const char *take_also(struct sfc_case *c, const char *value)
{
    for (size_t len; *value; value += len + (value[len] ? 2 : 0)) {
        len = strcspn(value, ";");
        const size_t name_len = strcspn(value, " ;");
        const struct sfr_fault_info *fault = find_violation(value, name_len);
        char *range = sfc_copy_text(value + name_len, len - name_len);
        struct sfc_violation v = { .fault_class = fault ? fault->name : "" };
        const bool good = range[0] == ' ' && sfc_parse_range(range + 1, &v.start, &v.end);
        free(range);
        if (!good || (value[len] && value[len + 1] != ' '))
            return "is not `CLASS 0xSTART-0xEND` parts separated by `; `";
        if (!fault)
            return "names what is not a fault class that rejects";
        c->also = sfc_grow(c->also, c->num_also + 1, sizeof c->also[0]);
        c->also[c->num_also++] = v;
    }
    return NULL;
}

static const char *take_policy(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_find_policy(value, strlen(value)) ? NULL : "is not in the register of policies";
}

static const char *take_decided(struct sfc_case *c, const char *value)
{
    const char *word;
    size_t len;
    if (!c->profile)
        return "comes before the profile";
    while ((word = sfc_next_word(&value, &len)))
        if (!sfc_find_basis(SFC_POLICIES, word, len, c->profile))
            return "names a question that the profile does not have";
    return NULL;
}

static const char *take_readings(struct sfc_case *c, const char *value)
{
    const struct sfr_policy_info *policy = c->policy ? sfc_find_policy(c->policy, strlen(c->policy)) : NULL;
    const char *word;
    size_t len;
    while (policy && (word = sfc_next_word(&value, &len))) {
        char *answer = sfc_copy_text(word, len);
        bool good = sfc_has_word(policy->answers, answer) && !sfc_answer_rejects(answer);
        for (size_t i = 0; i < c->num_readings; i++)
            good = good && strcmp(c->readings[i].answer, answer) != 0;
        c->readings = sfc_grow(c->readings, c->num_readings + 1, sizeof c->readings[0]);
        c->readings[c->num_readings++].answer = answer;
        if (!good)
            return "is not a list of different accepting answers of the policy";
    }
    return NULL;
}

static const char *take_doubt(struct sfc_case *c, const char *value)
{
    (void)c;
    return sfc_find_fault(value, strlen(value)) ? NULL : "is not a fault class";
}

static const char *take_patch(struct sfc_case *c, const char *value)
{
    struct sfc_patch_part part;
    (void)c;
    do {
        if (!sfc_patch_next(&value, &part))
            return "is not `0xOFFSET OLDHEX NEWHEX` parts separated by `; `";
    } while (*value);
    return NULL;
}

/* ---- Keys -------------------------------------------------------------------- */

/* The cases that a key belongs to. */
typedef bool belongs_fn(const struct sfc_case *c);

static bool is_decode(const struct sfc_case *c)
{
    return c->op == SFC_OP_DECODE;
}

static bool is_sequence(const struct sfc_case *c)
{
    return c->op == SFC_OP_SEQUENCE;
}

static bool has_pcs(const struct sfc_case *c)
{
    return c->op == SFC_OP_LOOKUP || is_sequence(c);
}

static bool may_have_second(const struct sfc_case *c)
{
    return is_sequence(c) || c->op == SFC_OP_UNWIND || c->op == SFC_OP_MERGE;
}

static bool has_second(const struct sfc_case *c)
{
    return c->second != NULL;
}

static bool is_unwind(const struct sfc_case *c)
{
    return c->op == SFC_OP_UNWIND;
}

static bool is_encode(const struct sfc_case *c)
{
    return c->op == SFC_OP_ENCODE;
}

static bool is_policy(const struct sfc_case *c)
{
    return c->expect == SFC_EXPECT_POLICY;
}

static bool is_reject(const struct sfc_case *c)
{
    return c->expect == SFC_EXPECT_REJECT;
}

static bool makes_section(const struct sfc_case *c)
{
    return !is_reject(c) && is_encode(c);
}

static bool refuses_model(const struct sfc_case *c)
{
    return is_reject(c) && is_encode(c);
}

static bool has_fault(const struct sfc_case *c)
{
    return is_reject(c) && !is_encode(c) && !c->elf_error;
}

static bool may_have_elf_error(const struct sfc_case *c)
{
    return c->elf && c->expect != SFC_EXPECT_ACCEPT;
}

static bool has_patch(const struct sfc_case *c)
{
    return c->parent && !is_encode(c);
}

static bool has_change(const struct sfc_case *c)
{
    return c->parent && is_encode(c);
}

static bool is_patched_reject(const struct sfc_case *c)
{
    return is_reject(c) && c->patch;
}

/* The keys in their fixed order. */
enum { NOT_KEPT = 0 };
#define KEPT(field) offsetof(struct sfc_case, field)
_Static_assert(offsetof(struct sfc_case, id) == NOT_KEPT, "id comes first, or a kept value is lost");
static const struct {
    const char *name;
    bool is_needed;      /* by each case that it belongs to */
    belongs_fn *belongs; /* NULL: to every case */
    size_t kept;         /* where the value is kept as it is; `id` comes first there, and is set already */
    take_fn *take;       /* NULL: any value will do */
} keys[] = {
    { "id", true, NULL, NOT_KEPT, take_id },
    { "rev", true, NULL, NOT_KEPT, take_rev },
    { "title", true, NULL, KEPT(title), NULL },
    { "clauses", true, NULL, KEPT(clauses), take_clauses },
    { "profile", true, NULL, KEPT(profile), take_profile },
    { "addr", true, NULL, NOT_KEPT, take_addr },
    { "container", false, is_decode, NOT_KEPT, take_container },
    { "file", true, NULL, NOT_KEPT, take_file },
    { "size", true, NULL, NOT_KEPT, take_size },
    { "sha256", true, NULL, KEPT(sha256), take_sha256 },
    { "op", true, NULL, NOT_KEPT, take_op },
    { "pcs", true, has_pcs, NOT_KEPT, take_pcs },
    { "second", false, may_have_second, NOT_KEPT, take_second },
    { "second-addr", true, has_second, NOT_KEPT, take_second_addr },
    { "second-sha256", true, has_second, KEPT(second_sha256), take_sha256 },
    { "regs", true, is_unwind, KEPT(regs), take_regs },
    { "mem", false, is_unwind, KEPT(mem), take_mem },
    { "pac-mask", false, is_unwind, KEPT(pac_mask), take_pac_mask },
    { "max", false, is_unwind, KEPT(max), take_max },
    { "sort", false, is_encode, NOT_KEPT, take_sort },
    { "fit", false, is_encode, NOT_KEPT, take_fit },
    { "result", true, makes_section, NOT_KEPT, take_result },
    { "expect", true, NULL, NOT_KEPT, take_expect },
    { "level", true, is_reject, NOT_KEPT, take_level },
    { "level-because", false, is_reject, KEPT(level_because), NULL },
    { "refusal", true, refuses_model, KEPT(refusal), take_refusal },
    { "at", false, refuses_model, KEPT(at), take_at },
    { "error", false, may_have_elf_error, KEPT(elf_error), take_error },
    { "class", true, has_fault, KEPT(fault_class), take_class },
    { "range", true, has_fault, NOT_KEPT, take_range },
    { "also", false, has_fault, NOT_KEPT, take_also },
    { "policy", true, is_policy, KEPT(policy), take_policy },
    { "readings", false, is_policy, NOT_KEPT, take_readings },
    { "doubt", false, is_policy, KEPT(doubt), take_doubt },
    { "parent", false, NULL, KEPT(parent), NULL },
    { "patch", true, has_patch, KEPT(patch), take_patch },
    { "change", true, has_change, KEPT(change), NULL },
    { "parent-open", false, is_patched_reject, NOT_KEPT, NULL },
    { "elsewhere", false, is_patched_reject, NOT_KEPT, NULL },
    { "multi-fault", false, is_reject, KEPT(multi_fault), NULL },
    { "catches", false, NULL, KEPT(catches), NULL },
    { "origin", true, NULL, KEPT(origin), NULL },
    { "licence", true, NULL, KEPT(licence), NULL },
    { "signal-pcs", false, has_pcs, NOT_KEPT, take_signal_pcs },
    { "decided", false, NULL, KEPT(decided), take_decided },
};
enum { NUM_KEYS = sizeof keys / sizeof keys[0] };
_Static_assert((unsigned)NUM_KEYS <= (unsigned)SFC_CASE_MOST_KEYS, "each has a line");

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

static const char *take(struct sfc_case *c, unsigned key, const char *value)
{
    if (keys[key].kept != NOT_KEPT) {
        void *field = (char *)c + keys[key].kept;
        *(const char **)field = value;
    }
    return keys[key].take ? keys[key].take(c, value) : NULL;
}

static bool check_presence(const struct sfc_case *c, const unsigned *line_of, struct sfc_error *error)
{
    for (unsigned key = 0; key < NUM_KEYS; key++) {
        const bool belongs = !keys[key].belongs || keys[key].belongs(c);
        if (line_of[key] == 0 && belongs && keys[key].is_needed)
            return sfc_fail(error, "%s:1: the key `%s` is missing", c->path, keys[key].name);
        if (line_of[key] != 0 && !belongs)
            return sfc_fail(error, "%s:%u: %s: is not allowed in this case", c->path, line_of[key], keys[key].name);
    }
    return true;
}

unsigned sfc_case_line(const struct sfc_case_lines *lines, const char *key)
{
    return lines->of[find_key(key, 0)];
}

bool sfc_case_read_keys(struct sfc_case *c, struct sfc_fields *f, struct sfc_case_lines *lines, struct sfc_error *error)
{
    unsigned from = 0, *const line_of = lines->of;
    for (;;) {
        switch (sfc_fields_next(f, error)) {
        case SFC_FIELDS_BLANK:
        case SFC_FIELDS_END: return check_presence(c, line_of, error);
        case SFC_FIELDS_BAD: return false;
        case SFC_FIELDS_FIELD: break;
        }
        const unsigned key = find_key(f->key, from);
        if (key == NUM_KEYS)
            return sfc_fields_fail(f, error, "is not a key of a case");
        if (key < from)
            return sfc_fields_fail(
                f, error, line_of[key] != 0 ? "is given twice" : "comes too late (the order of the keys is fixed)");
        from = key + 1;
        line_of[key] = f->line;
        const char *wrong = take(c, key, f->value);
        if (wrong)
            return sfc_fields_fail(f, error, wrong);
    }
}
