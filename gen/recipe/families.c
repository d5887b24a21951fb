/* SPDX-License-Identifier: MIT */
/* Cases made from other cases by rule: sections cut at every length, and models copied and changed.
   */
#include "families.h"

#include "pairs.h"
#include "random.h"
#include "readers.h"

#include <string.h>

/* ---- Cut at every length ------------------------------------------------- */

/* The longest parent of `truncations:`. */
enum { MAX_TRUNCATIONS = 512 };

const char *gen_offended(struct gen_pool *pool, const struct gen_fault *fault, struct gen_target target)
{
    size_t count;
    bool applies;
    struct gen_buf out = { .pool = pool };
    char **clauses = gen_words(pool, fault->clauses, &count);
    for (size_t i = 0; i < count; i++)
        if (gen_find_clause(clauses[i], target, &applies) && applies)
            gen_addf(&out, "%s%s", out.len ? " " : "", clauses[i]);
    return gen_text(&out);
}

/* The first thing that a section of `len` bytes lacks, in the order of the checks. */
static void name_cut(const struct gen_case *parent, size_t len, struct gen_plan *plan)
{
    const struct gen_fields *fields = &parent->section.fields;
    const struct gen_model *model = &parent->plan.model;
    const size_t aux_end = 28 + model->aux.len, fdes_start = gen_find_field(fields, "fdes")->start;
    const size_t fdes_end = gen_find_field(fields, "fdes")->end;
    const struct {
        size_t end;
        const char *fault, *at;
    } parts[] = {
        { 28, "truncated-header", "section" },
        { aux_end, "aux-header-out-of-bounds", "hdr.auxhdr_len" },
        { fdes_start, "fde-table-out-of-bounds", "hdr.fdeoff" },
        { fdes_end, "fde-table-out-of-bounds", "hdr.num_fdes" },
        { SIZE_MAX, "fre-table-out-of-bounds", "hdr.fre_len" },
    }, *part = parts;
    while (len >= part->end)
        part++;
    plan->fault = part->fault;
    plan->at_first = plan->at_last = part->at;
}

/* The first one, for a case that changes one field. */
static bool set_clause(struct gen_pool *pool, struct gen_plan *plan)
{
    struct gen_fault fault;
    const char *all = gen_find_fault(plan->fault, &fault) ? gen_offended(pool, &fault, plan->target) : "";
    plan->clauses = gen_copy(pool, all, strcspn(all, " "));
    return *all
           || gen_deny(plan, plan->parent_line, "'%s' breaks no clause of %s", plan->fault,
                       gen_profiles[plan->target.profile].name);
}

static bool truncate_all(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent,
                         gen_make_fn *make, void *ctx)
{
    const size_t len = parent->section.bytes.len;
    if (len > MAX_TRUNCATIONS || parent->plan.model.tail.len)
        return gen_deny(plan, plan->parent_line, "expected a parent of at most %d bytes, without a tail",
                        (int)MAX_TRUNCATIONS);
    for (size_t i = 0; i < len; i++) {
        struct gen_change *cut = gen_alloc(pool, 1, sizeof(*cut));
        struct gen_plan one = *plan;
        *cut = (struct gen_change){ .line = plan->parent_line, .kind = GEN_CUT, .value = { false, i } };
        one.id_tail = gen_textf(pool, "%s-%zu", plan->id_tail, i);
        one.title = gen_textf(pool, "%s: %zu of %zu bytes", plan->title, i, len);
        one.changes = (struct gen_changes){ cut, 1 };
        name_cut(parent, i, &one);
        one.elsewhere = i < 28 ? NULL : "what is not there any more is told by the field that counts it";
        if (!set_clause(pool, &one) || !make(ctx, &one, parent))
            return false;
    }
    return true;
}

bool gen_expand(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent, gen_make_fn *make,
                void *ctx)
{
    if (plan->family == GEN_TRUNCATIONS)
        return truncate_all(pool, plan, parent, make, ctx);
    if (plan->family == GEN_STRUCK)
        return gen_strike(pool, plan, parent, make, ctx);
    struct gen_plan one = *plan;
    return (plan->family != GEN_MUTANT || (gen_mutate(pool, parent, &one) && set_clause(pool, &one)))
           && make(ctx, &one, parent);
}

/* A family is rejected without an `expect:` of its own. */
static bool set_family(struct gen_reading *in, enum gen_family family)
{
    in->plan->family = family;
    in->plan->verdict = GEN_REJECT;
    return true;
}

bool gen_read_truncations(struct gen_reading *in)
{
    return strcmp(in->value, "all") == 0 && set_family(in, GEN_TRUNCATIONS);
}

/* "pairs": the parent is a section of `pairs:`. */
bool gen_read_faults(struct gen_reading *in)
{
    return strcmp(in->value, "pairs") == 0 && set_family(in, GEN_STRUCK);
}

bool gen_read_mutate(struct gen_reading *in)
{
    int64_t seed;
    if (!gen_parse_int(in->value, 1, INT32_MAX, &seed))
        return false;
    in->plan->seed = (uint64_t)seed;
    return set_family(in, GEN_MUTANT);
}

/* ---- Copied models ------------------------------------------------------- */

/* The ABI of the data, if not that of the folder. The byte order stays that of the folder. */
bool gen_read_abi(struct gen_reading *in)
{
    for (int a = 0; a < GEN_NUM_ABIS; a++) {
        const struct gen_target target = { in->plan->target.profile, (enum gen_abi)a };
        if (strcmp(in->value, gen_abis[a].folder) != 0)
            continue;
        in->plan->model.target.abi = target.abi;
        in->plan->missing = in->plan->missing || !gen_target_exists(target);
        return true;
    }
    return false;
}

/* The case whose model to copy. If the bytes are in another order than the ABI's, either byte order
   of AArch64 will do: their models are equal. */
static const struct gen_case *find_source(const struct gen_plan *plan, const char *value)
{
    struct gen_target target = plan->model.target;
    const struct gen_case *source = gen_find_made(plan->recipe->cases, target, value);
    if (source || plan->model.big == gen_abis[target.abi].big)
        return source;
    if (!gen_is_aarch64(target.abi))
        return NULL;
    target.abi = target.abi == GEN_AARCH64_LITTLE ? GEN_AARCH64_BIG : GEN_AARCH64_LITTLE;
    return gen_find_made(plan->recipe->cases, target, value);
}

bool gen_read_name(const struct gen_reading *in, const char **name, enum gen_profile *profile)
{
    *name = in->words[0];
    if (in->count == 1)
        return true;
    for (int p = 0; in->count == 3 && gen_word_is(in, 1, "as") && p < GEN_NUM_PROFILES; p++) {
        if (!gen_word_is(in, 2, gen_profiles[p].name))
            continue;
        *profile = (enum gen_profile)p;
        return true;
    }
    return false;
}

bool gen_read_from(struct gen_reading *in)
{
    struct gen_model *model = &in->plan->model;
    const char *name;
    /* As another profile: the section keeps its version under the rules of the case's profile. */
    if (!gen_read_name(in, &name, &model->target.profile))
        return false;
    const struct gen_model own = *model;
    const struct gen_case *source = find_source(in->plan, name);
    in->plan->has_model = true;
    in->plan->missing = in->plan->missing || !source;
    if (!source)
        return true;
    in->plan->source = source;
    *model = source->plan.model;
    model->target = own.target;
    model->file = own.file;
    model->line = in->line->number;
    model->big = own.big;
    model->only_looked_up = own.only_looked_up;
    model->funcs = gen_alloc(in->pool, model->num_funcs, sizeof(*model->funcs));
    model->cap_funcs = model->num_funcs;
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const struct gen_func *from = &source->plan.model.funcs[f];
        struct gen_func *func = &model->funcs[f];
        *func = *from;
        func->rows = gen_alloc(in->pool, from->num_rows, sizeof(*func->rows));
        func->cap_rows = from->num_rows;
        for (uint32_t r = 0; r < from->num_rows; r++)
            func->rows[r] = from->rows[r];
    }
    return true;
}

/* The PCs of the source, moved with the section. */
bool gen_read_same_pcs(struct gen_reading *in)
{
    struct gen_plan *plan = in->plan;
    if (!plan->source)
        return plan->missing || gen_refuse(in, "expected a 'from:' above");
    const uint64_t by = plan->model.addr - plan->source->plan.model.addr;
    uint64_t *pcs = gen_alloc(in->pool, plan->source->plan.num_pcs, sizeof(*pcs));
    for (size_t i = 0; i < plan->source->plan.num_pcs; i++)
        pcs[i] = plan->source->plan.pcs[i] + by;
    plan->pcs = pcs;
    plan->num_pcs = plan->source->plan.num_pcs;
    return true;
}

/* ---- Transformations ----------------------------------------------------- */

/* Makes all that a writer may choose as small as possible, or as large. */
static void set_widths(struct gen_model *model, bool smallest)
{
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        struct gen_func *func = &model->funcs[f];
        func->fre_type = smallest ? gen_smallest_fre_type(func) : 2;
        func->gap = (struct gen_bytes){ 0 };
        for (uint32_t r = 0; r < func->num_rows; r++) {
            func->rows[r].width = smallest || func->rows[r].outermost ? 0 : 4;
            func->rows[r].info = GEN_AUTO;
        }
    }
    model->order = NULL;
}

bool gen_read_transform(struct gen_reading *in)
{
    int64_t seed;
    struct gen_model *model = &in->plan->model;
    const uint32_t count = model->num_funcs;
    bool good = in->plan->source;
    if (in->plan->missing)
        return true;
    for (uint32_t f = 0; f < count; f++)
        good = good && model->funcs[f].share == GEN_AUTO;
    if (!good)
        return gen_refuse(in, "expected a 'from:' above, of functions that share no rows");
    if (gen_word_is(in, 0, "smallest") || gen_word_is(in, 0, "widest")) {
        set_widths(model, gen_word_is(in, 0, "smallest"));
        return in->count == 1;
    }
    if (strcmp(in->value, "reverse-runs") == 0) {
        model->order = gen_alloc(in->pool, count, sizeof(*model->order));
        for (uint32_t f = 0; f < count; f++)
            model->order[f] = count - 1 - f;
        return true;
    }
    /* A new order of the functions voids the sorted flag. */
    model->flags &= ~(unsigned)GEN_F_SORTED;
    model->order = NULL;
    if (gen_word_is(in, 0, "shuffle-functions") && in->count == 2 && gen_parse_int(in->words[1], 1, INT32_MAX, &seed)) {
        struct gen_random random = gen_seed((uint64_t)seed);
        gen_shuffle(&random, model->funcs, count, sizeof(*model->funcs));
        return true;
    }
    for (uint32_t f = 0; f < count / 2; f++)
        gen_swap(&model->funcs[f], &model->funcs[count - 1 - f], sizeof(*model->funcs));
    return strcmp(in->value, "reverse-functions") == 0;
}
