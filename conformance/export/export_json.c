/* SPDX-License-Identifier: MIT */
/* The corpus as one JSON document. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "fields.h"
#include "json.h"
#include "registers.h"
#include "sha256.h"

/* Keys with a number, and keys with a list of words. All others are strings, so a new key needs
   nothing here. `result` is a file that readers of the document do not have: it becomes a
   checksum. `also` becomes an array, and `readings` comes with the body. */
static const char numbers[] = "rev size max", lists[] = "clauses pcs regs mem catches signal-pcs decided";
/* Keys that are written before or after the others. */
static const char written[] = "level readings";

/* ---- Sections -------------------------------------------------------------------------- */

/* A section, or the dump for an encoder, by its checksum: several cases may share the bytes. */
struct section {
    char sha256[SFR_SHA256_TEXT];
    const uint8_t *bytes;
    size_t size;
};

static int compare_sections(const void *a, const void *b)
{
    return strcmp(((const struct section *)a)->sha256, ((const struct section *)b)->sha256);
}

static void add_section(struct section *sections, size_t *count, const uint8_t *bytes, size_t size)
{
    struct section *s = &sections[(*count)++];
    s->bytes = bytes;
    s->size = size;
    sfr_sha256(bytes, size, s->sha256);
}

static void write_sections(struct sfc_buffer *b, const struct sfc_run *run)
{
    struct section *sections = sfc_alloc(3 * run->count, sizeof sections[0]);
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        const struct sfc_case *c = run->cases[i];
        add_section(sections, &count, c->bytes, (size_t)c->size);
        if (c->result)
            add_section(sections, &count, c->result_bytes, c->result_size);
        if (c->second)
            add_section(sections, &count, c->second_bytes, c->second_size);
    }
    if (count > 0)
        qsort(sections, count, sizeof sections[0], compare_sections);
    sfc_buffer_printf(b, "\"sections\":{");
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_sections(&sections[i], &sections[i - 1]) == 0)
            continue;
        sfc_buffer_printf(b, "%s\n\"%s\":\"", i > 0 ? "," : "", sections[i].sha256);
        sfc_add_hex(b, sections[i].bytes, sections[i].size);
        sfc_buffer_add(b, "\"", 1);
    }
    sfc_buffer_printf(b, "\n}");
    free(sections);
}

/* ---- For C ------------------------------------------------------------------------------ */

/* The text that a section is for. */
struct range {
    uint64_t start, end;
    bool wraps; /* it reaches the end of memory, or goes on at its start */
};

static void widen(struct range *r, uint64_t start, uint64_t size)
{
    const uint64_t end = start + size;
    r->wraps = r->wraps || end < start;
    r->start = start < r->start ? start : r->start;
    r->end = end > r->end ? end : r->end;
}

static void widen_by_functions(struct range *r, const struct sfr_section *s)
{
    struct sfr_fde fde;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        if (sfr_read_fde(s, i, &fde) == SFR_FAULT_NONE) {
            widen(r, fde.start, fde.sfde_func_size);
            r->wraps = r->wraps || fde.distance_wraps || (fde.distance < 0) != (fde.start < s->addr);
        }
}

/* Of a section without functions, or whose functions cannot be read, the text is what is near it. */
static struct range text_of(const struct sfc_case *c, bool second)
{
    struct range r = { UINT64_MAX, 0, false };
    struct sfr_section s;
    const uint64_t addr = second ? c->second_addr : c->addr;
    if (sfc_case_open(c, second, &s))
        widen_by_functions(&r, &s);
    for (size_t i = 0; i < c->num_pcs; i++)
        if (!c->second || c->in_second[i] == second)
            widen(&r, c->pcs[i], 1);
    if (r.start >= r.end)
        widen(&r, addr, (uint64_t)1 << 20);
    return r.wraps ? (struct range){ 0 } : r;
}

/* Is a refusal one of the answers to an open question? */
static bool may_reject(const struct sfc_case *c)
{
    return c->expect == SFC_EXPECT_POLICY && !sfc_case_open_end(c)
           && (sfc_op_makes_section(c->op)
               || sfc_answer_is_allowed(sfc_find_policy(c->policy, strlen(c->policy)), "reject"));
}

static void write_for_c(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_json_some(b, "may-reject", may_reject(c) ? "yes" : NULL);
    sfc_json_some(b, "open-end", sfc_case_open_end(c));
    if (c->elf || sfc_op_makes_section(c->op))
        return;
    for (unsigned second = 0; second <= (c->second != NULL); second++) {
        const struct range r = text_of(c, second);
        sfc_buffer_printf(b, ",\"%stext\":[\"0x%" PRIx64 "\",\"0x%" PRIx64 "\"]", second ? "second-" : "", r.start,
                          r.end);
    }
}

/* ---- Cases ----------------------------------------------------------------------------- */

static void write_bodies(struct sfc_buffer *b, const struct sfc_case *c)
{
    if (c->num_readings == 0)
        sfc_json_lines(b, "body", c->body);
    for (size_t i = 0; i < c->num_readings; i++) {
        sfc_buffer_printf(b, "%s{\"answer\":\"%s\"", i > 0 ? "," : ",\"readings\":[", c->readings[i].answer);
        sfc_json_lines(b, "body", c->readings[i].body);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, c->num_readings > 0 ? "]}" : "}");
}

static void write_also(struct sfc_buffer *b, const struct sfc_case *c)
{
    for (size_t i = 0; i < c->num_also; i++)
        sfc_buffer_printf(b, "%s{\"class\":\"%s\",\"range\":\"0x%" PRIx64 "-0x%" PRIx64 "\"}",
                          i > 0 ? "," : ",\"also\":[", c->also[i].fault_class, c->also[i].start, c->also[i].end);
    sfc_buffer_printf(b, "]");
}

static bool write_field(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_fields *f,
                        struct sfc_error *error)
{
    char sha256[SFR_SHA256_TEXT];
    uint64_t number;
    if (sfc_has_word(numbers, f->key)) {
        if (!sfc_parse_decimal(f->value, strlen(f->value), UINT32_MAX, &number))
            return sfc_fields_fail(f, error, "is not a number");
        sfc_buffer_printf(b, ",\"%s\":%s", f->key, f->value);
    } else if (sfc_has_word(lists, f->key)) {
        sfc_json_words(b, f->key, f->value);
    } else if (strcmp(f->key, "result") == 0) {
        sfr_sha256(c->result_bytes, c->result_size, sha256);
        sfc_json_member(b, "result", sha256);
    } else if (strcmp(f->key, "also") == 0) {
        write_also(b, c);
    } else if (!sfc_has_word(written, f->key)) {
        sfc_json_member(b, f->key, f->value);
    }
    return true;
}

/* Fields that only the index has come first. The fields of the case file keep their order. */
static bool write_fields(struct sfc_buffer *b, const struct sfc_case *c, char *text, bool for_c,
                         struct sfc_error *error)
{
    struct sfc_fields f = { .path = c->path, .text = text };
    enum sfc_fields_status status;
    sfc_buffer_printf(b, "{\"order\":\"%s\"", c->order);
    sfc_json_member(b, "abi", c->abi);
    sfc_json_member(b, "area", c->area);
    sfc_json_member(b, "level", sfc_level_names[c->level]);
    while ((status = sfc_fields_next(&f, error)) == SFC_FIELDS_FIELD)
        if (!write_field(b, c, &f, error))
            return false;
    if (status == SFC_FIELDS_BAD)
        return false;
    if (for_c)
        write_for_c(b, c);
    write_bodies(b, c);
    return true;
}

static bool write_case(struct sfc_buffer *b, const struct sfc_case *c, bool for_c, struct sfc_error *error)
{
    size_t len = 0;
    char *text = sfc_store_read(c->store, c->path, SIZE_MAX / 2, &len, error);
    if (!text)
        return false;
    const bool good = write_fields(b, c, text, for_c, error);
    free(text);
    return good;
}

bool sfc_export_json(struct sfc_buffer *b, const struct sfc_run *run, bool for_c, struct sfc_error *error)
{
    char sha256[SFR_SHA256_TEXT];
    if (!sfc_store_hash(run->corpus->store, sha256, error))
        return false;
    sfc_buffer_printf(b, "{\"format\":\"sframe-corpus\",\"version\":1");
    sfc_json_some(b, "corpus-version", run->corpus->version[0] ? run->corpus->version : NULL);
    sfc_json_member(b, "corpus-sha256", sha256);
    sfc_buffer_printf(b, ",\n");
    write_sections(b, run);
    sfc_buffer_printf(b, ",\n\"cases\":[");
    for (size_t i = 0; i < run->count; i++) {
        sfc_buffer_printf(b, "%s\n", i > 0 ? "," : "");
        if (!write_case(b, run->cases[i], for_c, error))
            return false;
    }
    sfc_buffer_printf(b, "\n]}\n");
    return true;
}
