/* SPDX-License-Identifier: MIT */
/* The draft of a case: a recipe with one changed field, or a regression with its story. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "conform_paths.h"
#include "markup.h"
#include "promote.h"

/* ---- As one field of an accepted case -------------------------------------------------------------------- */

struct graft {
    const struct sfc_case *parent;
    struct fuzz_field field;
    uint64_t value;
    struct fuzz_signature signature;
};

static bool is_big(const struct fuzz_section *in)
{
    return in->size > 0 && in->data[0] == 0xde;
}

/* Puts the bytes of the fault into the same field of the parent. True if the fault is the same
   there. */
static bool try_graft(const struct fuzz_promotion *p, const struct fuzz_field *from, const struct sfc_case *parent,
                      struct graft *g)
{
    struct fuzz_section in, changed;

    if (!fuzz_section_of_case(parent, &in) || in.profile != p->in.profile || is_big(&in) != is_big(&p->in)
        || !fuzz_find_field(&in, from->name, 0, &g->field) || g->field.width != from->width)
        return false;
    changed = in;
    changed.data = sfc_alloc(in.size, 1);
    memcpy(changed.data, in.data, in.size);
    memcpy(changed.data + g->field.start, p->in.data + from->start, from->width);
    g->signature = fuzz_signature_of(&changed);
    const bool same = memcmp(changed.data, in.data, in.size) != 0 && fuzz_signature_same(&g->signature, &p->signature);
    free(changed.data);
    g->parent = parent;
    g->value = 0;
    for (unsigned i = 0; i < from->width; i++)
        g->value |= (uint64_t)p->in.data[from->start + (is_big(&in) ? from->width - 1 - i : i)] << 8 * i;
    return same;
}

/* AREA/NAME of the id PROFILE/ABI-ORDER/AREA/NAME; NULL for another id. */
static const char *place_of(const char *id)
{
    const char *slash = strchr(id, '/');

    slash = slash ? strchr(slash + 1, '/') : NULL;
    return slash ? slash + 1 : NULL;
}

/* The smallest accepted case that can be the parent. */
static bool find_graft(const struct fuzz_promotion *p, const struct sfc_corpus *corpus, struct graft *best)
{
    struct fuzz_field from;

    best->parent = NULL;
    if (p->signature.fault == SFR_FAULT_NONE || p->command || !fuzz_find_field(&p->in, p->signature.field, 0, &from))
        return false;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_case *c = &corpus->cases[i];
        struct graft g;
        /* Sections of real tools have no recipe. */
        if (c->expect == SFC_EXPECT_ACCEPT && strncmp(c->id, "real/", 5) != 0 && place_of(c->id)
            && (!best->parent || c->size < best->parent->size) && try_graft(p, &from, c, &g))
            *best = g;
    }
    return best->parent != NULL;
}

/* ---- The draft ------------------------------------------------------------------------------------------- */

static void add_provenance(const struct fuzz_promotion *p, struct sfc_buffer *b, const char *before)
{
    const char *base = strrchr(p->path, '/');

    sfc_buffer_printf(b, "%sfrom ", before);
    sfc_add_line(b, base ? base + 1 : p->path);
    sfc_buffer_printf(b, ", %zu bytes, sha256 %s\n", p->size, p->sha256);
    sfc_buffer_printf(b, "%sby sframe-conform promote %s; judged as %s at address 0x%" PRIx64 "\n", before,
                      SFC_CONFORM_VERSION, sfr_profile_name(p->in.profile), p->in.addr);
    if (p->command) {
        sfc_buffer_printf(b, "%sas long as this failed: ", before);
        sfc_add_line(b, p->command);
        sfc_buffer_printf(b, "\n");
    }
}

static void draft_recipe(const struct fuzz_promotion *p, const struct graft *g, struct sfc_buffer *b)
{
    const bool both_orders = strcmp(g->parent->abi, "aarch64") == 0;

    add_provenance(p, b, "# ");
    sfc_buffer_printf(b, "title: %s\n", p->story);
    sfc_buffer_printf(b, "clauses: %s\n", sfr_clause_info(p->signature.clause)->id);
    sfc_buffer_printf(b, "for: %s %s%s%s\n", g->parent->profile, g->parent->abi, both_orders ? "-" : "",
                      both_orders ? g->parent->order : "");
    sfc_buffer_printf(b, "parent: %s\n", place_of(g->parent->id));
    sfc_buffer_printf(b, "set: %s = 0x%" PRIx64 "\n", g->field.name, g->value);
    sfc_buffer_printf(b, "expect: reject %s at %s\n", sfr_fault_info(p->signature.fault)->name, g->signature.field);
}

static void draft_regression(const struct fuzz_promotion *p, struct sfc_buffer *b)
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);

    sfc_buffer_printf(b, "| `%s.input` | %s |\n\n", p->name, p->story);
    add_provenance(p, b, "- ");
    if (fault)
        sfc_buffer_printf(b, "- refused: %s, %s, %s, bytes 0x%" PRIx64 "-0x%" PRIx64 "\n", fault->name,
                          sfr_clause_info(p->signature.clause)->id, p->signature.field, p->signature.start,
                          p->signature.end);
    else
        sfc_buffer_printf(b, "- accepted by the reference\n");
}

static bool is_free(const char *path, struct sfc_error *error)
{
    struct stat st;

    /* A link that leads nowhere is somebody's, too. */
    return lstat(path, &st) != 0 || sfc_fail(error, "%s exists already; remove it, or give another --name", path);
}

/* Both files of a draft or none. */
static bool write_files(const struct fuzz_promotion *p, const char *ending, const struct sfc_buffer *text,
                        struct sfc_error *error)
{
    char *input = sfc_format("%s/%s.input", p->output, p->name),
         *draft = sfc_format("%s/%s%s", p->output, p->name, ending);
    bool good = is_free(input, error) && is_free(draft, error) && sfc_write_file(input, p->in.data, p->in.size, error);

    if (good && !sfc_write_file(draft, text->data, text->len, error)) {
        unlink(input);
        good = false;
    }
    if (good)
        fprintf(stderr, "%s\n%s\n", input, draft);
    free(input);
    free(draft);
    return good;
}

static void name_it(struct fuzz_promotion *p, char name[160])
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
    size_t len = 0;

    snprintf(name, 160, "%s-%s", fault ? fault->name : "accepted", fault ? p->signature.field : p->sha256);
    for (const char *c = name; *c && len < 100; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        if (plain || (len > 0 && name[len - 1] != '-'))
            name[len++] = plain ? *c : '-';
    }
    while (len > 0 && name[len - 1] == '-')
        len--;
    name[len] = '\0';
    p->name = name;
}

int fuzz_promotion_draft(struct fuzz_promotion *p, const struct sfc_corpus *corpus)
{
    struct graft g;
    const bool grafts = find_graft(p, corpus, &g);
    struct sfc_buffer b = { 0 };
    struct sfc_error error = { "" };
    char name[160];
    bool good = true;

    if (!p->name)
        name_it(p, name);
    if (!p->story)
        p->story = p->signature.fault == SFR_FAULT_NONE ? "say here what the input found"
                                                        : sfr_fault_info(p->signature.fault)->message;
    if (grafts)
        draft_recipe(p, &g, &b);
    else
        draft_regression(p, &b);
    if (p->output)
        good = write_files(p, grafts ? ".recipe" : ".md", &b, &error);
    else
        fputs(b.data, stdout);
    sfc_buffer_free(&b);
    return good ? 0 : sfc_complain(error.text);
}
