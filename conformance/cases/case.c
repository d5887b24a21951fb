/* SPDX-License-Identifier: MIT */
/* Reads one case file: its keys in their fixed order, its body, and the bytes that it names. */
#include <stdlib.h>
#include <string.h>

#include "case_keys.h"
#include "fields.h"
#include "registers.h"
#include "sha256.h"

enum { MAX_CASE_FILE = 64 << 20 };

const char *const sfc_expect_names[SFC_NUM_EXPECTS] = { "accept", "reject", "policy" };
const char *const sfc_level_names[SFC_NUM_LEVELS] = { "safe", "read", "refuse", "validate", "strict" };

bool sfc_level_from_name(const char *name, enum sfc_level *out)
{
    const unsigned i = sfc_find_name(sfc_level_names, SFC_NUM_LEVELS, name, strlen(name));
    if (i < SFC_NUM_LEVELS)
        *out = (enum sfc_level)i;
    return i < SFC_NUM_LEVELS;
}

/* ---- Body and bytes --------------------------------------------------------------- */

/* The dump must be one for the case's op, with one row for each PC of a look-up. */
static bool check_dump(const struct sfc_case *c, const char *dump, unsigned line_before, struct sfc_error *error)
{
    struct sfc_error why = { "" };
    if (!sfc_dump_check(dump, strlen(dump), c->op, &why))
        return sfc_fail(error, "%s:%u: the body is not a valid dump: %s (counted from here)", c->path, line_before,
                        why.text);
    if (c->op != SFC_OP_LOOKUP && c->op != SFC_OP_SEQUENCE)
        return true;
    struct sfc_dump_reader r = { .text = dump, .left = strlen(dump), .op = c->op };
    struct sfc_dump_line line;
    size_t rows = 0;
    uint64_t pc;
    bool rejects = false;
    for (; sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE; rows++) {
        if (rows >= c->num_pcs || !sfc_parse_hex(line.id, line.id_len, &pc) || pc != c->pcs[rows])
            return sfc_fail(error, "%s:%u: this row is not for the next PC", c->path, line_before + r.line);
        rejects = rejects || line.rejects;
    }
    if (rejects != (c->expect == SFC_EXPECT_REJECT))
        return sfc_fail(error, "%s:%u: a sequence has rows with `reject` if the section is damaged, and only then",
                        c->path, line_before);
    return rows == c->num_pcs || sfc_fail(error, "%s:%u: the body must have a row for each PC", c->path, line_before);
}

static unsigned count_lines(const char *text)
{
    unsigned count = 0;
    for (; (text = strchr(text, '\n')); text++)
        count++;
    return count;
}

/* Cuts the body into a dump for each reading. A reject has no body, unless it is a sequence. */
static bool take_body(struct sfc_case *c, char *body, unsigned line, struct sfc_error *error)
{
    c->body = body;
    if (c->expect == SFC_EXPECT_REJECT && c->op != SFC_OP_SEQUENCE)
        return body[0] == '\0' || sfc_fail(error, "%s:%u: a rejected section has no dump", c->path, line + 1);
    for (size_t i = 0; i < c->num_readings; i++) {
        char *empty = strstr(body, "\n\n");
        if (!empty != (i + 1 == c->num_readings))
            return sfc_fail(error, "%s:%u: the body is not one dump for each of the readings, separated by empty lines",
                            c->path, line);
        if (empty)
            empty[1] = '\0';
        c->readings[i].body = body;
        if (!check_dump(c, body, line, error))
            return false;
        line += count_lines(body) + 1;
        body = empty ? empty + 2 : body;
    }
    return c->num_readings > 0 || check_dump(c, body, line, error);
}

/* Reads the second section and checks its checksum. */
static bool check_second(struct sfc_case *c, unsigned line, struct sfc_error *error)
{
    char seen[65];
    const bool is_sequence = c->op == SFC_OP_SEQUENCE, has_second = c->second != NULL;
    bool asked = has_second && !is_sequence;
    for (size_t i = 0; i < c->num_pcs && is_sequence; i++)
        asked = asked || c->in_second[i];
    if (asked != has_second)
        return sfc_fail(error, "%s:1: PCs with `2:` and the key `second` belong together", c->path);
    if (!asked)
        return c->op != SFC_OP_MERGE || sfc_fail(error, "%s:1: a merge needs the key `second`", c->path);
    c->owned.second = sfc_store_read(c->store, c->second, SFC_MAX_SECTION, &c->second_size, error);
    c->second_bytes = (const uint8_t *)c->owned.second;
    if (!c->second_bytes)
        return false;
    sfr_sha256(c->second_bytes, c->second_size, seen);
    return strcmp(seen, c->second_sha256) == 0
           || sfc_fail(error, "%s:%u: second-sha256: %s has %s", c->path, line, c->second, seen);
}

static bool check_bytes(struct sfc_case *c, const struct sfc_case_lines *lines, struct sfc_error *error)
{
    size_t len = 0;
    char seen[65];
    c->owned.section = sfc_store_read(c->store, c->file, SFC_MAX_SECTION, &len, error);
    c->bytes = (const uint8_t *)c->owned.section;
    if (!c->bytes)
        return false;
    if (len != c->size)
        return sfc_fail(error, "%s:%u: size: %s has %zu bytes", c->path, sfc_case_line(lines, "size"), c->file, len);
    sfr_sha256(c->bytes, len, seen);
    if (strcmp(seen, c->sha256) != 0)
        return sfc_fail(error, "%s:%u: sha256: %s has %s", c->path, sfc_case_line(lines, "sha256"), c->file, seen);
    if (c->result) {
        c->owned.result = sfc_store_read(c->store, c->result, SFC_MAX_SECTION, &c->result_size, error);
        c->result_bytes = (const uint8_t *)c->owned.result;
        if (!c->result_bytes)
            return false;
    }
    if (c->range_end > c->size)
        return sfc_fail(error, "%s:%u: range: ends after the section", c->path, sfc_case_line(lines, "range"));
    for (size_t i = 0; i < c->num_also; i++)
        if (!c->also[i].fault_class || c->also[i].end > c->size)
            return sfc_fail(error, "%s:%u: also: %s", c->path, sfc_case_line(lines, "also"),
                            c->also[i].fault_class ? "ends after the section"
                                                   : "names what is not a fault class that rejects");
    return check_second(c, sfc_case_line(lines, "second-sha256"), error);
}

bool sfc_case_read(struct sfc_case *c, struct sfc_error *error)
{
    size_t len = 0;
    struct sfc_case_lines lines = { { 0 } };
    c->owned.text = sfc_store_read(c->store, c->path, MAX_CASE_FILE, &len, error);
    if (!c->owned.text)
        return false;
    if (strlen(c->owned.text) != len)
        return sfc_fail(error, "%s:1: has NUL bytes", c->path);
    /* Reading cuts the text up. */
    sfr_sha256(c->owned.text, len, c->case_sha256);
    struct sfc_fields f = { .path = c->path, .text = c->owned.text };
    c->level = SFC_LEVEL_READ;
    if (!sfc_case_read_keys(c, &f, &lines, error))
        return false;
    return check_bytes(c, &lines, error) && take_body(c, f.text, f.line, error);
}

void sfc_case_free(struct sfc_case *c)
{
    char *const owned[] = { c->owned.index_row, c->owned.text,        c->owned.section, c->owned.second_path,
                            c->owned.second,    c->owned.result_path, c->owned.result };
    for (unsigned i = 0; i < sizeof owned / sizeof owned[0]; i++)
        free(owned[i]);
    for (size_t i = 0; i < c->num_readings; i++)
        free(c->readings[i].answer);
    free(c->readings);
    free(c->also);
    free(c->pcs);
    free(c->in_second);
    free(c->in_signal);
    *c = (struct sfc_case){ 0 };
}

bool sfc_case_open(const struct sfc_case *c, bool second, struct sfr_section *section)
{
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    sfr_profile_from_name(c->profile, &profile);
    return !c->elf
           && sfr_open(section, second ? c->second_bytes : c->bytes, second ? c->second_size : c->size,
                       second ? c->second_addr : c->addr, profile, NULL)
                  == SFR_FAULT_NONE;
}

const char *sfc_case_class(const struct sfc_case *c)
{
    if (c->expect != SFC_EXPECT_REJECT)
        return NULL;
    return c->elf_error ? c->elf_error : c->refusal ? c->refusal : c->fault_class;
}

const char *sfc_case_open_end(const struct sfc_case *c)
{
    if (c->op != SFC_OP_UNWIND || c->expect != SFC_EXPECT_POLICY || c->doubt || c->num_readings > 0)
        return NULL;
    const struct sfr_policy_info *policy = sfc_find_policy(c->policy, strlen(c->policy));
    return policy && policy->end[0] ? policy->end : NULL;
}
