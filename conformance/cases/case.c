/* SPDX-License-Identifier: MIT */
/* One case file: its keys in their order, strictly. */
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "fields.h"
#include "registers.h"
#include "sha256.h"

enum { MAX_CASE_FILE = 64 << 20, MAX_SECTION = 64 << 20 };

/* The keys in the order in which they must come. */
enum key {
    KEY_ID,
    KEY_REV,
    KEY_TITLE,
    KEY_CLAUSES,
    KEY_PROFILE,
    KEY_ADDR,
    KEY_CONTAINER,
    KEY_FILE,
    KEY_SIZE,
    KEY_SHA256,
    KEY_OP,
    KEY_PCS,
    KEY_REGS,
    KEY_MEM,
    KEY_PAC_MASK,
    KEY_MAX,
    KEY_SORT,
    KEY_RESULT,
    KEY_EXPECT,
    KEY_REFUSAL,
    KEY_AT,
    KEY_ERROR,
    KEY_CLASS,
    KEY_RANGE,
    KEY_POLICY,
    KEY_DOUBT,
    KEY_PARENT,
    KEY_PATCH,
    KEY_CHANGE,
    KEY_PARENT_OPEN,
    KEY_ELSEWHERE,
    KEY_MULTI_FAULT,
    KEY_CATCHES,
    KEY_ORIGIN,
    KEY_LICENCE,
    NUM_KEYS
};
static const char *const key_names[NUM_KEYS] = {
    "id",     "rev",     "title",       "clauses",   "profile",     "addr",     "container", "file",    "size",
    "sha256", "op",      "pcs",         "regs",      "mem",         "pac-mask", "max",       "sort",    "result",
    "expect", "refusal", "at",          "error",     "class",       "range",    "policy",    "doubt",   "parent",
    "patch",  "change",  "parent-open", "elsewhere", "multi-fault", "catches",  "origin",    "licence",
};

/* What can be wrong with an ELF file; corpus/README.md says what each word means. */
static const char elf_errors[] = "not-elf unsupported damaged not-found several no-data bad-relocation";
static const char *const expect_names[SFC_NUM_EXPECTS] = { "accept", "reject", "policy" };

const char *sfc_expect_name(enum sfc_expect expect)
{
    return expect_names[expect];
}

static bool read_expect(const char *value, enum sfc_expect *out)
{
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        if (strcmp(expect_names[i], value) == 0) {
            *out = (enum sfc_expect)i;
            return true;
        }
    return false;
}

static bool all_clauses(const char *words)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&words, &len)))
        if (!sfc_find_clause(word, len))
            return false;
    return true;
}

static bool read_pcs(struct sfc_case *c, const char *words)
{
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&words, &len))) {
        c->pcs = sfc_grow(c->pcs, c->num_pcs + 1, sizeof c->pcs[0]);
        if (!sfc_parse_hex(word, len, &c->pcs[c->num_pcs]))
            return false;
        c->num_pcs++;
    }
    return true;
}

/* "NAME=0xVALUE" words; `is_name` tells what may stand before the '='. */
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

static bool is_address(const char *name, size_t len)
{
    uint64_t address;
    return sfc_parse_hex(name, len, &address);
}

/* "fde 0" or "fre 0.1" */
static bool is_place(const char *value)
{
    uint64_t number;
    const bool fre = strncmp(value, "fre ", 4) == 0;
    const size_t fde_len = strlen(value) < 4 ? 0 : strcspn(value + 4, ".");
    if ((!fre && strncmp(value, "fde ", 4) != 0) || !sfc_parse_decimal(value + 4, fde_len, UINT32_MAX, &number))
        return false;
    const char *row = value + 4 + fde_len;
    return fre ? *row == '.' && sfc_parse_decimal(row + 1, strlen(row + 1), UINT32_MAX, &number) : *row == '\0';
}

/* A section file beside the case. */
static bool read_result(struct sfc_case *c, const char *value)
{
    const char *base = strrchr(c->file, '/');
    const size_t len = strlen(value), folder = base ? (size_t)(base + 1 - c->file) : 0;
    struct sfc_buffer path = { 0 };
    if (len < 8 || strcmp(value + len - 7, ".sframe") != 0 || strchr(value, '/'))
        return false;
    sfc_buffer_printf(&path, "%.*s%s", (int)folder, c->file, value);
    free(c->owned[3]);
    c->result = c->owned[3] = path.data;
    return true;
}

static bool read_range(struct sfc_case *c, const char *value)
{
    const char *dash = strchr(value, '-');
    return dash && sfc_parse_hex(value, (size_t)(dash - value), &c->range_start)
           && sfc_parse_hex(dash + 1, strlen(dash + 1), &c->range_end) && c->range_start <= c->range_end;
}

static bool is_hex_bytes(const char *word, size_t len)
{
    return (len == 1 && word[0] == '-') || (len > 0 && len % 2 == 0 && strspn(word, "0123456789abcdef") >= len);
}

/* "0xOFFSET OLDHEX NEWHEX", parts separated by "; ". */
static bool is_patch(const char *value)
{
    for (;;) {
        const size_t part_len = strcspn(value, ";");
        char *part = sfc_copy_text(value, part_len);
        const char *words = part, *word;
        size_t len[3] = { 0 }, count = 0;
        uint64_t offset;
        bool good = true;
        while ((word = sfc_next_word(&words, &len[count < 3 ? count : 2])))
            good = good && count < 3
                   && (count == 0 ? sfc_parse_hex(word, len[0], &offset) : is_hex_bytes(word, len[count])) && ++count;
        free(part);
        if (!good || count != 3)
            return false;
        if (value[part_len] == '\0')
            return true;
        value += part_len + 1;
    }
}

/* Takes the value of one key; what is wrong with it, or NULL. */
static const char *take(struct sfc_case *c, enum key key, const char *value, const char **sha256)
{
    const char *base = strrchr(c->file, '/');
    const struct sfr_fault_info *fault;
    uint64_t number;
    bool good;
    switch (key) {
    case KEY_ID: return strcmp(value, c->id) == 0 ? NULL : "is not the path of the file";
    case KEY_REV:
        good = sfc_parse_decimal(value, strlen(value), UINT32_MAX, &c->rev) && c->rev > 0;
        return good ? NULL : "is not a number from 1";
    case KEY_TITLE: c->title = value; return NULL;
    case KEY_CLAUSES:
        c->clauses = value;
        return all_clauses(value) ? NULL : "names a clause that the register does not have";
    case KEY_PROFILE: c->profile = value; return sfc_has_word("v1 v2 v2e1 v2e2 v3", value) ? NULL : "is no profile";
    case KEY_ADDR: return sfc_parse_hex(value, strlen(value), &c->addr) ? NULL : "is not a hexadecimal number";
    case KEY_CONTAINER: c->elf = true; return strcmp(value, "elf") == 0 ? NULL : "is not elf";
    case KEY_ERROR: c->elf_error = value; return sfc_has_word(elf_errors, value) ? NULL : "is no error of ELF files";
    case KEY_FILE:
        return strcmp(value, base ? base + 1 : c->file) == 0 ? NULL : "is not the section file beside the case";
    case KEY_SIZE:
        good = sfc_parse_decimal(value, strlen(value), MAX_SECTION, &c->size);
        return good ? NULL : "is not a number, or more than 64 MiB";
    case KEY_SHA256:
        *sha256 = value;
        return strlen(value) == 64 && is_hex_bytes(value, 64) ? NULL : "is not 64 hexadecimal digits";
    case KEY_OP:
        good = sfc_op_from_name(value, strlen(value), &c->op);
        return good ? NULL : "is not decode, lookup, unwind or encode";
    case KEY_PCS: return read_pcs(c, value) ? NULL : "is not a list of hexadecimal numbers";
    case KEY_REGS:
        c->regs = value;
        return are_values(value, is_register) ? NULL : "is not registers such as pc=0x104 r10=0x0";
    case KEY_MEM:
        c->mem = value;
        return are_values(value, is_address) ? NULL : "is not words of memory such as 0x7000=0x1";
    case KEY_PAC_MASK:
        c->pac_mask = value;
        return sfc_parse_hex(value, strlen(value), &number) ? NULL : "is not a hexadecimal number";
    case KEY_MAX:
        c->max = value;
        return sfc_parse_decimal(value, strlen(value), 256, &number) && number > 0 ? NULL : "is not 1 to 256";
    case KEY_SORT: c->sort = true; return strcmp(value, "yes") == 0 ? NULL : "is not yes";
    case KEY_RESULT: return read_result(c, value) ? NULL : "is not a section file beside the case";
    case KEY_REFUSAL:
        c->refusal = value;
        return sfc_find_refusal(value, strlen(value)) ? NULL : "is not in the register of refusals";
    case KEY_AT: c->at = value; return is_place(value) ? NULL : "is not a line of the dump such as fre 0.1";
    case KEY_CHANGE: c->change = value; return NULL;
    case KEY_EXPECT: return read_expect(value, &c->expect) ? NULL : "is not accept, reject or policy";
    case KEY_CLASS:
        fault = sfc_find_fault(value, strlen(value));
        c->fault_class = value;
        return fault && fault->severity == SFR_SEVERITY_VIOLATION ? NULL : "is no fault that rejects";
    case KEY_RANGE: return read_range(c, value) ? NULL : "is not 0xSTART-0xEND";
    case KEY_POLICY:
        c->policy = value;
        return sfc_find_policy(value, strlen(value)) ? NULL : "is not in the register of policies";
    case KEY_DOUBT: c->doubt = value; return sfc_find_fault(value, strlen(value)) ? NULL : "is no fault class";
    case KEY_PARENT: c->parent = value; return NULL;
    case KEY_PATCH:
        c->patch = value;
        return is_patch(value) ? NULL : "is not `0xOFFSET OLDHEX NEWHEX` parts separated by `; `";
    case KEY_PARENT_OPEN:
    case KEY_ELSEWHERE: return NULL;
    case KEY_MULTI_FAULT: c->multi_fault = value; return NULL;
    case KEY_CATCHES: c->catches = value; return NULL;
    case KEY_ORIGIN: c->origin = value; return NULL;
    case KEY_LICENCE: c->licence = value; return NULL;
    case NUM_KEYS: break;
    }
    return "is not a key of a case";
}

/* Which keys must be there depends on what the case asks and expects; the same keys may not be there otherwise. */
static bool must_have(const struct sfc_case *c, enum key key)
{
    switch (key) {
    case KEY_PCS: return c->op == SFC_OP_LOOKUP;
    case KEY_REGS: return c->op == SFC_OP_UNWIND;
    case KEY_CLASS:
    case KEY_RANGE: return c->expect == SFC_EXPECT_REJECT && c->op != SFC_OP_ENCODE && !c->elf_error;
    case KEY_REFUSAL: return c->expect == SFC_EXPECT_REJECT && c->op == SFC_OP_ENCODE;
    case KEY_RESULT: return c->expect == SFC_EXPECT_ACCEPT && c->op == SFC_OP_ENCODE;
    case KEY_POLICY: return c->expect == SFC_EXPECT_POLICY;
    case KEY_PATCH: return c->parent && c->op != SFC_OP_ENCODE;
    case KEY_CHANGE: return c->parent && c->op == SFC_OP_ENCODE;
    case KEY_DOUBT:
    case KEY_PARENT:
    case KEY_PARENT_OPEN:
    case KEY_ELSEWHERE:
    case KEY_MULTI_FAULT:
    case KEY_CATCHES:
    case KEY_MEM:
    case KEY_PAC_MASK:
    case KEY_MAX:
    case KEY_SORT:
    case KEY_AT:
    case KEY_CONTAINER:
    case KEY_ERROR: return false;
    case KEY_ID:
    case KEY_REV:
    case KEY_TITLE:
    case KEY_CLAUSES:
    case KEY_PROFILE:
    case KEY_ADDR:
    case KEY_FILE:
    case KEY_SIZE:
    case KEY_SHA256:
    case KEY_OP:
    case KEY_EXPECT:
    case KEY_ORIGIN:
    case KEY_LICENCE:
    case NUM_KEYS: break;
    }
    return true;
}

static bool may_have(const struct sfc_case *c, enum key key)
{
    if (key == KEY_DOUBT)
        return c->expect == SFC_EXPECT_POLICY;
    if (key == KEY_MULTI_FAULT)
        return c->expect == SFC_EXPECT_REJECT;
    if (key == KEY_PARENT_OPEN || key == KEY_ELSEWHERE)
        return c->expect == SFC_EXPECT_REJECT && c->patch;
    if (key == KEY_MEM || key == KEY_PAC_MASK || key == KEY_MAX)
        return c->op == SFC_OP_UNWIND;
    if (key == KEY_CONTAINER)
        return c->op == SFC_OP_DECODE;
    if (key == KEY_ERROR)
        return c->elf && c->expect != SFC_EXPECT_ACCEPT;
    if (key == KEY_SORT || key == KEY_AT)
        return c->op == SFC_OP_ENCODE && (key == KEY_SORT || c->expect == SFC_EXPECT_REJECT);
    return key == KEY_PARENT || key == KEY_CATCHES || must_have(c, key);
}

static bool check_presence(const struct sfc_case *c, const unsigned line_of[NUM_KEYS], struct sfc_error *error)
{
    for (unsigned key = 0; key < NUM_KEYS; key++) {
        if (line_of[key] == 0 && must_have(c, (enum key)key))
            return sfc_fail(error, "%s:1: the key `%s` is missing", c->path, key_names[key]);
        if (line_of[key] != 0 && !may_have(c, (enum key)key))
            return sfc_fail(error, "%s:%u: %s: does not belong to such a case", c->path, line_of[key], key_names[key]);
    }
    return true;
}

static bool read_header(struct sfc_case *c, struct sfc_fields *f, unsigned line_of[NUM_KEYS], const char **sha256,
                        struct sfc_error *error)
{
    unsigned from = 0;
    for (;;) {
        switch (sfc_fields_next(f, error)) {
        case SFC_FIELDS_BLANK:
        case SFC_FIELDS_END: return check_presence(c, line_of, error);
        case SFC_FIELDS_BAD: return false;
        case SFC_FIELDS_FIELD: break;
        }
        unsigned key = 0;
        while (key < NUM_KEYS && strcmp(key_names[key], f->key) != 0)
            key++;
        if (key == NUM_KEYS)
            return sfc_fields_fail(f, error, "is not a key of a case");
        if (key < from)
            return sfc_fields_fail(
                f, error, line_of[key] != 0 ? "is given twice" : "comes too late (the order of the keys is fixed)");
        from = key + 1;
        line_of[key] = f->line;
        const char *wrong = take(c, (enum key)key, f->value, sha256);
        if (wrong)
            return sfc_fields_fail(f, error, wrong);
    }
}

/* The body must be a dump for the case's op, with one row for each PC of a look-up; a reject has none. */
static bool check_body(const struct sfc_case *c, unsigned header_lines, struct sfc_error *error)
{
    struct sfc_error why = { "" };
    if (c->expect == SFC_EXPECT_REJECT)
        return c->body[0] == '\0'
               || sfc_fail(error, "%s:%u: a rejected section has no dump", c->path, header_lines + 1);
    if (!sfc_dump_check(c->body, strlen(c->body), c->op, &why))
        return sfc_fail(error, "%s:%u: the expected dump is none: %s (counted from here)", c->path, header_lines,
                        why.text);
    if (c->op != SFC_OP_LOOKUP)
        return true;
    struct sfc_dump_reader r = { .text = c->body, .left = strlen(c->body), .op = c->op };
    struct sfc_dump_line line;
    size_t rows = 0;
    uint64_t pc;
    for (; sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE; rows++)
        if (rows >= c->num_pcs || !sfc_parse_hex(line.id, line.id_len, &pc) || pc != c->pcs[rows])
            return sfc_fail(error, "%s:%u: this row is not for the PC whose turn it is", c->path,
                            header_lines + r.line);
    return rows == c->num_pcs || sfc_fail(error, "%s:%u: a row for each PC must follow", c->path, header_lines);
}

static bool check_bytes(struct sfc_case *c, const unsigned line_of[NUM_KEYS], const char *sha256,
                        struct sfc_error *error)
{
    size_t len = 0;
    char seen[65];
    c->owned[1] = sfc_read_file(c->file, MAX_SECTION, &len, error);
    c->bytes = (const uint8_t *)c->owned[1];
    if (!c->bytes)
        return false;
    if (len != c->size)
        return sfc_fail(error, "%s:%u: size: %s has %zu bytes", c->path, line_of[KEY_SIZE], c->file, len);
    gen_sha256(c->bytes, len, seen);
    if (strcmp(seen, sha256) != 0)
        return sfc_fail(error, "%s:%u: sha256: %s has %s", c->path, line_of[KEY_SHA256], c->file, seen);
    if (c->result) {
        c->owned[4] = sfc_read_file(c->result, MAX_SECTION, &c->result_size, error);
        c->result_bytes = (const uint8_t *)c->owned[4];
        if (!c->result_bytes)
            return false;
    }
    if (c->range_end > c->size)
        return sfc_fail(error, "%s:%u: range: ends behind the section", c->path, line_of[KEY_RANGE]);
    return true;
}

bool sfc_case_read(struct sfc_case *c, struct sfc_error *error)
{
    size_t len = 0;
    unsigned line_of[NUM_KEYS] = { 0 };
    const char *sha256 = NULL;
    c->owned[0] = sfc_read_file(c->path, MAX_CASE_FILE, &len, error);
    if (!c->owned[0])
        return false;
    if (strlen(c->owned[0]) != len)
        return sfc_fail(error, "%s:1: has NUL bytes", c->path);
    /* Reading cuts the text up. */
    gen_sha256(c->owned[0], len, c->case_sha256);
    struct sfc_fields f = { .path = c->path, .text = c->owned[0] };
    if (!read_header(c, &f, line_of, &sha256, error))
        return false;
    c->body = f.text;
    c->sha256 = sha256;
    return check_bytes(c, line_of, sha256, error) && check_body(c, f.line, error);
}

void sfc_case_free(struct sfc_case *c)
{
    for (unsigned i = 0; i < sizeof c->owned / sizeof c->owned[0]; i++)
        free(c->owned[i]);
    free(c->pcs);
    *c = (struct sfc_case){ 0 };
}

bool sfc_case_has_open_end(const struct sfc_case *c)
{
    return c->op == SFC_OP_UNWIND && c->expect == SFC_EXPECT_POLICY && !c->doubt;
}
