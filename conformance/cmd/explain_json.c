/* SPDX-License-Identifier: MIT */
/* Cases as JSON: bytes by field, what is asked, and the right answer. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "explain_json.h"
#include "field_map.h"
#include "json.h"
#include "places.h"

/* ---- Fields ----------------------------------------------------------------------------- */

static void add_value(struct sfc_buffer *b, const struct sfc_case *c, bool big, const struct gen_shown_field *f)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &f->field.path);
    sfc_json_member(b, "path", path);
    sfc_buffer_printf(b, ",\"value\":\"0x%" PRIx64 "\"", gen_field_of(c->bytes, big, &f->field));
    if (f->changed)
        sfc_buffer_printf(b, ",\"was\":\"0x%" PRIx64 "\"", f->before);
}

/* A section of a million bytes has as many fields: the first ones are shown, and those at fault. */
static bool is_shown(const struct sfc_case *c, const struct sfc_field_map *map, size_t i)
{
    enum { MOST_FIELDS = 4096 };
    const struct gen_field *f = &map->fields[i].field;
    return i < MOST_FIELDS
           || (c->expect == SFC_EXPECT_REJECT && f->start < map->section_start + c->range_end
               && f->end > map->section_start + c->range_start);
}

/* Numbers, each with its bits. */
static void add_fields(struct sfc_buffer *b, const struct sfc_case *c)
{
    const bool big = strcmp(c->order, "big") == 0;
    struct sfc_field_map map;
    bool is_open = false, has_bits = false;
    sfc_map_fields(&map, &(struct sfc_mapped){ c->bytes, c->size, big, c->profile, c->patch });
    sfc_buffer_printf(b, ",\"section\":%zu,\"fields\":[", map.section_start);
    for (size_t i = 0; i < map.count; i++) {
        const struct gen_shown_field *f = &map.fields[i];
        if (f->field.kind == GEN_GROUP || !is_shown(c, &map, i))
            continue;
        if (f->field.kind == GEN_NUMBER) {
            sfc_buffer_printf(b, "%s%s{\"start\":%zu,\"end\":%zu", has_bits ? "]" : "", is_open ? "}," : "",
                              f->field.start, f->field.end);
            is_open = true;
            has_bits = false;
        } else {
            sfc_buffer_printf(b, "%s{\"shift\":%u", has_bits ? "," : ",\"bits\":[", f->field.shift);
            has_bits = true;
        }
        add_value(b, c, big, f);
        sfc_buffer_printf(b, "%s", f->field.kind == GEN_BITS ? "}" : "");
    }
    sfc_buffer_printf(b, "%s%s]", has_bits ? "]" : "", is_open ? "}" : "");
    sfc_field_map_free(&map);
}

/* ---- The question and its answer ---------------------------------------------------------- */

static void add_given(struct sfc_buffer *b, const char *name, const char *value)
{
    if (value)
        sfc_json_member(b, name, value);
}

static void add_context(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_buffer_printf(b, ",\"context\":{\"addr\":\"0x%" PRIx64 "\"", c->addr);
    for (size_t i = 0; i < c->num_pcs; i++)
        sfc_buffer_printf(b, "%s\"%s0x%" PRIx64 "\"%s", i == 0 ? ",\"pcs\":[" : ",",
                          c->in_second && c->in_second[i] ? "2:" : "", c->pcs[i], i + 1 == c->num_pcs ? "]" : "");
    if (c->second) {
        sfc_buffer_printf(b, ",\"second-addr\":\"0x%" PRIx64 "\"", c->second_addr);
        sfc_json_bytes(b, "second", c->second_bytes, c->second_size);
    }
    add_given(b, "regs", c->regs);
    add_given(b, "mem", c->mem);
    add_given(b, "pac-mask", c->pac_mask);
    add_given(b, "max", c->max);
    sfc_buffer_printf(b, "%s%s}", c->sort ? ",\"sort\":true" : "", c->fit ? ",\"fit\":true" : "");
}

static void add_answer(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_json_member(b, "class", c->fault_class);
    if (c->expect == SFC_EXPECT_REJECT && c->fault_class)
        sfc_buffer_printf(b, ",\"range\":[%" PRIu64 ",%" PRIu64 "]", c->range_start, c->range_end);
    else
        sfc_buffer_printf(b, ",\"range\":null");
    sfc_json_member(b, "policy", c->policy);
    sfc_json_words(b, "decided", c->decided);
    add_given(b, "refusal", c->refusal);
    add_given(b, "at", c->at);
    add_given(b, "elf-error", c->elf_error);
    sfc_json_member(b, "expected", c->body && c->body[0] ? c->body : NULL);
    for (size_t i = 0; i < c->num_readings; i++) {
        sfc_buffer_printf(b, "%s{\"answer\":", i == 0 ? ",\"readings\":[" : ",");
        sfc_json_string(b, c->readings[i].answer);
        sfc_json_member(b, "body", c->readings[i].body);
        sfc_buffer_printf(b, "}%s", i + 1 == c->num_readings ? "]" : "");
    }
}

static void add_case(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_buffer_printf(b, "{\"id\":");
    sfc_json_string(b, c->id);
    sfc_json_member(b, "title", c->title);
    sfc_json_member(b, "op", sfc_op_name(c->op));
    sfc_json_member(b, "expect", sfc_expect_names[c->expect]);
    sfc_json_member(b, "level", sfc_level_names[c->level]);
    sfc_json_member(b, "profile", c->profile);
    sfc_json_member(b, "abi", c->abi);
    sfc_json_member(b, "order", c->order);
    sfc_json_words(b, "clauses", c->clauses);
    sfc_json_member(b, "parent", c->parent);
    sfc_json_member(b, "patch", c->patch);
    add_given(b, "change", c->change);
    sfc_buffer_printf(b, ",\"elf\":%s,\"size\":%zu", c->elf ? "true" : "false", c->size);
    sfc_json_bytes(b, "bytes", c->bytes, c->size);
    if (c->op != SFC_OP_ENCODE)
        add_fields(b, c);
    add_context(b, c);
    add_answer(b, c);
    sfc_buffer_printf(b, "}\n");
}

/* ---- Ids ---------------------------------------------------------------------------------- */

/* The asked ids, in their order and sorted. */
struct asked {
    char **ids, **sorted;
    size_t count;
};

static int compare_ids(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void take_id(struct asked *a, const char *id)
{
    a->ids = sfc_make_room(a->ids, a->count, sizeof a->ids[0]);
    a->ids[a->count++] = sfc_copy_string(id);
}

static void take_input(struct asked *a)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0])
            take_id(a, line);
    }
    free(line);
}

static bool is_asked(const void *ctx, const struct sfc_case *c)
{
    const struct asked *a = ctx;
    return a->count > 0 && bsearch(&c->id, a->sorted, a->count, sizeof a->sorted[0], compare_ids);
}

static int print(const struct sfc_corpus *corpus, const struct asked *a)
{
    int status = SFC_STATUS_CONFORMS;
    for (size_t i = 0; i < a->count; i++) {
        const struct sfc_case *c = sfc_corpus_find(corpus, a->ids[i]);
        struct sfc_buffer b = { 0 };
        if (c) {
            add_case(&b, c);
        } else {
            sfc_buffer_printf(&b, "{\"id\":");
            sfc_json_string(&b, a->ids[i]);
            sfc_buffer_printf(&b, ",\"error\":\"no such case\"}\n");
            status = SFC_STATUS_ERROR;
        }
        fwrite(b.data, 1, b.len, stdout);
        sfc_buffer_free(&b);
    }
    return sfc_flush_output() ? status : SFC_STATUS_ERROR;
}

int sfc_explain_json(const char *corpus_name, char *const *ids, size_t count)
{
    struct asked a = { .ids = NULL };
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    int status = SFC_STATUS_ERROR;
    signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], "-") == 0)
            take_input(&a);
        else
            take_id(&a, ids[i]);
    a.sorted = sfc_alloc(a.count + 1, sizeof a.sorted[0]);
    for (size_t i = 0; i < a.count; i++)
        a.sorted[i] = a.ids[i];
    qsort(a.sorted, a.count, sizeof a.sorted[0], compare_ids);
    char *path = sfc_corpus_path(corpus_name);
    if (sfc_corpus_load_some(&corpus, path, is_asked, &a, &error)) {
        status = print(&corpus, &a);
        sfc_corpus_free(&corpus);
    } else {
        sfc_complain(error.text);
    }
    free(path);
    free(a.sorted);
    for (size_t i = 0; i < a.count; i++)
        free(a.ids[i]);
    free(a.ids);
    return status;
}
