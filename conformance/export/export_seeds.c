/* SPDX-License-Identifier: MIT */
/* The sections of the corpus as seeds for fuzzers: an archive for each profile, ABI and byte order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "sfr.h"
#include "trailer.h"

#define PREFIX "seeds_"

/* A seed is a section with its address and profile, as the harnesses and the kit take it. */
static struct sfc_member seed_of(const struct sfc_case *c)
{
    struct sfc_member seed = { .len = c->size + FUZZ_TRAILER_SIZE };
    enum sfr_profile profile = SFR_PROFILE_AUTO;

    sfr_profile_from_name(c->profile, &profile);
    seed.bytes = sfc_alloc(seed.len + 1, 1);
    if (c->size > 0)
        memcpy(seed.bytes, c->bytes, c->size);
    fuzz_trailer_put(seed.bytes + c->size, c->addr, (unsigned)profile);
    seed.name = sfc_format("%.16s-%llx", c->sha256, (unsigned long long)c->addr);
    return seed;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct sfc_member *)a)->name, ((const struct sfc_member *)b)->name);
}

/* Many cases ask about one section: each is a seed once. */
static size_t without_doubles(struct sfc_member *seeds, size_t count)
{
    size_t kept = 0;

    if (count > 0)
        qsort(seeds, count, sizeof seeds[0], compare);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && strcmp(seeds[i].name, seeds[kept - 1].name) == 0) {
            free(seeds[i].name);
            free(seeds[i].bytes);
        } else {
            seeds[kept++] = seeds[i];
        }
    }
    return kept;
}

static bool is_raw(const struct sfc_case *c)
{
    return !c->elf && (c->op == SFC_OP_DECODE || c->op == SFC_OP_LOOKUP || c->op == SFC_OP_UNWIND);
}

/* *count is how many seeds there are so far. */
static bool write_group(struct sfc_new_folder *folder, const struct sfc_export_group *g, size_t *count,
                        struct sfc_error *error)
{
    struct sfc_archive made = { sfc_alloc(g->count, sizeof made.members[0]), 0 };
    struct sfc_error why = { "" };
    struct sfc_buffer tar = { 0 };

    for (size_t i = 0; i < g->count; i++)
        if (is_raw(g->cases[i]))
            made.members[made.count++] = seed_of(g->cases[i]);
    made.count = without_doubles(made.members, made.count);
    *count += made.count;
    char *name = sfc_format(PREFIX "%s_%s_%s.tar", g->profile, g->abi, g->order);
    const bool good = sfc_archive_make(made.members, made.count, false, &tar, &why)
                          ? sfc_export_file(folder, name, &tar, error)
                          : sfc_fail(error, "%s: %s", name, why.text);
    free(name);
    sfc_buffer_free(&tar);
    sfc_archive_free(&made);
    return good;
}

static bool write_groups(struct sfc_new_folder *folder, const struct sfc_export_group *groups, size_t num_groups,
                         void *count, struct sfc_error *error)
{
    for (size_t i = 0; i < num_groups; i++)
        if (!write_group(folder, &groups[i], count, error))
            return false;
    return true;
}

static bool is_earlier(const char *folder, const char *name)
{
    char profile[8], abi[16], order[8];
    enum sfr_profile known;
    int end = 0;

    (void)folder;
    return sscanf(name, PREFIX "%7[a-z0-9]_%15[a-z0-9]_%7[a-z].tar%n", profile, abi, order, &end) == 3
           && end == (int)strlen(name) && sfr_profile_from_name(profile, &known);
}

bool sfc_export_seeds(const char *path, const struct sfc_run *run, size_t *count, struct sfc_error *error)
{
    *count = 0;
    return sfc_export_into(path, is_earlier, run, write_groups, count, error);
}
