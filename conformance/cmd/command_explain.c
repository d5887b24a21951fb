/* SPDX-License-Identifier: MIT */
/* sframe-conform explain: cases as JSON, or one in words, for which it becomes report/case_text.py. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "field_map.h"
#include "json.h"
#include "places.h"
#include "reporter.h"
#include "selection.h"

struct options {
    struct sfc_corpus_choice choice;
    bool all; /* bytes, also on a terminal */
    bool json;
};

/* ---- As JSON, for programs ---------------------------------------------------------------- */

static void add_value(struct sfc_buffer *b, const struct sfc_mapped *in, const struct gen_shown_field *f)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &f->field.path);
    sfc_json_member(b, "path", path);
    sfc_buffer_printf(b, ",\"value\":\"0x%" PRIx64 "\"", gen_field_of(in->bytes, in->big, &f->field));
    if (f->changed)
        sfc_buffer_printf(b, ",\"was\":\"0x%" PRIx64 "\"", f->before);
}

/* A section of a million bytes has as many fields: programs get the first ones, and those at fault. */
static bool is_shown(const struct sfc_case *c, const struct sfc_field_map *map, size_t i, bool all)
{
    enum { MOST_FIELDS = 4096 };
    const struct gen_field *f = &map->fields[i].field;
    return all || i < MOST_FIELDS
           || (c->expect == SFC_EXPECT_REJECT && f->start < map->section_start + c->range_end
               && f->end > map->section_start + c->range_start);
}

/* Numbers, each with its bits. */
static void add_fields(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_mapped *in, bool all)
{
    struct sfc_field_map map;
    bool is_open = false, has_bits = false;
    sfc_map_fields(&map, in);
    sfc_buffer_printf(b, ",\"section\":%zu,\"fields\":[", map.section_start);
    for (size_t i = 0; i < map.count; i++) {
        const struct gen_shown_field *f = &map.fields[i];
        if (f->field.kind == GEN_GROUP || !is_shown(c, &map, i, all))
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
        add_value(b, in, f);
        sfc_buffer_printf(b, "%s", f->field.kind == GEN_BITS ? "}" : "");
    }
    sfc_buffer_printf(b, "%s%s]", has_bits ? "]" : "", is_open ? "}" : "");
    sfc_field_map_free(&map);
}

/* ---- The question and its answer ---------------------------------------------------------- */

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
    sfc_json_some(b, "regs", c->regs);
    sfc_json_some(b, "mem", c->mem);
    sfc_json_some(b, "pac-mask", c->pac_mask);
    sfc_json_some(b, "max", c->max);
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
    sfc_json_some(b, "refusal", c->refusal);
    sfc_json_some(b, "at", c->at);
    sfc_json_some(b, "elf-error", c->elf_error);
    sfc_json_member(b, "expected", c->body && c->body[0] ? c->body : NULL);
    for (size_t i = 0; i < c->num_readings; i++) {
        sfc_buffer_printf(b, "%s{\"answer\":", i == 0 ? ",\"readings\":[" : ",");
        sfc_json_string(b, c->readings[i].answer);
        sfc_json_member(b, "body", c->readings[i].body);
        sfc_buffer_printf(b, "}%s", i + 1 == c->num_readings ? "]" : "");
    }
}

/* Another section, with all its fields. */
static void add_other(struct sfc_buffer *b, const struct sfc_case *c, const char *name, const char *path,
                      const uint8_t *bytes, size_t size)
{
    if (!path)
        return;
    const struct sfc_mapped in = { bytes, size, strcmp(c->order, "big") == 0, c->profile, NULL };
    sfc_buffer_printf(b, ",\"%s\":{\"size\":%zu", name, size);
    sfc_json_member(b, "file", path);
    sfc_json_bytes(b, "bytes", bytes, size);
    add_fields(b, c, &in, true);
    sfc_buffer_printf(b, "}");
}

/* What words need beside it. */
static void add_more(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_json_member(b, "file", c->file);
    sfc_json_member(b, "level-because", c->level_because);
    sfc_json_member(b, "multi-fault", c->multi_fault);
    sfc_json_member(b, "catches", c->catches);
    sfc_json_member(b, "open-end", sfc_case_open_end(c));
    sfc_buffer_printf(b, ",\"also\":[");
    for (size_t i = 0; i < c->num_also; i++)
        sfc_buffer_printf(b, "%s[\"%s\",%" PRIu64 ",%" PRIu64 "]", i > 0 ? "," : "", c->also[i].fault_class,
                          c->also[i].start, c->also[i].end);
    sfc_buffer_printf(b, "]");
    add_other(b, c, "second", c->second, c->second_bytes, c->second_size);
    add_other(b, c, "result", c->result, c->result_bytes, c->result_size);
}

/* `for_words`: with all fields, and what case_text.py needs beside them. */
static void add_case(struct sfc_buffer *b, const struct sfc_case *c, bool for_words)
{
    const struct sfc_mapped in = { c->bytes, c->size, strcmp(c->order, "big") == 0, c->profile, c->patch };
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
    sfc_json_some(b, "change", c->change);
    sfc_buffer_printf(b, ",\"elf\":%s,\"size\":%zu", c->elf ? "true" : "false", c->size);
    sfc_json_bytes(b, "bytes", c->bytes, c->size);
    if (c->op != SFC_OP_ENCODE)
        add_fields(b, c, &in, for_words);
    add_context(b, c);
    add_answer(b, c);
    if (for_words)
        add_more(b, c);
    sfc_buffer_printf(b, "}\n");
}

int sfc_explain_in_words(const struct sfc_case *c, const char *command, bool all)
{
    struct sfc_reporter r;
    struct sfc_buffer b = { 0 };
    struct sfc_error error;
    add_case(&b, c, true);
    const bool good = sfc_reporter_input(&b, &error);
    sfc_buffer_free(&b);
    if (!good)
        return sfc_complain(error.text);
    sfc_reporter_make(&r, "report", command);
    if (all)
        sfc_reporter_flag(&r, "all");
    return sfc_reporter_become(&r);
}

static int explain_case(const struct sfc_case *c, const void *options)
{
    const struct options *o = options;
    return sfc_explain_in_words(c, "explain", o->all);
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

static int print_asked(const struct sfc_corpus *corpus, const struct asked *a)
{
    int status = SFC_STATUS_CONFORMS;
    for (size_t i = 0; i < a->count; i++) {
        const struct sfc_case *c = sfc_corpus_find(corpus, a->ids[i]);
        struct sfc_buffer b = { 0 };
        if (c) {
            add_case(&b, c, false);
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

/* Prints a line with an object for each of these ids, in their order; for "-" those that standard input has,
   one a line. */
static int explain_as_json(const char *corpus_name, char *const *ids, size_t count)
{
    struct asked a = { .ids = NULL };
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    int status = SFC_STATUS_ERROR;
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
        status = print_asked(&corpus, &a);
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

/* ---- The command line ------------------------------------------------------------------------ */

static int explain(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .all = false };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, sfc_selection_take, &o, &first);
    if (early >= 0)
        return early;
    if (o.json && first == argc)
        return sfc_cmd_misused(self, "name case ids (`sframe-conform list` prints them), or `-` to read them");
    return o.json ? explain_as_json(o.choice.corpus, argv + first, (size_t)(argc - first))
                  : sfc_with_case(self, &o.choice, argc - first, argv + first, explain_case, &o);
}

static const struct sfr_option options[] = {
    SFC_CORPUS_OPTION,
    { "all", NULL, "all bytes of a long section, also on a terminal", SFC_STORED_FLAG(all) },
    { "json", NULL, "a line of JSON for each of any number of ids; `-`: those on standard input,\none a line",
      SFC_STORED_FLAG(json) },
    { 0 },
};

const struct sfr_command sfc_cmd_explain = {
    .name = "explain",
    .synopsis = "[OPTION...] ID...",
    .summary = "describe a case: its bytes by field, clauses, fault and right answer",
    .options = options,
    .statuses = "0, 4 no such case",
    .run = explain,
};
