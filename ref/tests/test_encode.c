/* SPDX-License-Identifier: MIT */
/* The encoder beyond the corpus, whose cases state bytes and refusals, and whose laws break models and compare
   layouts: runs of FREs at the same given place, and the limit for them. */
#include "sfr_encode.h"
#include "tap.h"

static struct sfr_model_fre row_at(uint32_t start)
{
    return (struct sfr_model_fre){
        .start = start,
        .rules = { .cfa = { SFR_RULE_REG, 7, 8 }, .ra = { SFR_RULE_MEM_CFA, 0, -8 }, .fp = { SFR_RULE_SAME, 0, 0 } }
    };
}

/* Of AMD64, version 2. */
static struct sfr_model model_of(struct sfr_model_fde *fdes, uint32_t num_fdes, struct sfr_model_fre *fres,
                                 uint32_t num_fres)
{
    return (struct sfr_model){ .profile = SFR_PROFILE_V2,
                               .abi = SFR_ABI_AMD64_ENDIAN_LITTLE,
                               .flags = SFR_F_FDE_SORTED,
                               .fixed_ra = -8,
                               .fdes = fdes,
                               .num_fdes = num_fdes,
                               .fres = fres,
                               .num_fres = num_fres };
}

/* fde: where it is refused. */
static void check(const char *title, const struct sfr_model *m, enum sfr_refusal expected, uint32_t fde)
{
    static uint8_t out[4096];
    struct sfr_refused_at at = { 77, 77 };
    size_t len = 77;
    const enum sfr_refusal seen = sfr_encode(m, SFR_LAYOUT_EXACT, out, sizeof out, &len, &at);

    IS_U64(seen, expected, "%s: %s", title,
           expected == SFR_REFUSAL_NONE ? "written" : sfr_refusal_info(expected)->name);
    OK((len == 0) == (expected != SFR_REFUSAL_NONE) && at.fde == fde && at.fre == SFR_NO_INDEX, "its length and place");
}

/* Two functions with rows of 3 and 4 bytes at the same place, and one without rows whose place is open. */
static void test_shared_runs(void)
{
    struct sfr_model_fre fres[4] = { row_at(0), row_at(4), row_at(0), row_at(4) };
    struct sfr_model_fde fdes[3];
    for (uint32_t i = 0; i < 3; i++)
        fdes[i] = (struct sfr_model_fde){
            .start = 0x100, .size = 16, .first_fre = 2 * i, .num_fres = i < 2 ? 2 : 0, .has_layout = i < 2
        };
    fres[1].rules.fp = fres[3].rules.fp = (struct sfr_rule){ SFR_RULE_MEM_CFA, 0, -16 };
    struct sfr_model two = model_of(fdes, 2, fres, 4), three = model_of(fdes, 3, fres, 4);

    check("one run twice", &two, SFR_REFUSAL_NONE, SFR_NO_INDEX);
    fdes[0].fre_off = 7;
    check("runs in the other order", &two, SFR_REFUSAL_NONE, SFR_NO_INDEX);
    fdes[0].fre_off = 0;
    fdes[1].fre_off = 6;
    check("runs that overlap by a byte", &two, SFR_REFUSAL_LAYOUT_CONTRADICTION, 0);
    fdes[1].fre_off = 0;
    fres[3].rules.cfa.offset = 24;
    check("runs that disagree", &two, SFR_REFUSAL_LAYOUT_CONTRADICTION, 0);
    check("runs that disagree, before one whose place is open", &three, SFR_REFUSAL_LAYOUT_CONTRADICTION, 0);
}

/* SFR-SHARED-RUN-LIMIT: a section that makes a reader walk more than 16 times its size is not
   written. */
static void test_shared_run_limit(void)
{
    enum { FUNCTIONS = 36, ROWS = 201 };
    static struct sfr_model_fde fdes[FUNCTIONS];
    static struct sfr_model_fre fres[FUNCTIONS * ROWS];
    struct sfr_model m = model_of(fdes, FUNCTIONS, fres, FUNCTIONS * ROWS);

    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        fdes[i] = (struct sfr_model_fde){
            .start = 0x100, .size = ROWS, .first_fre = i * ROWS, .num_fres = ROWS, .has_layout = true
        };
        for (uint32_t row = 0; row < ROWS; row++)
            fres[i * ROWS + row] = row_at(row);
    }
    /* A run of 603 bytes for 36 functions is 21708 bytes of runs. 28 + 20 * 36 + 603 + 6 = 1357,
       and 16 times that is 21712. */
    m.has_layout = true;
    m.freoff = FUNCTIONS * 20;
    m.fre_len = 603;
    m.tail = 6;
    check("not quite 16 times its size", &m, SFR_REFUSAL_NONE, SFR_NO_INDEX);
    m.tail = 5;
    check("a byte less", &m, SFR_REFUSAL_LAYOUT_CONTRADICTION, SFR_NO_INDEX);
}

TESTS(test_shared_runs, test_shared_run_limit)
