/* SPDX-License-Identifier: MIT */
/* Finds grouped by their cause. */
#include <stdlib.h>
#include <string.h>

#include "causes.h"
#include "reasons.h"

static char *shape_of(const struct sfc_target *target, const struct sfc_find *find)
{
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; i < find->num_bodies; i++) {
        sfc_buffer_printf(&b, "%s", i > 0 ? " | " : "");
        sfc_body_shape(&b, target, &find->bodies[i]);
    }
    return b.data ? b.data : sfc_copy_string("");
}

/* ---- Known causes ---- */

static bool read_kind(struct sfc_find *find, const char *word, size_t len)
{
    const char *colon = memchr(word, ':', len);
    const size_t n = colon ? (size_t)(colon - word) : len;
    for (unsigned kind = 0; kind < SFC_NUM_KINDS; kind++) {
        const char *name = sfc_kind_name((enum sfc_kind)kind);
        if (strlen(name) != n || memcmp(name, word, n) != 0)
            continue;
        find->kind = (enum sfc_kind)kind;
        if (colon && len - n - 1 < sizeof find->detail)
            memcpy(find->detail, colon + 1, len - n - 1);
        return !colon || (kind >= SFC_KIND_SECTION && find->detail[0]);
    }
    return false;
}

static bool read_entry(struct sfc_known_causes *known, const struct sfc_target *target,
                       const struct gen_reasons *reasons, struct sfc_error *error)
{
    const size_t len = strcspn(reasons->entry, " ");
    struct sfc_known_cause cause = { .line = reasons->line, .reason = reasons->reason };
    struct sfc_expected expected = { 0 };
    struct sfc_error why = { "" };
    if (!read_kind(&cause.find, reasons->entry, len) || reasons->entry[len] == '\0')
        return sfc_fail(error, "%s:%u: an entry is KIND PROGRAM, and '%.*s' is no kind", known->path, reasons->line,
                        (int)len, reasons->entry);
    if (!sfc_program_read(reasons->entry + len + 1, &cause.find.bodies, &cause.find.num_bodies, &why))
        return sfc_fail(error, "%s:%u: %s", known->path, reasons->line, why.text);
    bool good = true;
    for (size_t i = 0; good && i < cause.find.num_bodies; i++)
        good = sfc_expect(target, &cause.find.bodies[i], &expected);
    sfc_expected_free(&expected);
    cause.shape = shape_of(target, &cause.find);
    known->all = sfc_grow(known->all, known->count + 1, sizeof known->all[0]);
    known->all[known->count++] = cause;
    return good || sfc_fail(error, "%s:%u: the program is not valid for %s", known->path, reasons->line, target->abi);
}

bool sfc_known_causes_read(struct sfc_known_causes *known, const struct sfc_target *target, const char *path,
                           struct sfc_error *error)
{
    enum { MAX_FILE = 1 << 20 };
    size_t len;
    bool good = true;
    *known = (struct sfc_known_causes){ .path = sfc_copy_string(path) };
    known->text = sfc_read_file(path, MAX_FILE, &len, error);
    if (!known->text)
        return false;
    struct gen_reasons reasons = { .next = known->text };
    while (good && gen_reasons_next(&reasons))
        good = read_entry(known, target, &reasons, error);
    if (good && reasons.wrong)
        good = sfc_fail(error, "%s:%u: %s", path, reasons.line, reasons.wrong);
    return good;
}

void sfc_known_causes_free(struct sfc_known_causes *known)
{
    for (size_t i = 0; i < known->count; i++) {
        sfc_find_free(&known->all[i].find);
        free(known->all[i].shape);
    }
    free(known->all);
    free(known->text);
    free(known->path);
    *known = (struct sfc_known_causes){ 0 };
}

bool sfc_known_causes_check(struct sfc_known_causes *known, struct sfc_trial *trial, struct sfc_error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < known->count; i++) {
        bool shown;
        good = sfc_find_try(trial, &known->all[i].find, &shown, error);
        known->all[i].is_stale = !shown;
    }
    return good;
}

/* ---- Causes ---- */

static char *key_of(const struct sfc_find *find, const char *shape)
{
    return sfc_format("%s%s%s %s", sfc_kind_name(find->kind), find->detail[0] ? ":" : "", find->detail, shape);
}

struct sfc_cause *sfc_causes_add(struct sfc_causes *causes, const struct sfc_target *target, struct sfc_find *find,
                                 uint64_t times)
{
    char *shape = shape_of(target, find), *key = key_of(find, shape);
    struct sfc_cause *c = NULL;
    for (size_t i = 0; i < causes->count && !c; i++)
        c = strcmp(causes->all[i].key, key) == 0 ? &causes->all[i] : NULL;
    if (!c) {
        causes->all = sfc_grow(causes->all, causes->count + 1, sizeof causes->all[0]);
        c = &causes->all[causes->count++];
        *c = (struct sfc_cause){ .key = key, .shape = shape, .first = *find };
    } else {
        free(shape);
        free(key);
        if (find->is_confirmed != c->first.is_confirmed ? find->is_confirmed : find->index < c->first.index) {
            sfc_find_free(&c->first);
            c->first = *find;
        } else {
            sfc_find_free(find);
        }
    }
    *find = (struct sfc_find){ 0 };
    c->count += times;
    return c;
}

struct sfc_known_cause *sfc_known_cause_of(const struct sfc_known_causes *known, const struct sfc_target *target,
                                           const struct sfc_find *find)
{
    char *shape = shape_of(target, find);
    struct sfc_known_cause *found = NULL;
    for (size_t i = 0; i < known->count && !found; i++) {
        struct sfc_known_cause *k = &known->all[i];
        if (k->find.kind == find->kind && strcmp(k->find.detail, find->detail) == 0
            && sfc_shape_contains(shape, k->shape))
            found = k;
    }
    free(shape);
    return found;
}

static int compare_causes(const void *a, const void *b)
{
    const struct sfc_cause *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->key, y->key);
}

void sfc_causes_finish(struct sfc_causes *causes, const struct sfc_target *target, struct sfc_known_causes *known)
{
    for (size_t i = 0; i < known->count; i++)
        known->all[i].count = 0;
    for (size_t i = 0; i < causes->count; i++) {
        struct sfc_cause *c = &causes->all[i];
        c->known = sfc_known_cause_of(known, target, &c->first);
        if (c->known)
            c->known->count += c->count;
    }
    if (causes->count > 1)
        qsort(causes->all, causes->count, sizeof causes->all[0], compare_causes);
}

void sfc_causes_free(struct sfc_causes *causes)
{
    for (size_t i = 0; i < causes->count; i++) {
        free(causes->all[i].key);
        free(causes->all[i].shape);
        sfc_find_free(&causes->all[i].first);
    }
    free(causes->all);
    *causes = (struct sfc_causes){ 0 };
}
