/* SPDX-License-Identifier: MIT */
/*
 * The reference behind the interface of glibc's reader. The variable FAKE_GLIBC asks for an error:
 *
 *   behind   reads the byte after the section when it opens one
 *   far      reads the byte 4 GiB after its start
 *   before   reads the byte 2 GiB before it
 *   refuses  opens nothing
 *   gives-up has no RA in any row
 *   no-fp    has no FP in any row
 */
#include <sframe-read.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

static bool fakes(const char *what)
{
    const char *asked = getenv("FAKE_GLIBC");
    return asked && strcmp(asked, what) == 0;
}

/* Up to where the header says. */
static size_t size_of(const uint8_t *bytes)
{
    struct sfr_bytes b = sfr_bytes_range(bytes, SFR_HEADER_SIZE, false, 7, SFR_HEADER_SIZE);
    const uint64_t header = (uint64_t)SFR_HEADER_SIZE + sfr_get_u8(&b);
    const uint64_t num_fdes = sfr_get_u32(&b);
    sfr_get_u32(&b);
    const uint64_t fre_len = sfr_get_u32(&b);
    const uint64_t fdes_end = sfr_get_u32(&b) + num_fdes * SFR_FDE_SIZE_V2;
    const uint64_t fres_end = sfr_get_u32(&b) + fre_len;
    return (size_t)(header + (fdes_end > fres_end ? fdes_end : fres_end));
}

_Unwind_Reason_Code __sframe_decode(sframe_decoder_ctx *ctx, const char *bytes)
{
    const uint8_t *const section = (const uint8_t *)bytes;
    struct sfr_finding why;
    if (!section || fakes("refuses"))
        return _URC_END_OF_STACK;
    const size_t size = size_of(section);
    volatile uint8_t seen = 0;
    if (fakes("behind"))
        seen = section[size];
    if (fakes("far"))
        seen = section[(size_t)UINT32_MAX];
    if (fakes("before"))
        seen = *(section - INT32_MAX);
    (void)seen;
    const bool good = sfr_open(&ctx->section, section, size, 0, SFR_PROFILE_V2E1, &why) == SFR_FAULT_NONE;
    return good && ctx->section.hdr.sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE ? _URC_NO_REASON : _URC_END_OF_STACK;
}

_Unwind_Reason_Code __sframe_find_fre(sframe_decoder_ctx *ctx, int32_t pc, sframe_frame_row_entry *row)
{
    struct sfr_hit hit;
    const enum sfr_found found = sfr_find(&ctx->section, (uint64_t)(int64_t)pc, &hit);
    *row = (sframe_frame_row_entry){ .rules = { .mangled_ra_p = false } };
    if (found == SFR_FOUND)
        row->rules = hit.rules;
    /* A damaged row has no rule, which its user sees. */
    return found == SFR_FOUND || found == SFR_FOUND_BAD ? _URC_NO_REASON : _URC_END_OF_STACK;
}

uint8_t __sframe_fre_get_base_reg_id(sframe_frame_row_entry *row)
{
    return row->rules.cfa.reg == sfr_abi_sp(SFR_ABI_AMD64_ENDIAN_LITTLE) ? SFRAME_BASE_REG_SP : SFRAME_BASE_REG_FP;
}

static int32_t offset_of(const struct sfr_rule *rule, enum sfr_rule_kind kind, _Unwind_Reason_Code *error)
{
    *error = rule->kind == kind ? _URC_NO_REASON : _URC_END_OF_STACK;
    return (int32_t)rule->offset;
}

int32_t __sframe_fre_get_cfa_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error)
{
    (void)ctx;
    return offset_of(&row->rules.cfa, SFR_RULE_REG, error);
}

int32_t __sframe_fre_get_fp_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error)
{
    (void)ctx;
    return offset_of(&row->rules.fp, fakes("no-fp") ? SFR_RULE_NONE : SFR_RULE_MEM_CFA, error);
}

int32_t __sframe_fre_get_ra_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error)
{
    (void)ctx;
    return offset_of(&row->rules.ra, fakes("gives-up") ? SFR_RULE_NONE : SFR_RULE_MEM_CFA, error);
}
