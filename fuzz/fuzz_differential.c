/* SPDX-License-Identifier: MIT */
/*
 * Oracle: GNU libsframe 2.40, in this process, agrees on a version 1 section that the reference
 * accepts: the number of functions, start, size and info of each, and start, base register and
 * offsets of every row. A section with a known difference is skipped. So are rejected ones,
 * because that release crashes on many of them.
 */
#include "fuzz.h"

#include <sframe-api.h>
#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "differential";

/* With these doubts of the reference release 2.40 gives another answer, or none. */
static const struct {
    enum sfr_fault doubt;
    const char *why;
} known_differences[] = {
    { SFR_FAULT_FDEOFF_NOT_ZERO, "takes the FDEs from the end of the header (bug B5)" },
    { SFR_FAULT_AUX_HEADER_PRESENT, "its header size does not fit the offsets after it" },
    { SFR_FAULT_FRE_RUNS_SHARED, "swaps shared rows twice if the byte order is not the host's (bug B17)" },
    { SFR_FAULT_FUNC_OVERLAP, "may find another one of overlapping functions" },
    { SFR_FAULT_FUNC_WITHOUT_FRES, "its look-up of a function without rows ends differently" },
    { SFR_FAULT_V1_MASK, "the texts leave open what a mask of several bits means" },
    { SFR_FAULT_ZERO_TAIL, "refuses bytes after the rows if the byte order is not the host's" },
    { SFR_FAULT_FRE_BYTES_UNREFERENCED, "the same for bytes between rows" },
    { SFR_FAULT_FRE_START_AT_FUNCTION_END, "crashes on a row that starts at the end of its function (bug B28)" },
    { SFR_FAULT_EXTRA_WORDS, "ignores a third word on AMD64" },
};

static void note_known(void *ctx, const struct sfr_finding *f)
{
    for (size_t i = 0; i < sizeof known_differences / sizeof known_differences[0]; i++)
        *(bool *)ctx |= f->fault == known_differences[i].doubt;
}

/*
 * Whether functions share a byte of a row. Sections that have this doubt are skipped.
 * But a section that shares as many bytes as it leaves out has no doubt (policy SFR-FRE-USE): the
 * reference has no memory to detect it; this function has.
 */
static bool shares_rows(const struct sfr_section *s)
{
    static bool used[FUZZ_MAX_INPUT];
    struct sfr_fde fde;
    struct sfr_fre_cursor c;
    struct sfr_fre fre;

    memset(used, 0, s->size);
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        bool more = true;
        sfr_read_fde(s, i, &fde);
        sfr_fres(&c, s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
            if (memchr(used + fre.pos, true, fre.size))
                return true;
            memset(used + fre.pos, true, fre.size);
        }
    }
    return false;
}

/* Compares libsframe's offset with word `index` of the row. Without that word there is no
   offset. */
static void check_offset(const struct sfr_fre *fre, unsigned index, int32_t offset, int error, const char *what)
{
    if (index < fre->num_words)
        FUZZ_REQUIRE(error == 0 && offset == fre->words[index], fre->pos, "libsframe has another %s offset: %d, not %d",
                     what, (int)offset, (int)fre->words[index]);
    else
        FUZZ_REQUIRE(error != 0, fre->pos, "libsframe has a %s offset, but there is none: %d", what, (int)offset);
}

static void check_row(sframe_decoder_ctx *ctx, const struct sfr_section *s, const struct sfr_fde *fde,
                      const struct sfr_fre *fre)
{
    const bool amd64 = s->hdr.sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE;
    sframe_frame_row_entry row;
    int error = 0;

    memset(&row, 0, sizeof row);
    FUZZ_REQUIRE(sframe_decoder_get_fre(ctx, fde->index, fre->index, &row) == 0, fre->pos,
                 "libsframe does not have this row");
    FUZZ_REQUIRE(row.fre_start_addr == fre->sfre_start_address, fre->pos,
                 "libsframe has another start of a row: %u, not %u", (unsigned)row.fre_start_addr,
                 (unsigned)fre->sfre_start_address);
    const unsigned base = sframe_fre_get_base_reg_id(&row, &error);
    FUZZ_REQUIRE(error == 0 && (base == SFRAME_BASE_REG_SP) == fre->base_sp, fre->pos,
                 "libsframe has another base register");
    const int32_t cfa = sframe_fre_get_cfa_offset(ctx, &row, &error);
    check_offset(fre, 0, cfa, error, "CFA");
    error = 0;
    const int32_t fp = sframe_fre_get_fp_offset(ctx, &row, &error);
    check_offset(fre, amd64 ? 1 : 2, fp, error, "FP");
    if (!amd64) {
        error = 0;
        const int32_t ra = sframe_fre_get_ra_offset(ctx, &row, &error);
        check_offset(fre, 1, ra, error, "RA");
    }
    fuzz_note((uint64_t)(uint32_t)cfa);
}

static void check_function(sframe_decoder_ctx *ctx, const struct sfr_section *s, uint32_t index)
{
    uint32_t num_fres = 0, size = 0;
    int32_t start = 0;
    unsigned char info = 0;
    struct sfr_fde fde;
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = true;

    sfr_read_fde(s, index, &fde);
    FUZZ_REQUIRE(sframe_decoder_get_funcdesc(ctx, index, &num_fres, &size, &start, &info) == 0, fde.pos,
                 "libsframe does not have this function");
    FUZZ_REQUIRE(start == fde.sfde_func_start_offset && size == fde.sfde_func_size && num_fres == fde.sfde_func_num_fres
                     && info == fde.sfde_func_info,
                 fde.pos, "libsframe has another function");
    sfr_fres(&c, s, &fde);
    while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more)
        check_row(ctx, s, &fde, &fre);
}

static void compare(const struct fuzz_input *in, const struct sfr_section *s)
{
    int error = 0;
    sframe_decoder_ctx *ctx = sframe_decode((const char *)in->data, in->size, &error);

    FUZZ_REQUIRE(ctx != NULL, 0, "libsframe refuses what the reference accepts: %s", sframe_errmsg(error));
    FUZZ_REQUIRE(sframe_decoder_get_num_fidx(ctx) == s->hdr.sfh_num_fdes, 8,
                 "libsframe counts the functions differently");
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        check_function(ctx, s, i);
    sframe_decoder_free(&ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);
    struct sfr_section s;
    bool known = false;

    if (size > FUZZ_MAX_INPUT || !sfr_check(in.data, in.size, in.addr, SFR_PROFILE_V1, note_known, &known).accepted
        || known || sfr_open(&s, in.data, in.size, in.addr, SFR_PROFILE_V1, NULL) != SFR_FAULT_NONE || shares_rows(&s))
        return 0;
    /* libsframe takes a fixed FP offset of -1 for none, and gives others in place of words. */
    if (s.hdr.sfh_cfa_fixed_fp_offset != 0)
        return 0;
    compare(&in, &s);
    return 0;
}
