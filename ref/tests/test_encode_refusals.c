/* SPDX-License-Identifier: MIT */
/* Everything the encoder refuses, each with its reason and place; at the end every refusal of the
   register has occurred. */
#include <stdlib.h>

#include "encode_support.h"

#define NOWHERE SFR_NO_INDEX
#define EXACT SFR_LAYOUT_EXACT
#define CANONICAL SFR_LAYOUT_CANONICAL

static bool occurred[SFR_NUM_REFUSALS];
static uint8_t out[4096];

static const char *name_of(enum sfr_refusal refusal)
{
    return refusal == SFR_REFUSAL_NONE ? "written" : sfr_refusal_info(refusal)->name;
}

static void check(const char *title, const struct sfr_model *m, enum sfr_layout layout, enum sfr_refusal expected,
                  uint32_t fde, uint32_t fre)
{
    struct sfr_refused_at at = { 77, 77 };
    size_t len = 77;
    const enum sfr_refusal seen = sfr_encode(m, layout, out, sizeof(out), &len, &at);

    IS_TEXT(name_of(seen), name_of(expected), "%s: %s", name_of(expected), title);
    if (expected == SFR_REFUSAL_NONE)
        return;
    occurred[expected] = true;
    if (!OK(len == 0 && at.fde == fde && at.fre == fre, "its length and place"))
        printf("# len %zu fde %" PRIu32 " fre %" PRIu32 "\n", len, at.fde, at.fre);
}

/* Changes the base section by the last argument; then it must be refused. */
#define REFUSED(title, profile, abi, layout, reason, fde, fre, ...)         \
    do {                                                                    \
        struct fixture f;                                                   \
        struct sfr_model *m = base(&f, (enum sfr_profile)(profile), (abi)); \
        __VA_ARGS__;                                                        \
        check((title), m, (layout), SFR_REFUSAL_##reason, (fde), (fre));    \
    } while (0)

/* The same for a change that is not refused. */
#define WRITTEN(title, profile, abi, layout, ...) \
    REFUSED(title, profile, abi, layout, NONE, NOWHERE, NOWHERE, __VA_ARGS__)

static void test_header(void)
{
    REFUSED("auto is no profile to write", V2, AMD64, EXACT, BAD_PROFILE, NOWHERE, NOWHERE,
            m->profile = SFR_PROFILE_AUTO);
    REFUSED("a profile that does not exist", V2, AMD64, EXACT, BAD_PROFILE, NOWHERE, NOWHERE,
            m->profile = (enum sfr_profile)6);

    for (unsigned bit = 0x08; bit <= 0x80; bit <<= 1)
        REFUSED("undefined flag", V2E2, AMD64, EXACT, FLAG_OF_ANOTHER_VERSION, NOWHERE, NOWHERE,
                m->flags = (uint8_t)bit);
    REFUSED("PCREL in v1", V1, AMD64, EXACT, FLAG_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->flags = 0x04);
    REFUSED("PCREL in v2", V2, AMD64, CANONICAL, FLAG_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->flags = 0x05);
    REFUSED("frame pointer in v3", V3, AMD64, EXACT, FLAG_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->flags = 0x02);
    WRITTEN("all flags of v1", V1, AMD64, EXACT, m->flags = 0x03);
    WRITTEN("all flags of v2", V2, AMD64, EXACT, m->flags = 0x03);
    WRITTEN("all flags of v2e1", V2E1, AMD64, EXACT, m->flags = 0x07);
    WRITTEN("all flags of v3", V3, AMD64, EXACT, m->flags = 0x05);

    REFUSED("s390x in v1", V1, S390X, EXACT, ABI_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, (void)m);
    REFUSED("s390x in v2", V2, S390X, EXACT, ABI_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, (void)m);
    REFUSED("ABI 0", V3, AMD64, EXACT, ABI_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->abi = 0);
    REFUSED("ABI 5", V3, AMD64, EXACT, ABI_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->abi = 5);
    REFUSED("ABI 255", V3, AMD64, EXACT, ABI_OF_ANOTHER_VERSION, NOWHERE, NOWHERE, m->abi = 255);

    for (unsigned abi = AARCH64_BE; abi <= S390X; abi++)
        REFUSED("the other byte order", V3, abi, EXACT, BYTE_ORDER_OF_ANOTHER_ABI, NOWHERE, NOWHERE, m->big = !m->big);

    REFUSED("AMD64 without", V3, AMD64, EXACT, BAD_FIXED_RA, NOWHERE, NOWHERE, m->fixed_ra = 0);
    REFUSED("AArch64 with -8", V3, AARCH64_LE, EXACT, BAD_FIXED_RA, NOWHERE, NOWHERE, m->fixed_ra = -8);
    REFUSED("s390x with -48", V3, S390X, EXACT, BAD_FIXED_RA, NOWHERE, NOWHERE, m->fixed_ra = -48);
}

/* Counts are tested before they are used: none of these models has so many items. */
static void test_counts(void)
{
    REFUSED("2^32 functions", V2, AMD64, EXACT, TOO_MANY_FDES, NOWHERE, NOWHERE, m->num_fdes = UINT64_C(1) << 32);
    REFUSED("2^32 rows", V2, AMD64, EXACT, TOO_MANY_FRES, NOWHERE, NOWHERE, m->num_fres = UINT64_C(1) << 32);
    REFUSED("2^28 functions of v3 take 2^32 bytes", V3, AMD64, EXACT, SECTION_TOO_LARGE, NOWHERE, NOWHERE,
            m->num_fdes = UINT64_C(1) << 28);
    REFUSED("functions without an array", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE, m->fdes = NULL);
    REFUSED("rows without an array", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE, m->fres = NULL);
    REFUSED("one row more than the model has", V2, AMD64, EXACT, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].num_fres = 3);
    REFUSED("rows after the model's", V2, AMD64, CANONICAL, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].first_fre = 3);
    REFUSED("the sum would wrap", V2, AMD64, EXACT, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].first_fre = 2,
            f.fdes[0].num_fres = UINT64_MAX - 1);
    REFUSED("a row that belongs to no function", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE,
            f.fdes[0].num_fres = 1);
    REFUSED("two functions with the same rows of the model", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE,
            m->num_fdes = 2, f.fdes[1] = f.fdes[0]);
}

static void test_function(void)
{
    const uint64_t two31 = UINT64_C(1) << 31, two63 = UINT64_C(1) << 63;

    REFUSED("2^31 in v1", V1, AMD64, EXACT, START_OUT_OF_RANGE, 0, NOWHERE, f.fdes[0].start = two31);
    REFUSED("-2^31 - 1 in v2", V2, AMD64, EXACT, START_OUT_OF_RANGE, 0, NOWHERE, f.fdes[0].start = 0 - two31 - 1);
    WRITTEN("-2^31 in v2", V2, AMD64, EXACT, f.fdes[0].start = 0 - two31);
    REFUSED("the second function, PCREL", V2E1, AMD64, EXACT, START_OUT_OF_RANGE, 1, NOWHERE, m->num_fdes = 2,
            f.fdes[1].start = two31 + 28 + 20);
    WRITTEN("2^31 - 1 from the second field, PCREL", V2E1, AMD64, EXACT, m->num_fdes = 2,
            f.fdes[1].start = two31 + 28 + 20 - 1);
    WRITTEN("v3 has 64 bits", V3, AMD64, EXACT, f.fdes[0].start = two63 - 1 - 16);
    REFUSED("v3, the end is further than 2^63 - 1", V3, AMD64, EXACT, START_OUT_OF_RANGE, 0, NOWHERE,
            f.fdes[0].start = two63 - 16);
    WRITTEN("v3, as far below as the field can say", V3, AMD64, EXACT, f.fdes[0].start = two63 + 28);
    REFUSED("v3, PCREL field would wrap", V3, AMD64, EXACT, START_OUT_OF_RANGE, 0, NOWHERE,
            f.fdes[0].start = two63 + 27);
    WRITTEN("v3, the lowest distance", V3, AMD64, EXACT, m->flags = 0, f.fdes[0].start = two63);

    REFUSED("descending", V2, AMD64, EXACT, NOT_SORTED, 1, NOWHERE, m->num_fdes = 2, f.fdes[1].start = 0xff);
    WRITTEN("descending without the flag", V2, AMD64, EXACT, m->num_fdes = 2, m->flags = 0, f.fdes[1].start = 0xff);
    WRITTEN("the same start twice", V2, AMD64, EXACT, m->num_fdes = 2, f.fdes[1].start = 0x100);
    REFUSED("ascending addresses on both sides of the section", V3, AMD64, EXACT, NOT_SORTED, 1, NOWHERE,
            m->num_fdes = 2, m->addr = 0x10, f.fdes[1].start = 0 - UINT64_C(0x1000));

    REFUSED("FRE type 3", V2, AMD64, EXACT, BAD_FRE_TYPE, 0, NOWHERE, f.fdes[0].fre_type = 3);
    REFUSED("FRE type 255", V2, AMD64, EXACT, BAD_FRE_TYPE, 0, NOWHERE, f.fdes[0].fre_type = 255);
    REFUSED("PC type 2", V2, AMD64, CANONICAL, BAD_PC_TYPE, 0, NOWHERE, f.fdes[0].pc_type = 2);
    REFUSED("FDE type 2", V3, AMD64, EXACT, BAD_FDE_TYPE, 0, NOWHERE, f.fdes[0].fde_type = 2);
    REFUSED("flexible in v2e2", V2E2, AMD64, EXACT, BAD_FDE_TYPE, 0, NOWHERE, f.fdes[0].fde_type = 1);
    REFUSED("PCMASK without a block", V2, AMD64, EXACT, BAD_REP_SIZE, 0, NOWHERE, f.fdes[0].pc_type = 1);
    REFUSED("PCMASK without a block, v3", V3, AMD64, EXACT, BAD_REP_SIZE, 0, NOWHERE, f.fdes[0].pc_type = 1);
    REFUSED("a block in v1", V1, AMD64, EXACT, BAD_REP_SIZE, 0, NOWHERE, f.fdes[0].pc_type = 1,
            f.fdes[0].rep_size = 16);
    WRITTEN("PCMASK in v1", V1, AMD64, EXACT, f.fdes[0].pc_type = 1);
    WRITTEN("a block in a PCINC function", V2, AMD64, EXACT, f.fdes[0].rep_size = 16);
    REFUSED("signal frame in v2e2", V2E2, AMD64, EXACT, SIGNAL_FRAME, 0, NOWHERE, f.fdes[0].signal_p = true);
    WRITTEN("signal frame in v3", V3, AMD64, EXACT, f.fdes[0].signal_p = true);
    REFUSED("key B on AMD64", V3, AMD64, EXACT, PAUTH_KEY, 0, NOWHERE, f.fdes[0].pauth_key_b = true);
    REFUSED("key B on s390x", V2E1, S390X, EXACT, PAUTH_KEY, 0, NOWHERE, f.fdes[0].pauth_key_b = true);
    REFUSED("key B in v1", V1, AARCH64_LE, EXACT, PAUTH_KEY, 0, NOWHERE, f.fdes[0].pauth_key_b = true);
    WRITTEN("key B in v2", V2, AARCH64_LE, EXACT, f.fdes[0].pauth_key_b = true);
}

static void test_rows(void)
{
    REFUSED("ADDR1 and 256", V2, AMD64, EXACT, FRE_START_OUT_OF_RANGE, 0, 1, f.fdes[0].size = 0x1000,
            f.fres[1].start = 256);
    REFUSED("ADDR2 and 65536", V2, AMD64, EXACT, FRE_START_OUT_OF_RANGE, 0, 1, f.fdes[0].size = 0x20000,
            f.fdes[0].fre_type = 1, f.fres[1].start = 65536);
    WRITTEN("canonical chooses the type", V2, AMD64, CANONICAL, f.fdes[0].size = 0x20000, f.fres[1].start = 65536);
    REFUSED("the same start twice", V2, AMD64, EXACT, FRE_NOT_INCREASING, 0, 1, f.fres[1].start = 0);
    REFUSED("descending, though the last row fits ADDR1", V2, AMD64, CANONICAL, FRE_NOT_INCREASING, 0, 1,
            f.fdes[0].size = 0x1000, f.fres[0].start = 256);
    REFUSED("start is size + 1", V2, AMD64, EXACT, FRE_START_BEYOND_FUNCTION, 0, 1, f.fres[1].start = 17);
    WRITTEN("start is size", V2, AMD64, EXACT, f.fres[1].start = 16);
    WRITTEN("the first row may start later", V2, AMD64, EXACT, f.fres[0].start = 3);

    REFUSED("no CFA", V2, AMD64, EXACT, NO_CFA_RULE, 0, 1, f.fres[1].rules.cfa.kind = SFR_RULE_NONE);
    REFUSED("CFA of r10", V2, AMD64, EXACT, CFA_BASE, 0, 0, f.fres[0].rules.cfa.reg = 10);
    REFUSED("RA elsewhere", V2, AMD64, EXACT, RA_RULE, 0, 0, f.fres[0].rules.ra.offset = -16);
    REFUSED("FP by value", V2, AMD64, EXACT, FP_RULE, 0, 1, f.fres[1].rules.fp.kind = SFR_RULE_CFA);
    REFUSED("FP alone", V2, AARCH64_BE, EXACT, FP_WITHOUT_RA, 0, 1, f.fres[1].rules.ra.kind = SFR_RULE_SAME);
    REFUSED("outermost row", V2E1, AMD64, EXACT, RA_UNDEFINED, 0, 0, f.fres[0].rules = RULES(NONE, UNDEFINED, NONE, 0));
    REFUSED("CFA 165", V2E1, S390X, EXACT, S390X_CFA_OFFSET, 0, 1, f.fres[1].rules.cfa.offset = 165);
    REFUSED("2^31", V2E1, AMD64, CANONICAL, OFFSET_OUT_OF_RANGE, 0, 1, f.fres[1].rules.cfa.offset = INT64_C(1) << 31);
    REFUSED("2^30", V2E1, S390X, EXACT, REGISTER_OUT_OF_RANGE, 0, 1,
            f.fres[1].rules.ra = (struct sfr_rule)REG(1 << 30, 0));

    REFUSED("row 1 of function 1", V2, AMD64, EXACT, RA_RULE, 1, 1, m->num_fdes = 2, m->num_fres = 4,
            f.fdes[1] = f.fdes[0], f.fdes[1].first_fre = 2, f.fres[2] = f.fres[0], f.fres[3] = f.fres[1],
            f.fres[3].rules.ra.kind = SFR_RULE_SAME);
}

/* Row 1 of the base section with its words given: sp+16, fp *(cfa-16). */
static void spell_out(struct sfr_model_fre *row, uint8_t info, int32_t word1, int32_t word2)
{
    row->has_layout = true;
    row->sfre_info = info;
    row->words[0] = word1;
    row->words[1] = word2;
}

static void test_given_words(void)
{
    WRITTEN("the words of the rules", V2, AMD64, EXACT, spell_out(&f.fres[1], 0x05, 16, -16));
    WRITTEN("wider words than needed", V2, AMD64, EXACT, spell_out(&f.fres[1], 0x45, 16, -16));
    WRITTEN("canonical does not look at them", V2, AMD64, CANONICAL, spell_out(&f.fres[1], 0xff, 1, 2));
    REFUSED("another CFA offset", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x05, 8, -16));
    REFUSED("another FP offset", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x05, 16, -24));
    REFUSED("the other base", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x04, 16, -16));
    REFUSED("no FP word", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x03, 16, -16));
    REFUSED("the mangled bit", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x85, 16, -16));
    REFUSED("size code 3", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x65, 16, -16));
    REFUSED("four words", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x09, 16, -16));
    REFUSED("fifteen words of four bytes", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1,
            spell_out(&f.fres[1], 0x5f, 16, -16));
    REFUSED("no words", V3, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x00, 16, -16));
    REFUSED("no words, for an outermost row of v2", V2, AMD64, EXACT, RA_UNDEFINED, 0, 1,
            f.fres[1].rules = RULES(NONE, UNDEFINED, NONE, 0), spell_out(&f.fres[1], 0x00, 0, 0));
    REFUSED("128 in one byte", V2, AMD64, EXACT, OFFSET_OUT_OF_RANGE, 0, 1, f.fres[1].rules.cfa.offset = 128,
            spell_out(&f.fres[1], 0x05, 128, -16));
    REFUSED("-32769 in two bytes", V2, AARCH64_BE, EXACT, OFFSET_OUT_OF_RANGE, 0, 0,
            f.fres[0].rules.cfa.offset = -32769, spell_out(&f.fres[0], 0x23, -32769, 0));
}

static void give_info(struct sfr_model_fde *fde, uint8_t info, uint8_t info2, uint16_t padding2)
{
    fde->has_layout = true;
    fde->info = info;
    fde->info2 = info2;
    fde->padding2 = padding2;
}

static void test_given_info(void)
{
    WRITTEN("unused bits, v1", V1, AMD64, EXACT, give_info(&f.fdes[0], 0xe0, 0, 0));
    WRITTEN("unused bits and padding, v2", V2, AMD64, EXACT, give_info(&f.fdes[0], 0xe0, 0, 0xffff));
    WRITTEN("unused bits, v3", V3, AMD64, EXACT, give_info(&f.fdes[0], 0x60, 0xe0, 0));
    WRITTEN("key B of v1, spelled out", V1, AARCH64_LE, EXACT, f.fdes[0].pauth_key_b = true,
            give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("key B of v1 in canonical layout", V1, AARCH64_LE, CANONICAL, PAUTH_KEY, 0, NOWHERE,
            f.fdes[0].pauth_key_b = true, give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("another FRE type", V2, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x01, 0, 0));
    REFUSED("another PC type", V2, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x10, 0, 0));
    REFUSED("the key bit", V2, AARCH64_LE, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("the signal bit", V3, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x80, 0, 0));
    REFUSED("another FDE type", V3, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x00, 1, 0));
    REFUSED("a second info byte in v2", V2, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0, 0x20, 0));
    REFUSED("padding in v1", V1, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE, give_info(&f.fdes[0], 0, 0, 1));
    REFUSED("padding in v3", V3, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE, give_info(&f.fdes[0], 0, 0, 1));
}

static void lay_out(struct sfr_model *m, uint32_t fdeoff, uint32_t freoff, uint32_t fre_len)
{
    m->has_layout = true;
    m->fdeoff = fdeoff;
    m->freoff = freoff;
    m->fre_len = fre_len;
}

/* Two functions with the rows of the base section, of 3 and 4 bytes, at given FRE offsets. */
static void two_runs(struct fixture *f, uint32_t first, uint32_t second)
{
    f->model.num_fdes = 2;
    f->model.num_fres = 4;
    f->fdes[1] = f->fdes[0];
    f->fdes[1].first_fre = 2;
    f->fres[2] = f->fres[0];
    f->fres[3] = f->fres[1];
    give_info(&f->fdes[0], 0, 0, 0);
    give_info(&f->fdes[1], 0, 0, 0);
    f->fdes[0].fre_off = first;
    f->fdes[1].fre_off = second;
}

static void test_given_places(void)
{
    WRITTEN("tiled", V2, AMD64, EXACT, lay_out(m, 0, 20, 7));
    WRITTEN("with a hole before the FDEs and slack", V2, AMD64, EXACT, lay_out(m, 5, 25, 8));
    REFUSED("a hole between FDEs and FREs", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE,
            lay_out(m, 0, 21, 7));
    REFUSED("an overlap of FDEs and FREs", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE,
            lay_out(m, 0, 19, 7));
    REFUSED("FREs before FDEs", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE, lay_out(m, 100, 20, 7));
    REFUSED("FREs longer than fre_len", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE, lay_out(m, 0, 20, 6));
    REFUSED("freoff above 2^32", V3, AMD64, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE,
            lay_out(m, UINT32_MAX, 15, 12));
    REFUSED("a tail without end", V2, AMD64, EXACT, SECTION_TOO_LARGE, NOWHERE, NOWHERE, lay_out(m, 0, 20, 7),
            m->tail = UINT64_MAX);
    REFUSED("an FRE offset that ends above 2^32", V2, AMD64, EXACT, SECTION_TOO_LARGE, 0, NOWHERE,
            give_info(&f.fdes[0], 0, 0, 0), f.fdes[0].fre_off = UINT32_MAX - 6);

    WRITTEN("runs in the other order", V2, AMD64, EXACT, two_runs(&f, 7, 0));
    WRITTEN("one run twice", V2, AMD64, EXACT, two_runs(&f, 0, 0));
    REFUSED("runs that disagree", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE, two_runs(&f, 0, 0),
            f.fres[3].rules.cfa.offset = 24);
    REFUSED("runs that disagree, before one whose place is open", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE,
            two_runs(&f, 0, 0), f.fres[3].rules.cfa.offset = 24, f.fdes[2] = f.fdes[0], f.fdes[2].has_layout = false,
            f.fdes[2].num_fres = 0, m->num_fdes = 3);
    REFUSED("runs that overlap by a byte", V2, AMD64, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE, two_runs(&f, 0, 6));
}

/* SFR-SHARED-RUN-LIMIT: a section that makes a reader walk more than 16 times its size is not
   written. */
static void test_shared_run_limit(void)
{
    enum { FUNCTIONS = 40, ROWS = 201 };
    static struct sfr_model_fde fdes[FUNCTIONS];
    static struct sfr_model_fre fres[FUNCTIONS * ROWS];
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V2, AMD64);

    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        fdes[i] = (struct sfr_model_fde){
            .start = 0x100, .size = ROWS, .first_fre = i * ROWS, .num_fres = ROWS, .has_layout = true
        };
        for (uint32_t row = 0; row < ROWS; row++)
            fres[i * ROWS + row] = (struct sfr_model_fre){ .start = row, .rules = f.fres[0].rules };
    }
    /* A run of 603 bytes for 36 functions is 21708 bytes of runs. 28 + 20 * 36 + 603 + 6 = 1357,
       and 16 times that is 21712. */
    m->fdes = fdes;
    m->fres = fres;
    m->num_fdes = 36;
    m->num_fres = 36 * ROWS;
    lay_out(m, 0, 36 * 20, 603);
    m->tail = 6;
    check("not quite 16 times its size", m, EXACT, SFR_REFUSAL_NONE, NOWHERE, NOWHERE);
    m->tail = 5;
    check("a byte less", m, EXACT, SFR_REFUSAL_LAYOUT_CONTRADICTION, NOWHERE, NOWHERE);
}

/* T-ENC-07: 65535 rows of a function are the most in version 3; earlier versions allow more. */
static void test_many_rows(void)
{
    enum { MANY = 65536 };
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V3, AMD64);
    struct sfr_model_fre *fres = calloc(MANY, sizeof(*fres));
    size_t len = 0;

    if (!OK(fres != NULL, "memory for 65536 rows"))
        return;
    for (uint32_t i = 0; i < MANY; i++) {
        fres[i].start = i;
        fres[i].rules = f.fres[0].rules;
    }
    m->fres = fres;
    f.fdes[0].size = MANY;
    m->num_fres = f.fdes[0].num_fres = MANY;
    check("65536 rows in v3", m, CANONICAL, SFR_REFUSAL_TOO_MANY_FRES, 0, NOWHERE);
    m->num_fres = f.fdes[0].num_fres = MANY - 1;
    IS_U64(sfr_encode(m, CANONICAL, out, 0, &len, NULL), SFR_REFUSAL_BUFFER_TOO_SMALL, "65535 rows in v3");
    IS_U64(len, 28 + 16 + 5 + 4 * (MANY - 1), "four bytes each");
    m->num_fres = f.fdes[0].num_fres = MANY;
    set_form(m, SFR_PROFILE_V2, AMD64);
    IS_U64(sfr_encode(m, CANONICAL, out, 0, &len, NULL), SFR_REFUSAL_BUFFER_TOO_SMALL, "65536 rows in v2");
    IS_U64(len, 28 + 20 + 4 * MANY, "four bytes each");
    set_form(m, SFR_PROFILE_V1, AMD64);
    IS_U64(sfr_encode(m, CANONICAL, out, 0, &len, NULL), SFR_REFUSAL_BUFFER_TOO_SMALL, "65536 rows in v1");
    IS_U64(len, 28 + 17 + 4 * MANY, "four bytes each");
    occurred[SFR_REFUSAL_BUFFER_TOO_SMALL] = true;
    free(fres);
}

int main(void)
{
    test_header();
    test_counts();
    test_function();
    test_rows();
    test_given_words();
    test_given_info();
    test_given_places();
    test_shared_run_limit();
    test_many_rows();
    for (unsigned i = 1; i < SFR_NUM_REFUSALS; i++)
        OK(occurred[i], "%s occurred", sfr_refusal_info((enum sfr_refusal)i)->name);
    return tap_done();
}
