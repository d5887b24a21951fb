/* SPDX-License-Identifier: MIT */
/* The encoder against sections whose bytes were typed from the format's tables. */
#include "encode_support.h"

/* T-ENC-02: the base sections (T-PRE-01 to T-PRE-04). In every one: header; FDEs; FREs. */
static const struct {
    enum sfr_profile profile;
    unsigned abi;
    const char *hex;
} base_sections[] = {
    { SFR_PROFILE_V1, AMD64,
      "e2de0101 0300f800 01000000 02000000 07000000 00000000 11000000"
      "00010000 10000000 00000000 02000000 00"
      "00 03 08  04 05 10f0" },
    { SFR_PROFILE_V2, AMD64,
      "e2de0201 0300f800 01000000 02000000 07000000 00000000 14000000"
      "00010000 10000000 00000000 02000000 00 00 0000"
      "00 03 08  04 05 10f0" },
    { SFR_PROFILE_V2E1, AMD64,
      "e2de0205 0300f800 01000000 02000000 07000000 00000000 14000000"
      "e4000000 10000000 00000000 02000000 00 00 0000"
      "00 03 08  04 05 10f0" },
    { SFR_PROFILE_V2E2, AMD64,
      "e2de0205 0300f800 01000000 02000000 07000000 00000000 14000000"
      "e4000000 10000000 00000000 02000000 00 00 0000"
      "00 03 08  04 05 10f0" },
    { SFR_PROFILE_V3, AMD64,
      "e2de0305 0300f800 01000000 02000000 0c000000 00000000 10000000"
      "e400000000000000 10000000 00000000"
      "0200 00 00 00  00 03 08  04 05 10f0" },

    { SFR_PROFILE_V1, AARCH64_BE,
      "dee20101 01000000 00000001 00000002 00000008 00000000 00000011"
      "00000100 00000010 00000000 00000002 00"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V2, AARCH64_BE,
      "dee20201 01000000 00000001 00000002 00000008 00000000 00000014"
      "00000100 00000010 00000000 00000002 00 00 0000"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V2E1, AARCH64_BE,
      "dee20205 01000000 00000001 00000002 00000008 00000000 00000014"
      "000000e4 00000010 00000000 00000002 00 00 0000"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V3, AARCH64_BE,
      "dee20305 01000000 00000001 00000002 0000000d 00000000 00000010"
      "00000000000000e4 00000010 00000000"
      "0002 00 00 00  00 03 00  04 07 20e8e0" },

    { SFR_PROFILE_V1, AARCH64_LE,
      "e2de0101 02000000 01000000 02000000 08000000 00000000 11000000"
      "00010000 10000000 00000000 02000000 00"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V2, AARCH64_LE,
      "e2de0201 02000000 01000000 02000000 08000000 00000000 14000000"
      "00010000 10000000 00000000 02000000 00 00 0000"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V2E1, AARCH64_LE,
      "e2de0205 02000000 01000000 02000000 08000000 00000000 14000000"
      "e4000000 10000000 00000000 02000000 00 00 0000"
      "00 03 00  04 07 20e8e0" },
    { SFR_PROFILE_V3, AARCH64_LE,
      "e2de0305 02000000 01000000 02000000 0d000000 00000000 10000000"
      "e400000000000000 10000000 00000000"
      "0200 00 00 00  00 03 00  04 07 20e8e0" },

    { SFR_PROFILE_V2E1, S390X,
      "dee20205 04000000 00000001 00000002 00000008 00000000 00000014"
      "000000e4 00000010 00000000 00000002 00 00 0000"
      "00 03 00  04 07 00d0b8" },
    { SFR_PROFILE_V2E2, S390X,
      "dee20205 04000000 00000001 00000002 00000008 00000000 00000014"
      "000000e4 00000010 00000000 00000002 00 00 0000"
      "00 03 00  04 07 00d0b8" },
    { SFR_PROFILE_V3, S390X,
      "dee20305 04000000 00000001 00000002 0000000d 00000000 00000010"
      "00000000000000e4 00000010 00000000"
      "0002 00 00 00  00 03 00  04 07 00d0b8" },
};

static void test_base_sections(void)
{
    struct fixture f;

    for (size_t i = 0; i < COUNT(base_sections); i++) {
        const struct sfr_model *m = base(&f, base_sections[i].profile, base_sections[i].abi);
        OK(encodes_to(m, SFR_LAYOUT_CANONICAL, base_sections[i].hex), "base section, %s %s",
           sfr_profile_name(base_sections[i].profile), sfr_abi_name(base_sections[i].abi));
        OK(encodes_to(m, SFR_LAYOUT_EXACT, base_sections[i].hex), "exact without any layout is canonical here");
    }
}

/* T-ENC-01: an empty section has 28 bytes. */
static void test_empty_model(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V1, AMD64);

    m->num_fdes = m->num_fres = 0;
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL, "e2de0101 0300f800 00000000 00000000 00000000 00000000 00000000"),
       "empty model, v1");
    m->fdes = NULL;
    m->fres = NULL;
    set_form(m, SFR_PROFILE_V3, S390X);
    OK(encodes_to(m, SFR_LAYOUT_EXACT, "dee20305 04000000 00000000 00000000 00000000 00000000 00000000"),
       "empty model without arrays, v3");
}

/* Each header field at its own place: AMB-05A, AMB-059, AMB-044. */
static void test_header_fields(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V2E1, AMD64);
    static const uint8_t aux[] = { 0xa1, 0xa2, 0xa3 };

    m->num_fdes = m->num_fres = 0;
    m->flags = 0x07;
    m->fixed_ra = 127;
    m->fixed_fp = -128;
    m->auxhdr_len = 3;
    m->aux = aux;
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL, "e2de0207 03807f03 00000000 00000000 00000000 00000000 00000000 a1a2a3"),
       "fixed offsets and auxiliary header");
    m->aux = NULL;
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL, "e2de0207 03807f03 00000000 00000000 00000000 00000000 00000000 000000"),
       "auxiliary header without bytes is zeros");
}

/* T-ENC-09, T-ENC-10, V3-FDE-02: the base of the start field. */
static void test_start_fields(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V2E1, AMD64);

    m->addr = 0x4020c0;
    m->num_fdes = 2;
    m->num_fres = 2;
    f.fdes[0] = (struct sfr_model_fde){ .start = 0x401000, .size = 16, .num_fres = 1 };
    f.fdes[1] = (struct sfr_model_fde){ .start = 0x401010, .size = 16, .first_fre = 1, .num_fres = 1 };
    f.fres[1].start = 0;
    f.fres[1].rules = f.fres[0].rules;
    /* 0x401000 - (0x4020c0 + 0x1c) = -0x10dc; 0x401010 - (0x4020c0 + 0x30) = -0x10e0 */
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0205 0300f800 02000000 02000000 06000000 00000000 28000000"
                  "24efffff 10000000 00000000 01000000 00 00 0000"
                  "20efffff 10000000 03000000 01000000 00 00 0000"
                  "00 03 08  00 03 08"),
       "PCREL: from the field itself");
    m->flags = 0x01;
    /* 0x401000 - 0x4020c0 = -0x10c0 */
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0201 0300f800 02000000 02000000 06000000 00000000 28000000"
                  "40efffff 10000000 00000000 01000000 00 00 0000"
                  "50efffff 10000000 03000000 01000000 00 00 0000"
                  "00 03 08  00 03 08"),
       "flag clear: from the section");
    m->profile = SFR_PROFILE_V3;
    m->flags = 0x00;
    f.fdes[0].start = 0x4020c0 + UINT64_C(0x123456789abc);
    f.fdes[1].start = 0x4020c0 - UINT64_C(0x123456789abc);
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0300 0300f800 02000000 02000000 10000000 00000000 20000000"
                  "bc9a785634120000 10000000 00000000"
                  "446587a9cbedffff 10000000 08000000"
                  "0100 00 00 00  00 03 08  0100 00 00 00  00 03 08"),
       "version 3: 64 bits");
    /* T-STA-04: both ends of the 32 bits. */
    m->profile = SFR_PROFILE_V2;
    f.fdes[0].start = 0x4020c0 - UINT64_C(0x80000000);
    f.fdes[1].start = 0x4020c0 + UINT64_C(0x7fffffff);
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0200 0300f800 02000000 02000000 06000000 00000000 28000000"
                  "00000080 10000000 00000000 01000000 00 00 0000"
                  "ffffff7f 10000000 03000000 01000000 00 00 0000"
                  "00 03 08  00 03 08"),
       "version 2: both ends of 32 bits");
}

/* T-STA-01 and PCREL with an auxiliary header and a hole before the FDEs (AMB-014). */
static void test_start_field_place(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V3, AMD64);

    m->auxhdr_len = 1;
    m->has_layout = true;
    m->fdeoff = 3;
    m->freoff = 3 + 16;
    m->fre_len = 12;
    m->tail = 2;
    /* 0x100 - (28 + 1 + 3) = 0xe0 */
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "e2de0305 0300f801 01000000 02000000 0c000000 03000000 13000000  00  000000"
                  "e000000000000000 10000000 00000000"
                  "0200 00 00 00  00 03 08  04 05 10f0  0000"),
       "PCREL counts from where the field is");
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0305 0300f801 01000000 02000000 0c000000 00000000 10000000  00"
                  "e300000000000000 10000000 00000000"
                  "0200 00 00 00  00 03 08  04 05 10f0"),
       "canonical heeds no layout, but keeps the auxiliary header");
}

/* Info bytes, block size: each bit on its own. */
static void test_fde_fields(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V3, AARCH64_LE);

    m->num_fres = f.fdes[0].num_fres = 0;
    f.fdes[0].pc_type = SFR_FDE_PCTYPE_MASK;
    f.fdes[0].rep_size = 0xff;
    f.fdes[0].pauth_key_b = true;
    f.fdes[0].signal_p = true;
    f.fdes[0].fde_type = SFR_FDE_TYPE_FLEX;
    f.fdes[0].fre_type = SFR_FRE_TYPE_ADDR4;
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "e2de0305 02000000 01000000 00000000 05000000 00000000 10000000"
                  "e400000000000000 10000000 00000000  0000 b2 01 ff"),
       "version 3: type 2, PCMASK, key B, signal, flexible, block 255");
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0305 02000000 01000000 00000000 05000000 00000000 10000000"
                  "e400000000000000 10000000 00000000  0000 b0 01 ff"),
       "canonical takes the narrowest FRE type of no rows");
    m->profile = SFR_PROFILE_V2;
    m->flags = 0;
    f.fdes[0].signal_p = false;
    f.fdes[0].fde_type = SFR_FDE_TYPE_DEFAULT;
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "e2de0200 02000000 01000000 00000000 00000000 00000000 14000000"
                  "00010000 10000000 00000000 00000000 32 ff 0000"),
       "version 2: type 2, PCMASK, key B, block 255");
    m->profile = SFR_PROFILE_V1;
    f.fdes[0].pauth_key_b = false;
    f.fdes[0].rep_size = 0;
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "e2de0100 02000000 01000000 00000000 00000000 00000000 11000000"
                  "00010000 10000000 00000000 00000000 12"),
       "version 1: type 2, PCMASK");
}

/* T-ENC-05: the canonical FRE type is the narrowest that holds the row starts. */
static void test_fre_types(void)
{
    static const struct {
        uint32_t start;
        const char *info, *row;
        const char *fre_len;
    } types[] = {
        { 0xff, "00", "ff 03 08", "06000000" },
        { 0x100, "01", "0001 03 08", "08000000" },
        { 0xffff, "01", "ffff 03 08", "08000000" },
        { 0x10000, "02", "00000100 03 08", "0c000000" },
        { 0xffffffff, "02", "ffffffff 03 08", "0c000000" },
    };
    static const char *const first[] = { "00 03 08", "0000 03 08", "00000000 03 08" };

    for (size_t i = 0; i < COUNT(types); i++) {
        struct fixture f;
        struct sfr_model *m = base(&f, SFR_PROFILE_V1, AMD64);
        char hex[400];

        f.fdes[0].size = 0xffffffff;
        f.fdes[0].fre_type = SFR_FRE_TYPE_ADDR4;
        f.fres[1].start = types[i].start;
        f.fres[1].rules = f.fres[0].rules;
        snprintf(hex, sizeof(hex),
                 "e2de0101 0300f800 01000000 02000000 %s 00000000 11000000 00010000 ffffffff 00000000 02000000"
                 " %s %s %s",
                 types[i].fre_len, types[i].info, first[types[i].info[1] - '0'], types[i].row);
        OK(encodes_to(m, SFR_LAYOUT_CANONICAL, hex), "row start 0x%" PRIx32, types[i].start);
    }
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V1, AARCH64_BE);
    f.fdes[0].fre_type = SFR_FRE_TYPE_ADDR2;
    OK(encodes_to(m, SFR_LAYOUT_EXACT,
                  "dee20101 01000000 00000001 00000002 0000000a 00000000 00000011"
                  "00000100 00000010 00000000 00000002 01"
                  "0000 03 00  0004 07 20e8e0"),
       "exact keeps a wider FRE type, big-endian");
}

/* T-FLX-34, T-ALN-01: a flexible and a default FDE; runs of odd length one after the other. */
static void test_two_functions_v3(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V3, AMD64);

    m->num_fdes = 2;
    m->num_fres = 3;
    f.fdes[1] = (struct sfr_model_fde){ .start = 0x110, .size = 8, .first_fre = 2, .num_fres = 1, .fde_type = 1 };
    f.fres[2].rules = RULES(.cfa = MEM_REG(6, -8), .ra = MEM_CFA(-8), .fp = MEM_REG(6, 0));
    /* 0x110 - 0x2c = 0xe4. Words: CFA *(rbp-8), no rule for RA, FP *(rbp+0): 33 f8 00 33 00. */
    OK(encodes_to(m, SFR_LAYOUT_CANONICAL,
                  "e2de0305 0300f800 02000000 03000000 18000000 00000000 20000000"
                  "e400000000000000 10000000 00000000"
                  "e400000000000000 08000000 0c000000"
                  "0200 00 00 00  00 03 08  04 05 10f0"
                  "0100 00 01 00  00 0a 33f8003300"),
       "a default and a flexible function");
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

/* T-ENC-08: the caller asks for order, or for it to be kept. */
static void test_sort(void)
{
    struct fixture f;
    struct sfr_model *m = base(&f, SFR_PROFILE_V2, AMD64);
    static const struct {
        uint64_t start;
        uint32_t size;
    } unsorted[8] = {
        { 0x500, 4 }, { 0x300, 4 }, { 0x200, 8 }, { 0x200, 0 }, { 0x400, 4 }, { 0x80, 4 }, { 0x100, 4 }, { 0x200, 4 },
    };
    /* From a section at 0x200: 0x80 and 0x100 are before it. The two functions of 0x200 keep their
       order. */
    static const uint64_t sorted[8] = { 5, 6, 3, 2, 7, 1, 4, 0 };
    size_t len;

    m->addr = 0x200;
    m->num_fdes = 8;
    m->num_fres = 8;
    for (unsigned i = 0; i < 8; i++) {
        f.fdes[i] = (struct sfr_model_fde){
            .start = unsorted[i].start, .size = unsorted[i].size, .first_fre = i, .num_fres = 1
        };
        f.fres[i] = f.fres[0];
    }
    uint8_t out[512];
    IS_U64(sfr_encode(m, SFR_LAYOUT_CANONICAL, out, sizeof(out), &len, NULL), SFR_REFUSAL_NOT_SORTED, "not sorted yet");
    m->flags = 0;
    IS_U64(sfr_encode(m, SFR_LAYOUT_CANONICAL, out, sizeof(out), &len, NULL), SFR_REFUSAL_NONE,
           "no order is needed without the flag");
    m->flags = 1;
    sfr_sort_functions(m);
    bool in_order = true;
    for (unsigned i = 0; i < 8; i++)
        in_order &= f.fdes[i].first_fre == sorted[i];
    OK(in_order, "functions by distance, empty ones first");
    IS_U64(sfr_encode(m, SFR_LAYOUT_CANONICAL, out, sizeof(out), &len, NULL), SFR_REFUSAL_NONE, "sorted now");

    /* SFR-ADDRESS-ORDER: for a section at 0x200 the end of the address space is before its start. */
    f.fdes[1].start = UINT64_MAX - 0xfff;
    sfr_sort_functions(m);
    IS_U64(f.fdes[0].start, UINT64_MAX - 0xfff, "order is by signed distance");

    m->num_fdes = 0;
    sfr_sort_functions(m);
    m->num_fdes = 1;
    sfr_sort_functions(m);
    IS_U64(f.fdes[0].start, UINT64_MAX - 0xfff, "nothing to sort in none and one");
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
        uint8_t out[64];
        struct sfr_refused_at at = { 7, 7 };
        size_t len = 0;

        memset(out, 0x5a, sizeof(out));
        said &= sfr_encode(m, SFR_LAYOUT_CANONICAL, out, cap, &len, &at) == SFR_REFUSAL_BUFFER_TOO_SMALL && len == 56
                && at.fde == SFR_NO_INDEX && at.fre == SFR_NO_INDEX;
        for (size_t i = cap; i < sizeof(out); i++)
            kept &= out[i] == 0x5a;
    }
    OK(kept, "nothing is written after the capacity");
    OK(said, "the size needed is 56 with every smaller capacity");
}

int main(void)
{
    test_base_sections();
    test_empty_model();
    test_header_fields();
    test_start_fields();
    test_start_field_place();
    test_fde_fields();
    test_fre_types();
    test_two_functions_v3();
    test_given_and_open_places();
    test_sort();
    test_sort_sizes();
    test_small_buffers();
    return tap_done();
}
