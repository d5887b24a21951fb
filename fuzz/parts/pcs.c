/* SPDX-License-Identifier: MIT */
/* PCs worth looking up. */
#include "pcs.h"

struct pcs {
    fuzz_pc_fn *use;
    void *ctx;
    unsigned left;
    uint64_t last;
    bool any;
};

static void use_around(struct pcs *p, uint64_t pc)
{
    uint64_t at = pc - 1;

    /* Edges are mostly in order. PCs that the edge before has used are skipped. */
    if (p->any && p->last - at <= 2)
        at = p->last + 1;
    for (; at != pc + 2 && p->left > 0; at++, p->left--) {
        p->use(p->ctx, at);
        p->last = at;
        p->any = true;
    }
}

static void use_function(struct pcs *p, const struct sfr_section *s, uint32_t index, unsigned most_rows)
{
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_fre_cursor c;
    bool more = true;

    const enum sfr_fault fault = sfr_read_fde(s, index, &fde);
    use_around(p, fde.start);
    if (fault == SFR_FAULT_NONE) {
        sfr_fres(&c, s, &fde);
        for (unsigned i = 0; i < most_rows && sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more; i++)
            use_around(p, fde.start + fre.sfre_start_address);
    }
    use_around(p, fde.start + fde.sfde_func_size);
}

void fuzz_each_pc(const struct sfr_section *s, unsigned most, fuzz_pc_fn *use, void *ctx)
{
    struct pcs p = { use, ctx, most, 0, false };
    const uint32_t count = s->hdr.sfh_num_fdes;
    /* As many functions as `most` suffices for, with all their rows: three PCs a row and six
       more. */
    const uint32_t wanted = most / 30 + 1, step = count / wanted + 1;

    use_around(&p, s->addr);
    /* The last function first, with few rows, so that the others cannot use up the budget. Then
       evenly from the whole table. */
    if (count > 0)
        use_function(&p, s, count - 1, 2);
    for (uint32_t first = 0; first < step && first < count; first++)
        for (uint32_t i = first; i < count && p.left > 0; i = count - i <= step ? count : i + step)
            use_function(&p, s, i, 8);
}
