/* SPDX-License-Identifier: MIT */
/* From a model to the expected text: the canonical dump and the look-up rows. */
#include "expect.h"

#include <inttypes.h>

static const char FIRST_LINE[] = "sframe-dump 1\n";

static void add_flags(struct gen_buf *out, unsigned flags)
{
    const char *comma = "";
    for (unsigned bit = 0; bit < GEN_NUM_FLAGS; bit++) {
        if (!(flags >> bit & 1))
            continue;
        gen_addf(out, "%s%s", comma, gen_flag_names[bit]);
        comma = ",";
    }
    if (!flags)
        gen_addf(out, "none");
}

static void add_section(struct gen_buf *out, const struct gen_model *m, uint64_t fre_len)
{
    const struct gen_abi_info *abi = &gen_abis[m->target.abi];
    gen_addf(out, "section version=%u endian=%s abi=%s flags=", gen_profiles[m->target.profile].version,
             m->big ? "big" : "little", abi->dump_name);
    add_flags(out, m->flags);
    gen_addf(out, " fixed-fp=%d fixed-ra=%d aux=%zu fdes=%" PRIu32 " fres=%" PRIu64 " fre-len=%" PRIu64 "\n",
             m->fixed_fp, m->fixed_ra, m->aux.len, m->num_funcs, gen_count_fres(m), fre_len);
}

static uint64_t address_of(const struct gen_model *m, const struct gen_func *func)
{
    return m->addr + (uint64_t)func->at;
}

static void add_fde(struct gen_buf *out, const struct gen_model *m, uint32_t f)
{
    const struct gen_func *func = &m->funcs[f];
    const bool aarch64 = gen_is_aarch64(m->target.abi);
    const bool key_b = func->key_b && aarch64 && !(m->target.profile == GEN_V1 && m->view.v1_key_a);
    gen_addf(out, "fde %" PRIu32 " start=0x%" PRIx64 " size=0x%" PRIx32, f, address_of(m, func), func->size);
    gen_addf(out, " pc=%s fre=addr%u type=%s key=%s signal=%d rep=%u fres=%" PRIu32 "\n", func->mask ? "mask" : "inc",
             1U << func->fre_type, func->flex ? "flex" : "default", key_b ? "b" : "a", func->signal_p, func->rep,
             func->num_rows);
}

static void add_rules(struct gen_buf *out, const struct gen_model *m, const struct gen_rules *rules)
{
    const enum gen_abi abi = m->target.abi;
    gen_add(out, " cfa=", 5);
    gen_add_rule(out, &rules->cfa, abi, true);
    gen_add(out, " ra=", 4);
    gen_add_rule(out, &rules->ra, abi, false);
    gen_add(out, " fp=", 4);
    gen_add_rule(out, &rules->fp, abi, false);
}

void gen_dump(struct gen_buf *out, const struct gen_model *model, uint64_t fre_len)
{
    gen_addf(out, FIRST_LINE);
    add_section(out, model, fre_len);
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const struct gen_func *func = &model->funcs[f];
        add_fde(out, model, f);
        for (uint32_t r = 0; r < func->num_rows; r++) {
            const struct gen_rules rules = gen_effective_rules(model, func, &func->rows[r]);
            gen_add_number(out, "fre ", f, 10);
            gen_add_number(out, ".", r, 10);
            gen_add_number(out, " at=0x", func->rows[r].start, 16);
            add_rules(out, model, &rules);
            gen_add(out, func->rows[r].mangled ? " mangled=1\n" : " mangled=0\n", 11);
        }
    }
}

/* ---- Look-up ------------------------------------------------------------- */

/* The last row whose start matches by the PC type; -1: none. */
static int64_t matching_row(const struct gen_model *model, const struct gen_func *func, uint64_t pc)
{
    const bool mask_v1 = func->mask && model->target.profile == GEN_V1;
    uint64_t off = func->mask && model->view.block_by_pc ? pc : pc - address_of(model, func);
    int64_t found = -1;
    if (func->mask && !mask_v1)
        off %= func->rep;
    for (uint32_t r = 0; r < func->num_rows; r++) {
        const uint64_t start = func->rows[r].start;
        if (mask_v1 ? (off & start) >= start : off >= start)
            found = r;
    }
    return found;
}

/* Does the function contain the PC? Open if it reaches the last address: then its end is 0, or wraps. */
static bool contains(const struct gen_model *model, const struct gen_func *func, uint64_t pc)
{
    const uint64_t start = address_of(model, func), end = start + func->size;
    const bool wraps = end < start;
    if (wraps && (end == 0 ? model->view.last_lost : model->view.wrap == GEN_WRAP_END))
        return pc >= start && pc < end;
    return (pc >= start || (wraps && end != 0 && model->view.wrap == GEN_WRAP_ROUND)) && pc - start < func->size;
}

bool gen_look_up(const struct gen_model *model, uint64_t pc, struct gen_hit *hit, struct gen_error *error)
{
    *hit = (struct gen_hit){ -1, -1, false };
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        if (!contains(model, &model->funcs[f], pc))
            continue;
        if (hit->func >= 0)
            return gen_fail(error, model->file, model->funcs[f].line,
                            "PC 0x%" PRIx64 " lies in this function and in function %" PRId64, pc, hit->func);
        hit->func = f;
    }
    if (hit->func < 0)
        return true;
    const struct gen_func *func = &model->funcs[hit->func];
    hit->row = matching_row(model, func, pc);
    hit->outermost = model->target.profile == GEN_V3 && func->num_rows == 0 && !func->flex
                     && (!func->signal_p || model->view.signal_ends);
    return true;
}

static void add_hit(struct gen_buf *out, const struct gen_model *model, const struct gen_hit *hit)
{
    if (hit->row < 0 && !hit->outermost) {
        gen_addf(out, " none\n");
        return;
    }
    const struct gen_row outermost = { .outermost = true };
    const struct gen_row *row = hit->row < 0 ? &outermost : &model->funcs[hit->func].rows[hit->row];
    const struct gen_rules rules = gen_effective_rules(model, &model->funcs[hit->func], row);
    gen_addf(out, " fde=%" PRId64 " fre=", hit->func);
    if (hit->row < 0)
        gen_addf(out, "none");
    else
        gen_addf(out, "%" PRId64, hit->row);
    add_rules(out, model, &rules);
    gen_addf(out, "\n");
}

bool gen_is_in_signal(const struct gen_model *model, uint64_t pc)
{
    struct gen_hit hit;
    return gen_look_up(model, pc, &hit, NULL) && hit.func >= 0 && model->funcs[hit.func].signal_p;
}

bool gen_dump_lookup(struct gen_buf *out, const struct gen_model *model, uint64_t pc, struct gen_error *error)
{
    struct gen_hit hit;
    if (!gen_look_up(model, pc, &hit, error))
        return false;
    gen_add_number(out, "pc 0x", pc, 16);
    add_hit(out, model, &hit);
    return true;
}

bool gen_dump_lookups(struct gen_buf *out, const struct gen_model *model, const uint64_t *pcs, size_t num_pcs,
                      struct gen_error *error)
{
    gen_addf(out, FIRST_LINE);
    for (size_t i = 0; i < num_pcs; i++)
        if (!gen_dump_lookup(out, model, pcs[i], error))
            return false;
    return true;
}
