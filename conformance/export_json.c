/* SPDX-License-Identifier: MIT */
/* The corpus as one JSON document. */
#include <stdlib.h>
#include <string.h>

#include "../gen/sha256.h"
#include "export.h"
#include "fields.h"
#include "json.h"

/* Keys whose value is a number, and those whose value is a list of words. All others are strings: a new key of the case
   files needs nothing here. But `result` is a file, which readers of the document do not have: it becomes a
   checksum. */
static const char numbers[] = "rev size max", lists[] = "clauses pcs regs mem catches";

/* ---- Sections -------------------------------------------------------------------------- */

/* A section, or the dump that is to become one, by its checksum: several cases may name the same bytes. */
struct section {
    char sha256[GEN_SHA256_TEXT];
    const uint8_t *bytes;
    size_t size;
};

static int compare_sections(const void *a, const void *b)
{
    return strcmp(((const struct section *)a)->sha256, ((const struct section *)b)->sha256);
}

static void write_bytes(struct sfr_buffer *b, const struct section *s)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < s->size; i++) {
        const char byte[2] = { digits[s->bytes[i] >> 4], digits[s->bytes[i] & 15] };
        sfr_buffer_add(b, byte, 2);
    }
}

static void add_section(struct section *sections, size_t *count, const uint8_t *bytes, size_t size)
{
    struct section *s = &sections[(*count)++];
    s->bytes = bytes;
    s->size = size;
    gen_sha256(bytes, size, s->sha256);
}

static void write_sections(struct sfr_buffer *b, const struct sfr_run *run)
{
    struct section *sections = sfr_alloc(2 * run->count, sizeof sections[0]);
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        const struct sfr_case *c = run->cases[i];
        add_section(sections, &count, c->bytes, (size_t)c->size);
        if (c->result)
            add_section(sections, &count, c->result_bytes, c->result_size);
    }
    if (count > 0)
        qsort(sections, count, sizeof sections[0], compare_sections);
    sfr_buffer_printf(b, "\"sections\":{");
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_sections(&sections[i], &sections[i - 1]) == 0)
            continue;
        sfr_buffer_printf(b, "%s\n\"%s\":\"", i > 0 ? "," : "", sections[i].sha256);
        write_bytes(b, &sections[i]);
        sfr_buffer_add(b, "\"", 1);
    }
    sfr_buffer_printf(b, "\n}");
    free(sections);
}

/* ---- Cases ----------------------------------------------------------------------------- */

static void write_body(struct sfr_buffer *b, const char *text)
{
    sfr_buffer_printf(b, ",\"body\":[");
    for (const char *line = text; *line;) {
        const size_t len = strcspn(line, "\n");
        char *one = sfr_copy_text(line, len);
        sfr_buffer_printf(b, "%s", line == text ? "" : ",");
        sfr_json_string(b, one);
        free(one);
        line += len + (line[len] == '\n');
    }
    sfr_buffer_printf(b, "]}");
}

static bool write_field(struct sfr_buffer *b, const struct sfr_case *c, const struct sfr_fields *f,
                        struct sfr_error *error)
{
    char sha256[GEN_SHA256_TEXT];
    uint64_t number;
    if (sfr_has_word(numbers, f->key)) {
        if (!sfr_parse_decimal(f->value, strlen(f->value), UINT32_MAX, &number))
            return sfr_fields_fail(f, error, "is not a number");
        sfr_buffer_printf(b, ",\"%s\":%s", f->key, f->value);
    } else if (sfr_has_word(lists, f->key)) {
        sfr_json_words(b, f->key, f->value);
    } else if (strcmp(f->key, "result") == 0) {
        gen_sha256(c->result_bytes, c->result_size, sha256);
        sfr_json_member(b, "result", sha256);
    } else {
        sfr_json_member(b, f->key, f->value);
    }
    return true;
}

/* The fields that the index has and the case file has not come first, so that the case file's own keep their order. */
static bool write_fields(struct sfr_buffer *b, const struct sfr_case *c, char *text, struct sfr_error *error)
{
    struct sfr_fields f = { .path = c->path, .text = text };
    enum sfr_fields_status status;
    sfr_buffer_printf(b, "{\"order\":\"%s\"", c->order);
    sfr_json_member(b, "abi", c->abi);
    sfr_json_member(b, "area", c->area);
    while ((status = sfr_fields_next(&f, error)) == SFR_FIELDS_FIELD)
        if (!write_field(b, c, &f, error))
            return false;
    if (status == SFR_FIELDS_BAD)
        return false;
    write_body(b, f.text);
    return true;
}

static bool write_case(struct sfr_buffer *b, const struct sfr_case *c, struct sfr_error *error)
{
    size_t len = 0;
    char *text = sfr_read_file(c->path, SIZE_MAX / 2, &len, error);
    if (!text)
        return false;
    const bool good = write_fields(b, c, text, error);
    free(text);
    return good;
}

bool sfr_export_json(struct sfr_buffer *b, const struct sfr_run *run, struct sfr_error *error)
{
    sfr_buffer_printf(b, "{\"format\":\"sframe-corpus\",\"version\":1,\n");
    write_sections(b, run);
    sfr_buffer_printf(b, ",\n\"cases\":[");
    for (size_t i = 0; i < run->count; i++) {
        sfr_buffer_printf(b, "%s\n", i > 0 ? "," : "");
        if (!write_case(b, run->cases[i], error))
            return false;
    }
    sfr_buffer_printf(b, "\n]}\n");
    return true;
}
