/* SPDX-License-Identifier: MIT */
/* The encoder beyond the corpus, whose cases state bytes and refusals, and whose laws break models and compare
   layouts: the places of refusals, places given in part, sorting, limits, and a buffer that is too small. */
#include <stdlib.h>

#include "encode_support.h"

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

/* Counts are tested before they are used: none of these models has so many items. */
static void test_counts(void)
{
    REFUSED("auto is no profile to write", V2, AMD64, EXACT, BAD_PROFILE, NOWHERE, NOWHERE,
            m->profile = SFR_PROFILE_AUTO);
    REFUSED("2^32 functions", V2, AMD64, EXACT, TOO_MANY_FDES, NOWHERE, NOWHERE, m->num_fdes = UINT64_C(1) << 32);
    REFUSED("2^32 rows", V2, AMD64, EXACT, TOO_MANY_FRES, NOWHERE, NOWHERE, m->num_fres = UINT64_C(1) << 32);
    REFUSED("2^28 functions of v3 take 2^32 bytes", V3, AMD64, EXACT, SECTION_TOO_LARGE, NOWHERE, NOWHERE,
            m->num_fdes = UINT64_C(1) << 28);
    REFUSED("one row more than the model has", V2, AMD64, EXACT, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].num_fres = 3);
    REFUSED("rows after the model's", V2, AMD64, CANONICAL, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].first_fre = 3);
    REFUSED("the sum would wrap", V2, AMD64, EXACT, COUNT_MISMATCH, 0, NOWHERE, f.fdes[0].first_fre = 2,
            f.fdes[0].num_fres = UINT64_MAX - 1);
    REFUSED("a row that belongs to no function", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE,
            f.fdes[0].num_fres = 1);
    REFUSED("two functions with the same rows of the model", V2, AMD64, EXACT, COUNT_MISMATCH, NOWHERE, NOWHERE,
            m->num_fdes = 2, f.fdes[1] = f.fdes[0]);
}

/* Where the refusals are that no dump leads to. */
static void test_places(void)
{
    REFUSED("v3, the end is further than 2^63 - 1", V3, AMD64, EXACT, START_OUT_OF_RANGE, 0, NOWHERE,
            f.fdes[0].start = (UINT64_C(1) << 63) - 16);
    REFUSED("PC type 2", V2, AMD64, CANONICAL, BAD_PC_TYPE, 0, NOWHERE, f.fdes[0].pc_type = 2);
    REFUSED("FDE type 2", V3, AMD64, EXACT, BAD_FDE_TYPE, 0, NOWHERE, f.fdes[0].fde_type = 2);
    REFUSED("signal frame in v2e2", V2E2, AMD64, EXACT, SIGNAL_FRAME, 0, NOWHERE, f.fdes[0].signal_p = true);
    WRITTEN("signal frame in v3", V3, AMD64, EXACT, f.fdes[0].signal_p = true);
    REFUSED("key B on AMD64", V3, AMD64, EXACT, PAUTH_KEY, 0, NOWHERE, f.fdes[0].pauth_key_b = true);
    REFUSED("key B in v1", V1, AARCH64_LE, EXACT, PAUTH_KEY, 0, NOWHERE, f.fdes[0].pauth_key_b = true);
    REFUSED("ADDR2 and 65536", V2, AMD64, EXACT, FRE_START_OUT_OF_RANGE, 0, 1, f.fdes[0].size = 0x20000,
            f.fdes[0].fre_type = 1, f.fres[1].start = 65536);
    WRITTEN("canonical chooses the type", V2, AMD64, CANONICAL, f.fdes[0].size = 0x20000, f.fres[1].start = 65536);
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
    WRITTEN("canonical does not look at them", V2, AMD64, CANONICAL, spell_out(&f.fres[1], 0xff, 1, 2));
    REFUSED("no FP word", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x03, 16, -16));
    REFUSED("four words", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x09, 16, -16));
    REFUSED("fifteen words of four bytes", V2, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1,
            spell_out(&f.fres[1], 0x5f, 16, -16));
    REFUSED("no words", V3, AMD64, EXACT, WORDS_CONTRADICT_RULES, 0, 1, spell_out(&f.fres[1], 0x00, 16, -16));
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
    WRITTEN("unused bits and padding, v2", V2, AMD64, EXACT, give_info(&f.fdes[0], 0xe0, 0, 0xffff));
    WRITTEN("key B of v1, spelled out", V1, AARCH64_LE, EXACT, f.fdes[0].pauth_key_b = true,
            give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("key B of v1 in canonical layout", V1, AARCH64_LE, CANONICAL, PAUTH_KEY, 0, NOWHERE,
            f.fdes[0].pauth_key_b = true, give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("the key bit", V2, AARCH64_LE, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0x20, 0, 0));
    REFUSED("a second info byte in v2", V2, AMD64, EXACT, INFO_CONTRADICTS_FUNCTION, 0, NOWHERE,
            give_info(&f.fdes[0], 0, 0x20, 0));
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
    free(fres);
}

/* A function without a given place goes after every run before it, wherever these are. */
static void test_given_and_open_places(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V1, AMD64);

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
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "e2de0101 0300f800 04000000 04000000 0e000000 00000000 44000000"
                  "00010000 01000000 05000000 01000000 00"
                  "00010000 01000000 01000000 01000000 00"
                  "00010000 01000000 08000000 01000000 00"
                  "00010000 01000000 0b000000 01000000 00"
                  "00  00 03 02  00  00 03 01  00 03 03  00 03 04"),
       "two runs at their places, two after them");
}

/* A heap of every size is sorted. */
static void test_sort_sizes(void)
{
    static struct sfr_model_fde fdes[100];
    struct sfr_model m = { .fdes = fdes };
    uint32_t x = 1;
    bool in_order = true;

    for (m.num_fdes = 0; m.num_fdes <= COUNT(fdes); m.num_fdes++) {
        for (uint64_t i = 0; i < m.num_fdes; i++) {
            x = x * 1664525 + 1013904223;
            fdes[i] = (struct sfr_model_fde){ .start = x >> 26, .size = x >> 8 & 1, .first_fre = i };
        }
        sfr_sort_functions(&m);
        for (uint64_t i = 1; i < m.num_fdes; i++) {
            const struct sfr_model_fde *a = &fdes[i - 1], *b = &fdes[i];
            in_order &= a->start != b->start ? a->start < b->start
                        : a->size != b->size ? a->size < b->size
                                             : a->first_fre < b->first_fre;
        }
    }
    OK(in_order, "0 to 100 functions");
}

/* A buffer too small: nothing after its end is written, and the answer has the size needed. */
static void test_small_buffers(void)
{
    struct fixture f;
    const struct sfr_model *m = base(&f, SFR_PROFILE_V3, AMD64);
    bool kept = true, said = true;

    for (size_t cap = 0; cap < 56; cap++) {
        uint8_t bytes[64];
        struct sfr_refused_at at = { 7, 7 };
        size_t len = 0;

        memset(bytes, 0x5a, sizeof(bytes));
        said &= sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, cap, &len, &at) == SFR_REFUSAL_BUFFER_TOO_SMALL && len == 56
                && at.fde == SFR_NO_INDEX && at.fre == SFR_NO_INDEX;
        for (size_t i = cap; i < sizeof(bytes); i++)
            kept &= bytes[i] == 0x5a;
    }
    OK(kept, "nothing is written after the capacity");
    OK(said, "the size needed is 56 with every smaller capacity");
}

/* A section that counts other rows than it has has no model. */
static void test_faults(void)
{
    static const struct {
        const char *title;
        enum sfr_fault fault;
        const char *hex;
    } faults[] = {
        { "more rows than the header says", SFR_FAULT_FRE_COUNT_MISMATCH,
          "e2de0201 0300f800 01000000 01000000 06000000 00000000 14000000"
          "00010000 10000000 00000000 02000000 00 00 0000  00 03 08  04 03 08" },
        { "fewer rows than the header says", SFR_FAULT_FRE_COUNT_MISMATCH,
          "e2de0201 0300f800 01000000 03000000 06000000 00000000 14000000"
          "00010000 10000000 00000000 02000000 00 00 0000  00 03 08  04 03 08" },
    };

    for (size_t i = 0; i < COUNT(faults); i++) {
        struct sfr_section s;
        struct sfr_model m;

        static uint8_t bytes[128];
        static struct sfr_model_fde fdes[2];
        const size_t len = from_hex(faults[i].hex, bytes, sizeof(bytes));
        IS_U64(sfr_open(&s, bytes, len, 0, SFR_PROFILE_V2, NULL), SFR_FAULT_NONE, "opened");
        /* No more rows are stored than the header counts. */
        struct sfr_model_fre *exact_fres = calloc(s.hdr.sfh_num_fres, sizeof(*exact_fres));
        IS_U64(exact_fres ? sfr_model_of_section(&s, &m, fdes, exact_fres) : SFR_FAULT_NONE, faults[i].fault, "%s",
               faults[i].title);
        free(exact_fres);
    }
}

int main(void)
{
    test_counts();
    test_places();
    test_given_words();
    test_given_info();
    test_given_places();
    test_shared_run_limit();
    test_many_rows();
    test_given_and_open_places();
    test_sort_sizes();
    test_small_buffers();
    test_faults();
    return tap_done();
}
