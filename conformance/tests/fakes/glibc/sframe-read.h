/* SPDX-License-Identifier: MIT */
/* A stand-in for glibc's header of this name, with the names that our adapter uses. The reference answers behind it. */
#ifndef FAKE_SFRAME_READ_H
#define FAKE_SFRAME_READ_H

#include <stdint.h>

#include "sfr.h"

typedef enum { _URC_NO_REASON = 0, _URC_END_OF_STACK = 5 } _Unwind_Reason_Code;
enum { SFRAME_BASE_REG_FP = 0, SFRAME_BASE_REG_SP = 1 };

typedef struct {
    struct sfr_section section;
} sframe_decoder_ctx;

typedef struct {
    struct sfr_rules rules;
} sframe_frame_row_entry;

_Unwind_Reason_Code __sframe_decode(sframe_decoder_ctx *ctx, const char *bytes);
_Unwind_Reason_Code __sframe_find_fre(sframe_decoder_ctx *ctx, int32_t pc, sframe_frame_row_entry *row);
uint8_t __sframe_fre_get_base_reg_id(sframe_frame_row_entry *row);
int32_t __sframe_fre_get_cfa_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error);
int32_t __sframe_fre_get_fp_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error);
int32_t __sframe_fre_get_ra_offset(sframe_decoder_ctx *ctx, sframe_frame_row_entry *row, _Unwind_Reason_Code *error);

#endif
