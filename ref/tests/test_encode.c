/* SPDX-License-Identifier: MIT */
/* The encoder beyond the corpus, whose cases state bytes and refusals, and whose laws break models and compare
   layouts: the places of refusals, places given in part, and limits. */
#include <stdlib.h>

#include "sfr_encode.h"
#include "tap.h"
#include "vectors.h"

/* ---- The base section, to start from --------------------------------------------- */

#define SAME                \
    {                       \
        SFR_RULE_SAME, 0, 0 \
    }
#define REG(reg, offset)              \
    {                                 \
        SFR_RULE_REG, (reg), (offset) \
    }
#define MEM_CFA(offset)               \
    {                                 \
        SFR_RULE_MEM_CFA, 0, (offset) \
    }
#define RULES(...)     \
    (struct sfr_rules) \
    {                  \
        __VA_ARGS__    \
    }

#define V1 SFR_PROFILE_V1
#define V2 SFR_PROFILE_V2
#define V3 SFR_PROFILE_V3

/* A model with room for a few functions and rows. */
struct fixture {
    struct sfr_model model;
    struct sfr_model_fde fdes[8];
    struct sfr_model_fre fres[32];
};

/* Section-relative starts in versions 1 and 2, relative to the field in version 3. */
static void set_form(struct sfr_model *m, enum sfr_profile profile)
{
    m->profile = profile;
    m->abi = SFR_ABI_AMD64_ENDIAN_LITTLE;
    m->fixed_ra = -8;
    m->flags = profile == V3 ? 0x05 : 0x01;
}

/* One function of AMD64 at 0x100 of 16 bytes, rows at 0 and 4. */
static struct sfr_model *base(struct fixture *f, enum sfr_profile profile)
{
    struct sfr_model *m = &f->model;

    memset(f, 0, sizeof(*f));
    set_form(m, profile);
    m->fdes = f->fdes;
    m->fres = f->fres;
    m->num_fdes = 1;
    m->num_fres = 2;
    f->fdes[0].start = 0x100;
    f->fdes[0].size = 16;
    f->fdes[0].num_fres = 2;
    f->fres[0].rules = RULES(.cfa = REG(7, 8), .ra = MEM_CFA(-8), .fp = SAME);
    f->fres[1].start = 4;
    f->fres[1].rules = RULES(.cfa = REG(7, 16), .ra = MEM_CFA(-8), .fp = MEM_CFA(-16));
    return m;
}

/* ---- Refusals, and what is nearly refused ------------------------------------------ */

#define NOWHERE SFR_NO_INDEX
#define EXACT SFR_LAYOUT_EXACT
#define CANONICAL SFR_LAYOUT_CANONICAL

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
    if (!OK(len == 0 && at.fde == fde && at.fre == fre, "its length and place"))
        printf("# len %zu fde %" PRIu32 " fre %" PRIu32 "\n", len, at.fde, at.fre);
}

/* Changes the base section by the last argument; then it must be refused. */
#define REFUSED(title, profile, layout, reason, fde, fre, ...)           \
    do {                                                                 \
        struct fixture f;                                                \
        struct sfr_model *m = base(&f, (profile));                       \
        __VA_ARGS__;                                                     \
        check((title), m, (layout), SFR_REFUSAL_##reason, (fde), (fre)); \
    } while (0)

/* The same for a change that is not refused. */
#define WRITTEN(title, profile, layout, ...) REFUSED(title, profile, layout, NONE, NOWHERE, NOWHERE, __VA_ARGS__)

/* Where the refusals are that no dump leads to. */
static void test_places(void)
{
    REFUSED("v3, the end is further than 2^63 - 1", V3, EXACT, START_OUT_OF_RANGE, 0, NOWHERE,
            f.fdes[0].start = (UINT64_C(1) << 63) - 16);
    REFUSED("ADDR2 and 65536", V2, EXACT, FRE_START_OUT_OF_RANGE, 0, 1, f.fdes[0].size = 0x20000,
            f.fdes[0].fre_type = 1, f.fres[1].start = 65536);
    WRITTEN("canonical chooses the type", V2, CANONICAL, f.fdes[0].size = 0x20000, f.fres[1].start = 65536);
    REFUSED("row 1 of function 1", V2, EXACT, RA_RULE, 1, 1, m->num_fdes = 2, m->num_fres = 4, f.fdes[1] = f.fdes[0],
            f.fdes[1].first_fre = 2, f.fres[2] = f.fres[0], f.fres[3] = f.fres[1],
            f.fres[3].rules.ra.kind = SFR_RULE_SAME);
}

static void give_info(struct sfr_model_fde *fde, uint8_t info, uint8_t info2, uint16_t padding2)
{
    fde->has_layout = true;
    fde->info = info;
    fde->info2 = info2;
    fde->padding2 = padding2;
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
    WRITTEN("tiled", V2, EXACT, lay_out(m, 0, 20, 7));
    WRITTEN("with a hole before the FDEs and slack", V2, EXACT, lay_out(m, 5, 25, 8));
    REFUSED("a hole between FDEs and FREs", V2, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE, lay_out(m, 0, 21, 7));
    REFUSED("an overlap of FDEs and FREs", V2, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE, lay_out(m, 0, 19, 7));
    REFUSED("FREs before FDEs", V2, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE, lay_out(m, 100, 20, 7));
    REFUSED("freoff above 2^32", V3, EXACT, LAYOUT_CONTRADICTION, NOWHERE, NOWHERE, lay_out(m, UINT32_MAX, 15, 12));
    REFUSED("an FRE offset that ends above 2^32", V2, EXACT, SECTION_TOO_LARGE, 0, NOWHERE,
            give_info(&f.fdes[0], 0, 0, 0), f.fdes[0].fre_off = UINT32_MAX - 6);

    WRITTEN("runs in the other order", V2, EXACT, two_runs(&f, 7, 0));
    WRITTEN("one run twice", V2, EXACT, two_runs(&f, 0, 0));
    REFUSED("runs that disagree", V2, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE, two_runs(&f, 0, 0),
            f.fres[3].rules.cfa.offset = 24);
    REFUSED("runs that disagree, before one whose place is open", V2, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE,
            two_runs(&f, 0, 0), f.fres[3].rules.cfa.offset = 24, f.fdes[2] = f.fdes[0], f.fdes[2].has_layout = false,
            f.fdes[2].num_fres = 0, m->num_fdes = 3);
    REFUSED("runs that overlap by a byte", V2, EXACT, LAYOUT_CONTRADICTION, 0, NOWHERE, two_runs(&f, 0, 6));
}

/* SFR-SHARED-RUN-LIMIT: a section that makes a reader walk more than 16 times its size is not
   written. */
static void test_shared_run_limit(void)
{
    enum { FUNCTIONS = 40, ROWS = 201 };
    static struct sfr_model_fde fdes[FUNCTIONS];
    static struct sfr_model_fre fres[FUNCTIONS * ROWS];
    struct fixture f;
    struct sfr_model *m = base(&f, V2);

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

/* A function without a given place goes after every run before it, wherever these are. */
static void test_given_and_open_places(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, V1);

    m->num_fdes = 4;
    m->num_fres = 4;
    for (unsigned i = 0; i < 4; i++) {
        f.fdes[i] = (struct sfr_model_fde){ .start = 0x100, .size = 1, .first_fre = i, .num_fres = 1 };
        f.fres[i] = f.fres[0];
        f.fres[i].rules.cfa.offset = (int64_t)(i + 1);
    }
    f.fdes[0].has_layout = f.fdes[1].has_layout = true;
    f.fdes[0].fre_off = 5;
    f.fdes[1].fre_off = 1;
    size_t size, len;
    uint8_t *expected = read_vector("e2de0101 0300f800 04000000 04000000 0e000000 00000000 44000000"
                                    "00010000 01000000 05000000 01000000 00"
                                    "00010000 01000000 01000000 01000000 00"
                                    "00010000 01000000 08000000 01000000 00"
                                    "00010000 01000000 0b000000 01000000 00"
                                    "00  00 03 02  00  00 03 01  00 03 03  00 03 04",
                                    NULL, &size);
    OK(sfr_encode(m, EXACT, out, sizeof out, &len, NULL) == SFR_REFUSAL_NONE && len == size
           && memcmp(out, expected, size) == 0,
       "two runs at their places, two after them");
    free(expected);
}

TESTS(test_places, test_given_places, test_shared_run_limit, test_given_and_open_places)
