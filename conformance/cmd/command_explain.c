/* SPDX-License-Identifier: MIT */
/* sframe-conform explain: cases in words, or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_bytes.h"
#include "field_map.h"
#include "json.h"
#include "places.h"
#include "registers.h"
#include "selection.h"

struct options {
    struct sfc_corpus_choice choice;
    bool all; /* bytes, also on a terminal */
    bool json;
};

/* Prints the question and its arguments. */
static void print_question(const struct sfc_case *c)
{
    static const char *const questions[SFC_NUM_OPS] = {
        "What is in the section?",
        "Which row applies at these addresses?",
        "What is the stack trace from here?",
        "What are the bytes of the section with this dump?",
        "Which row applies at these addresses, asked one after another of sections that stay open?",
        "What is the section that both become, at the lower of their addresses?",
    };
    printf("\nQuestion\n  %s\n", questions[c->op]);
    for (size_t i = 0; i < c->num_pcs; i++)
        printf("  pc 0x%" PRIx64 "%s\n", c->pcs[i], c->in_second[i] ? " in the second section" : "");
    if (c->regs)
        printf("  registers %s\n", c->regs);
    if (c->mem)
        printf("  memory    %s\n", c->mem);
    if (c->pac_mask)
        printf("  signature bits in return addresses %s\n", c->pac_mask);
    if (c->max)
        printf("  at most %s frames\n", c->max);
}

/* What a row of a register rests on in the profile of the case. */
static void print_basis(const struct sfc_case *c, enum sfc_register in, const char *name, size_t len)
{
    const struct sfr_basis_info *basis = sfc_find_basis(in, name, len, c->profile);
    struct sfc_buffer b = { 0 };
    if (!basis)
        return;
    sfc_add_basis(&b, basis, c->profile);
    printf("    basis %s\n", b.data);
    sfc_buffer_free(&b);
}

static void print_clauses(const struct sfc_case *c)
{
    const char *words = c->clauses, *word;
    size_t len;
    printf("\nClauses\n");
    while ((word = sfc_next_word(&words, &len))) {
        const struct sfr_clause_info *clause = sfc_find_clause(word, len);
        printf("  %s (%s, %s)\n    %s\n", clause->id, clause->source, clause->strength, clause->statement);
        print_basis(c, SFC_CLAUSES, word, len);
    }
}

/* What an answer to an open question has to be. */
static const char *open_answer(const struct sfc_case *c, const struct sfr_policy_info *policy)
{
    if (sfc_case_open_end(c))
        return strcmp(policy->id, "AMB-102") == 0
                   ? "accept with the trace below or one that ends sooner"
                   : "accept with the trace below; it may stop (`unsafe`) or go on for want of a register";
    const bool may_reject = sfc_answer_is_allowed(policy, "reject");
    if (c->num_readings > 0)
        return may_reject ? "reject, or accept with one of the meanings below"
                          : "accept with one of the meanings below";
    return may_reject ? "reject, or accept with the meaning below" : "accept with the meaning below";
}

/* An open question, and its answers. */
static void print_policy(const struct sfc_case *c, const struct sfr_policy_info *policy)
{
    printf("  %s: %s\n", policy->id, policy->question);
    if (strcmp(policy->answers, "-") != 0)
        printf("    answers that may be declared: %s\n", policy->answers);
    printf("    the reference's answer: %s\n", policy->answer);
    print_basis(c, SFC_POLICIES, policy->id, strlen(policy->id));
}

/* The fault, and the open question that made it one in this profile. */
static void print_fault(const struct sfc_case *c, const struct sfr_fault_info *fault)
{
    const struct sfr_policy_info *policy = sfr_policy_info(fault->policy);
    printf("  reject: %s, bytes 0x%" PRIx64 "-0x%" PRIx64 "\n    %s\n", fault->name, c->range_start, c->range_end,
           fault->message);
    print_basis(c, SFC_FAULTS, fault->name, strlen(fault->name));
    if (policy && sfc_find_basis(SFC_POLICIES, policy->id, strlen(policy->id), c->profile)) {
        printf("  An open question of the texts makes it a fault:\n");
        print_policy(c, policy);
    }
}

/* The questions that the manual's words do not settle and on whose answers the expectation rests. */
static void print_decided(const struct sfc_case *c)
{
    const char *words = c->decided, *word;
    size_t len;
    if (c->decided)
        printf("  This rests on what the suite has decided:\n");
    while ((word = sfc_next_word(&words, &len)))
        print_policy(c, sfc_find_policy(word, len));
}

/* The fault, refusal or open question of the case. */
static void print_verdict(const struct sfc_case *c)
{
    const struct sfr_fault_info *fault = c->fault_class ? sfc_find_fault(c->fault_class, strlen(c->fault_class)) : NULL;
    const struct sfr_policy_info *policy = c->policy ? sfc_find_policy(c->policy, strlen(c->policy)) : NULL;
    if (fault)
        print_fault(c, fault);
    for (size_t i = 0; i < c->num_also; i++)
        printf("  or reject: %s, bytes 0x%" PRIx64 "-0x%" PRIx64 "\n", c->also[i].fault_class, c->also[i].start,
               c->also[i].end);
    if (c->elf_error)
        printf("  %s: the ELF file is at fault: %s (corpus/README.md)\n",
               c->expect == SFC_EXPECT_REJECT ? "reject" : "reject, or accept", c->elf_error);
    if (c->refusal) {
        printf("  refuse: %s%s%s\n    %s\n", c->refusal, c->at ? ", at " : "", c->at ? c->at : "",
               sfc_find_refusal(c->refusal, strlen(c->refusal))->message);
        print_basis(c, SFC_REFUSALS, c->refusal, strlen(c->refusal));
    }
    if (policy) {
        printf("  %s: the texts leave this open\n", open_answer(c, policy));
        print_policy(c, policy);
    }
    if (c->expect == SFC_EXPECT_ACCEPT)
        printf("  accept with this meaning\n");
    if (!fault)
        print_decided(c);
}

static void print_expectation(const struct sfc_case *c, bool all)
{
    printf("\nRight answer\n");
    print_verdict(c);
    for (size_t i = 0; i < c->num_readings; i++)
        printf("\n  `%s`\n%s", c->readings[i].answer, c->readings[i].body);
    if (c->expect == SFC_EXPECT_REJECT && c->op == SFC_OP_SEQUENCE)
        printf("  or accept with these rows: `reject` where the damage is, and nowhere else\n");
    if (c->num_readings == 0 && c->body[0] != '\0')
        printf("\n%s", c->body);
    if (c->result) {
        printf("\n  the canonical bytes (%s)\n\n", c->result);
        sfc_print_result_fields(c, all);
    }
}

/* Some bytes of a patch, which may be long. */
static void print_digits(const char *digits, size_t num_bytes)
{
    enum { MOST_DIGITS = 32 };
    const size_t len = 2 * num_bytes;
    printf(" %.*s%s", (int)(len < MOST_DIGITS ? len : MOST_DIGITS), digits, len > MOST_DIGITS ? "..." : "");
}

static void print_patch(const char *parent, const char *patch)
{
    struct sfc_patch_part part;
    printf("Made from %s:\n", parent);
    while (*patch && sfc_patch_next(&patch, &part)) {
        printf("  at 0x%zx:", part.at);
        if (part.num_old != part.num_made)
            printf(" %zu bytes %s:", part.num_old + part.num_made, part.num_old == 0 ? "inserted" : "removed");
        if (part.num_old > 0)
            print_digits(part.old, part.num_old);
        if (part.num_old > 0 && part.num_made > 0)
            printf(" becomes");
        if (part.num_made > 0)
            print_digits(part.made, part.num_made);
        printf("\n");
    }
}

static int explain_case(const struct sfc_case *c, const void *options)
{
    const struct options *o = options;
    printf("%s\n  %s\n\n", c->id, c->title);
    printf("Judged as %s at address 0x%" PRIx64 ", op %s, %s, %s-endian, %zu bytes\n", c->profile, c->addr,
           sfc_op_name(c->op), c->abi, c->order, c->size);
    printf("Level %s%s%s\n", sfc_level_names[c->level], c->level_because ? ": " : "",
           c->level_because ? c->level_because : "");
    if (c->parent && c->patch)
        print_patch(c->parent, c->patch);
    else if (c->parent)
        printf("Made from %s by %s\n", c->parent, c->change);
    if (c->multi_fault)
        printf("Informational, with several deliberate faults: %s\n", c->multi_fault);
    if (c->catches)
        printf("Catches %s\n", c->catches);
    print_question(c);
    sfc_print_case_bytes(c, o->all);
    print_clauses(c);
    print_expectation(c, o->all);
    return SFC_STATUS_CONFORMS;
}

/* ---- As JSON, for programs ---------------------------------------------------------------- */

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
    sfc_json_some(b, "change", c->change);
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

static int print_asked(const struct sfc_corpus *corpus, const struct asked *a)
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
