/* SPDX-License-Identifier: MIT */
/* Models of sections: taken from a section that was read, and sorted. */
#include <string.h>

#include "bytes.h"
#include "sfr_encode.h"

/* ---- From a section -------------------------------------------------------- */

static void take_header(const struct sfr_section *s, struct sfr_model *m)
{
    const struct sfr_header *h = &s->hdr;

    *m = (struct sfr_model){
        .profile = s->profile,
        .addr = s->addr,
        .big = s->big,
        .abi = h->sfh_abi_arch,
        .flags = h->sfp_flags,
        .auxhdr_len = h->sfh_auxhdr_len,
        .fixed_fp = h->sfh_cfa_fixed_fp_offset,
        .fixed_ra = h->sfh_cfa_fixed_ra_offset,
        .aux = h->sfh_auxhdr_len != 0 ? s->data + SFR_HEADER_SIZE : NULL,
        .num_fdes = h->sfh_num_fdes,
        .has_layout = true,
        .fdeoff = h->sfh_fdeoff,
        .freoff = h->sfh_freoff,
        .fre_len = h->sfh_fre_len,
        .tail = s->size - s->fre_end,
    };
}

static void take_fde(const struct sfr_fde *fde, struct sfr_model_fde *out)
{
    *out = (struct sfr_model_fde){
        .start = fde->start,
        .size = fde->sfde_func_size,
        .pc_type = fde->pc_type,
        .fre_type = fde->fre_type,
        .fde_type = fde->fde_type,
        .pauth_key_b = fde->pauth_key_b,
        .signal_p = fde->signal_p,
        .rep_size = fde->sfde_func_rep_size,
        .num_fres = fde->sfde_func_num_fres,
        .has_layout = true,
        .info = fde->sfde_func_info,
        .info2 = fde->sfde_func_info2,
        .padding2 = fde->sfde_func_padding2,
        .fre_off = fde->sfde_func_start_fre_off,
    };
}

static enum sfr_fault take_fre(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                               struct sfr_model_fre *out)
{
    *out = (struct sfr_model_fre){
        .start = fre->sfre_start_address,
        .has_layout = true,
        .sfre_info = fre->sfre_info,
    };
    memcpy(out->words, fre->words, sizeof(out->words));
    return sfr_read_rules(s, fde, fre, &out->rules);
}

/* Appends the rows of one function to the num_fres rows of the model. */
static enum sfr_fault take_fres(const struct sfr_section *s, const struct sfr_fde *fde, struct sfr_model *m)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more;

    if (fde->sfde_func_num_fres > s->hdr.sfh_num_fres - m->num_fres)
        return SFR_FAULT_FRE_COUNT_MISMATCH;
    sfr_fres(&c, s, fde);
    for (;;) {
        enum sfr_fault fault = sfr_next_fre(&c, &fre, &more);
        if (fault != SFR_FAULT_NONE || !more)
            return fault;
        fault = take_fre(s, fde, &fre, &m->fres[m->num_fres]);
        if (fault != SFR_FAULT_NONE)
            return fault;
        m->num_fres++;
    }
}

enum sfr_fault sfr_model_of_section(const struct sfr_section *s, struct sfr_model *model, struct sfr_model_fde *fdes,
                                    struct sfr_model_fre *fres)
{
    take_header(s, model);
    model->fdes = fdes;
    model->fres = fres;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        enum sfr_fault fault = sfr_read_fde(s, i, &fde);
        if (fault != SFR_FAULT_NONE)
            return fault;
        take_fde(&fde, &fdes[i]);
        fdes[i].first_fre = model->num_fres;
        fault = take_fres(s, &fde, model);
        if (fault != SFR_FAULT_NONE)
            return fault;
    }
    return model->num_fres == s->hdr.sfh_num_fres ? SFR_FAULT_NONE : SFR_FAULT_FRE_COUNT_MISMATCH;
}

/* ---- In order -------------------------------------------------------------- */

/* The order of two functions (SFR-ADDRESS-ORDER, AMBIGUITY AMB-022). If the format leaves it open,
   the place of their rows decides. */
static bool precedes(const struct sfr_model *m, const struct sfr_model_fde *a, const struct sfr_model_fde *b)
{
    const int64_t da = sfr_signed64(a->start - m->addr), db = sfr_signed64(b->start - m->addr);

    if (da != db)
        return da < db;
    if ((a->size == 0) != (b->size == 0))
        return a->size == 0;
    return a->first_fre < b->first_fre;
}

static void swap(struct sfr_model_fde *a, struct sfr_model_fde *b)
{
    const struct sfr_model_fde kept = *a;
    *a = *b;
    *b = kept;
}

/* Lets the function at `top` sink until no child in the heap of `count` comes after it. */
static void sift_down(struct sfr_model *m, uint64_t top, uint64_t count)
{
    while (top < count / 2) {
        uint64_t child = 2 * top + 1;
        if (child + 1 < count && precedes(m, &m->fdes[child], &m->fdes[child + 1]))
            child++;
        if (!precedes(m, &m->fdes[top], &m->fdes[child]))
            return;
        swap(&m->fdes[top], &m->fdes[child]);
        top = child;
    }
}

/* Heapsort: in place, no recursion, and never quadratic. Functions without rows may have the same first_fre; below it
   their numbers keep them in order, so that a canonical encoding is encoded to itself (ENC-04). */
void sfr_sort_functions(struct sfr_model *m)
{
    uint64_t most = m->num_fdes;
    for (uint64_t i = 0; i < m->num_fdes; i++)
        most |= m->fdes[i].first_fre;
    if (most > UINT32_MAX)
        return;
    for (uint64_t i = 0; i < m->num_fdes; i++)
        m->fdes[i].first_fre = m->fdes[i].first_fre << 32 | i;
    for (uint64_t i = m->num_fdes / 2; i > 0; i--)
        sift_down(m, i - 1, m->num_fdes);
    for (uint64_t i = m->num_fdes; i > 1; i--) {
        swap(&m->fdes[0], &m->fdes[i - 1]);
        sift_down(m, 0, i - 1);
    }
    for (uint64_t i = 0; i < m->num_fdes; i++)
        m->fdes[i].first_fre >>= 32;
}
