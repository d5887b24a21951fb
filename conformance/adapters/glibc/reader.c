/* SPDX-License-Identifier: MIT */
/*
 * Calls glibc's reader. This file is compiled with glibc's own headers, which are not part of this
 * tree, and does what __stacktrace_sframe() of glibc's sframe.c does for each frame.
 */
#include <sframe-read.h>
#include <stdio.h>
#include <stdlib.h>

#include "reader.h"

struct glibc_section {
    sframe_decoder_ctx context;
};

struct glibc_section *glibc_open(const unsigned char *bytes)
{
    struct glibc_section *section = calloc(1, sizeof *section);
    if (!section) {
        fprintf(stderr, "sframe-glibc: out of memory\n");
        exit(70);
    }
    if (__sframe_decode(&section->context, (const char *)bytes) == _URC_NO_REASON)
        return section;
    free(section);
    return NULL;
}

void glibc_close(struct glibc_section *section)
{
    free(section);
}

enum glibc_answer glibc_find(struct glibc_section *section, uint64_t distance, struct glibc_row *row)
{
    sframe_decoder_ctx *context = &section->context;
    sframe_frame_row_entry found = { 0 };
    _Unwind_Reason_Code error = _URC_NO_REASON;
    *row = (struct glibc_row){ 0 };
    /* sframe.c passes a distance of 64 bits, too, and does not check that it fits. */
    if (__sframe_find_fre(context, (int32_t)distance, &found) == _URC_END_OF_STACK)
        return GLIBC_NONE;
    row->cfa = __sframe_fre_get_cfa_offset(context, &found, &error);
    if (error != _URC_NO_REASON)
        return GLIBC_GIVE_UP;
    row->from_sp = __sframe_fre_get_base_reg_id(&found) == SFRAME_BASE_REG_SP;
    row->ra = __sframe_fre_get_ra_offset(context, &found, &error);
    if (error != _URC_NO_REASON)
        return GLIBC_GIVE_UP;
    /* Without an offset, sframe.c keeps FP. */
    row->fp = __sframe_fre_get_fp_offset(context, &found, &error);
    row->has_fp = error == _URC_NO_REASON;
    return GLIBC_ROW;
}
