/* SPDX-License-Identifier: MIT */
/* The words of a row's rules, per ABI, FDE type and profile. */
#include "encode_support.h"

enum { DEFAULT = SFR_FDE_TYPE_DEFAULT, FLEX = SFR_FDE_TYPE_FLEX };

/* DWARF numbers: rbx 3, rbp 6, rsp 7, r10 10; x29 29, lr 30, sp 31; s390x r11, r14, r15, f0 16, f2
   17. */
struct vector {
    const char *title;
    int profile, abi, fde_type;
    struct sfr_rules rules;
    uint8_t info;
    int32_t words[6];
    int8_t fixed_fp;
};

/* clang-format off */
static const struct vector amd64[] = {
    { "sp+127 fits one byte", V2E1, AMD64, DEFAULT, { REG(7, 127), MEM_CFA(-8), SAME, 0 }, 0x03, { 127 }, 0 },
    { "sp-128 fits one byte", V2E1, AMD64, DEFAULT, { REG(7, -128), MEM_CFA(-8), SAME, 0 }, 0x03, { -128 }, 0 },
    { "sp+128 needs two", V2E1, AMD64, DEFAULT, { REG(7, 128), MEM_CFA(-8), SAME, 0 }, 0x23, { 128 }, 0 },
    { "sp-129 needs two", V2E1, AMD64, DEFAULT, { REG(7, -129), MEM_CFA(-8), SAME, 0 }, 0x23, { -129 }, 0 },
    { "sp+32767 fits two", V1, AMD64, DEFAULT, { REG(7, 32767), MEM_CFA(-8), SAME, 0 }, 0x23, { 32767 }, 0 },
    { "sp-32768 fits two", V2, AMD64, DEFAULT, { REG(7, -32768), MEM_CFA(-8), SAME, 0 }, 0x23, { -32768 }, 0 },
    { "sp+32768 needs four", V3, AMD64, DEFAULT, { REG(7, 32768), MEM_CFA(-8), SAME, 0 }, 0x43, { 32768 }, 0 },
    { "sp-32769 needs four", V3, AMD64, DEFAULT, { REG(7, -32769), MEM_CFA(-8), SAME, 0 }, 0x43, { -32769 }, 0 },
    { "the largest offset", V3, AMD64, DEFAULT, { REG(7, INT32_MAX), MEM_CFA(-8), SAME, 0 }, 0x43, { INT32_MAX }, 0 },
    { "the smallest offset", V3, AMD64, DEFAULT, { REG(7, INT32_MIN), MEM_CFA(-8), SAME, 0 }, 0x43, { INT32_MIN }, 0 },
    { "FP base", V1, AMD64, DEFAULT, { REG(6, 16), MEM_CFA(-8), MEM_CFA(-16), 0 }, 0x04, { 16, -16 }, 0 },
    { "the widest word decides", V2, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), MEM_CFA(-129), 0 },
      0x25, { 8, -129 }, 0 },
    { "mangled RA", V2E2, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), SAME, 1 }, 0x83, { 8 }, 0 },
    { "fixed FP needs no word", V2, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), MEM_CFA(-16), 0 }, 0x03, { 8 }, -16 },
};

static const struct vector aarch64[] = {
    { "RA in LR", V1, AARCH64_LE, DEFAULT, { REG(31, 0), SAME, SAME, 0 }, 0x03, { 0 }, 0 },
    { "RA in LR, signed", V2E2, AARCH64_BE, DEFAULT, { REG(31, 16), SAME, SAME, 1 }, 0x83, { 16 }, 0 },
    { "RA saved alone", V2, AARCH64_LE, DEFAULT, { REG(31, 32), MEM_CFA(-16), SAME, 0 }, 0x05, { 32, -16 }, 0 },
    { "RA and FP saved", V3, AARCH64_LE, DEFAULT, { REG(29, 32), MEM_CFA(-24), MEM_CFA(-32), 0 }, 0x06,
      { 32, -24, -32 }, 0 },
    { "RA slot at the CFA", V3, AARCH64_LE, DEFAULT, { REG(31, 16), MEM_CFA(0), MEM_CFA(8), 0 },
      0x07, { 16, 0, 8 }, 0 },
    { "fixed FP and RA in LR", V2, AARCH64_LE, DEFAULT, { REG(31, 16), SAME, MEM_CFA(127), 0 }, 0x03, { 16 }, 127 },
};

static const struct vector s390x[] = {
    { "CFA 160", V2E1, S390X, DEFAULT, { REG(15, 160), SAME, SAME, 0 }, 0x03, { 0 }, 0 },
    { "CFA 168", V2E1, S390X, DEFAULT, { REG(15, 168), SAME, SAME, 0 }, 0x03, { 1 }, 0 },
    { "CFA 152", V2E1, S390X, DEFAULT, { REG(15, 152), SAME, SAME, 0 }, 0x03, { -1 }, 0 },
    { "CFA 0", V2E2, S390X, DEFAULT, { REG(15, 0), SAME, SAME, 0 }, 0x03, { -20 }, 0 },
    { "CFA -864", V3, S390X, DEFAULT, { REG(15, -864), SAME, SAME, 0 }, 0x03, { -128 }, 0 },
    { "CFA 1176", V3, S390X, DEFAULT, { REG(11, 1176), SAME, SAME, 0 }, 0x02, { 127 }, 0 },
    { "CFA 1184", V3, S390X, DEFAULT, { REG(15, 1184), SAME, SAME, 0 }, 0x23, { 128 }, 0 },
    { "CFA 262296", V3, S390X, DEFAULT, { REG(15, 262296), SAME, SAME, 0 }, 0x23, { 32767 }, 0 },
    { "the largest CFA", V3, S390X, DEFAULT, { REG(15, 17179869336), SAME, SAME, 0 }, 0x43, { INT32_MAX }, 0 },
    { "the smallest CFA", V2E1, S390X, DEFAULT, { REG(15, -17179869024), SAME, SAME, 0 }, 0x43, { INT32_MIN }, 0 },
    { "RA and FP saved", V2E1, S390X, DEFAULT, { REG(15, 160), MEM_CFA(-48), MEM_CFA(-72), 0 },
      0x07, { 0, -48, -72 }, 0 },
    { "RA saved alone", V2E1, S390X, DEFAULT, { REG(15, 320), MEM_CFA(-48), SAME, 0 }, 0x05, { 20, -48 }, 0 },
    { "FP saved alone: RA padding", V2E1, S390X, DEFAULT, { REG(15, 160), SAME, MEM_CFA(-72), 0 },
      0x07, { 0, 0, -72 }, 0 },
    { "FP saved alone in version 3", V3, S390X, DEFAULT, { REG(15, 160), SAME, MEM_CFA(-72), 0 },
      0x07, { 0, 0, -72 }, 0 },
    { "FP slot at the CFA", V3, S390X, DEFAULT, { REG(15, 160), MEM_CFA(-48), MEM_CFA(0), 0 }, 0x07, { 0, -48, 0 }, 0 },
    { "RA in r0", V2E1, S390X, DEFAULT, { REG(15, 160), REG(0, 0), SAME, 0 }, 0x05, { 0, 1 }, 0 },
    { "RA in r14", V2E2, S390X, DEFAULT, { REG(15, 160), REG(14, 0), SAME, 0 }, 0x05, { 0, 29 }, 0 },
    { "RA in f0", V2E1, S390X, DEFAULT, { REG(15, 160), REG(16, 0), SAME, 0 }, 0x05, { 0, 33 }, 0 },
    { "RA in register 31", V2E1, S390X, DEFAULT, { REG(15, 160), REG(31, 0), SAME, 0 }, 0x05, { 0, 63 }, 0 },
    { "RA in register 64", V2E1, S390X, DEFAULT, { REG(15, 160), REG(64, 0), SAME, 0 }, 0x25, { 0, 129 }, 0 },
    { "the largest register", V2E2, S390X, DEFAULT, { REG(15, 160), REG(0x3fffffff, 0), SAME, 0 }, 0x45,
      { 0, INT32_MAX }, 0 },
    { "FP in r11, RA padding", V2E2, S390X, DEFAULT, { REG(15, 160), SAME, REG(11, 0), 0 }, 0x07, { 0, 0, 23 }, 0 },
    { "RA in f0, FP in f2", V2E2, S390X, DEFAULT, { REG(15, 160), REG(16, 0), REG(17, 0), 0 }, 0x07, { 0, 33, 35 }, 0 },
    { "odd slots of version 3", V3, S390X, DEFAULT, { REG(15, 160), MEM_CFA(33), MEM_CFA(-71), 0 }, 0x07,
      { 0, 33, -71 }, 0 },
    { "fixed FP needs no padding", V3, S390X, DEFAULT, { REG(15, 160), SAME, MEM_CFA(-72), 0 }, 0x03, { 0 }, -72 },
};

static const struct vector flexible[] = {
    { "CFA r10+0", V3, AMD64, FLEX, { REG(10, 0), MEM_CFA(-8), SAME, 0 }, 0x04, { 0x51, 0 }, 0 },
    { "the base bit stays clear", V3, AMD64, FLEX, { REG(7, 8), MEM_CFA(-8), SAME, 0 }, 0x04, { 0x39, 8 }, 0 },
    { "CFA *(rbp-8)", V3, AMD64, FLEX, { MEM_REG(6, -8), MEM_CFA(-8), SAME, 0 }, 0x04, { 0x33, -8 }, 0 },
    { "FP *(cfa-16) after padding", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-8), MEM_CFA(-16), 0 }, 0x0a,
      { 0x39, 16, 0, 2, -16 }, 0 },
    { "RA *(cfa-24)", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-24), SAME, 0 }, 0x08, { 0x39, 16, 2, -24 }, 0 },
    { "RA *(cfa-24), FP *(cfa-16)", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-24), MEM_CFA(-16), 0 }, 0x0c,
      { 0x39, 16, 2, -24, 2, -16 }, 0 },
    { "RA *(cfa+0)", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(0), SAME, 0 }, 0x08, { 0x39, 16, 2, 0 }, 0 },
    { "RA in rbx", V3, AMD64, FLEX, { REG(7, 16), REG(3, 0), SAME, 0 }, 0x08, { 0x39, 16, 0x19, 0 }, 0 },
    { "RA rbx-4 by value", V3, AMD64, FLEX, { REG(7, 16), REG(3, -4), SAME, 0 }, 0x08, { 0x39, 16, 0x19, -4 }, 0 },
    { "FP *(rbp+0)", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-8), MEM_REG(6, 0), 0 },
      0x0a, { 0x39, 16, 0, 0x33, 0 }, 0 },
    { "register 31 in one byte", V3, AMD64, FLEX, { REG(31, 0), MEM_CFA(-8), SAME, 0 }, 0x04, { -7, 0 }, 0 },
    { "register 31 in two bytes", V3, AMD64, FLEX, { REG(31, 200), MEM_CFA(-8), SAME, 0 }, 0x24, { 0xf9, 200 }, 0 },
    { "register 32 needs two", V3, AMD64, FLEX, { REG(32, 0), MEM_CFA(-8), SAME, 0 }, 0x24, { 0x101, 0 }, 0 },
    { "register 8191 in two", V3, AMD64, FLEX, { REG(8191, 0), MEM_CFA(-8), SAME, 0 }, 0x24, { -7, 0 }, 0 },
    { "register 8192 needs four", V3, AMD64, FLEX, { REG(8192, 0), MEM_CFA(-8), SAME, 0 }, 0x44, { 0x10001, 0 }, 0 },
    { "register 5000, offset -70000", V3, AMD64, FLEX, { REG(5000, -70000), MEM_CFA(-8), SAME, 0 }, 0x44,
      { 40001, -70000 }, 0 },
    { "the largest register", V3, AMD64, FLEX, { REG(0x1fffffff, 0), MEM_CFA(-8), SAME, 0 }, 0x44, { -7, 0 }, 0 },
    { "mangled RA", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-24), SAME, 1 }, 0x88, { 0x39, 16, 2, -24 }, 0 },
    { "fixed FP needs no words", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-8), MEM_CFA(-16), 0 },
      0x04, { 0x39, 16 }, -16 },
    { "FP words go before a fixed FP", V3, AMD64, FLEX, { REG(7, 16), MEM_CFA(-8), MEM_CFA(-24), 0 }, 0x0a,
      { 0x39, 16, 0, 2, -24 }, -16 },
    { "s390x scales the CFA", V3, S390X, FLEX, { REG(15, 160), SAME, SAME, 0 }, 0x04, { 0x79, 0 }, 0 },
    { "s390x scales a loaded CFA", V3, S390X, FLEX, { MEM_REG(11, 168), SAME, SAME, 0 }, 0x04, { 0x5b, 1 }, 0 },
    { "s390x FP in f2", V3, S390X, FLEX, { REG(15, 160), SAME, REG(17, 0), 0 }, 0x0a, { 0x79, 0, 0, -119, 0 }, 0 },
    { "s390x RA in f0, FP in f2", V3, S390X, FLEX, { REG(15, 160), REG(16, 0), REG(17, 0), 0 }, 0x0c,
      { 0x79, 0, -127, 0, -119, 0 }, 0 },
    { "AArch64 RA and FP saved", V3, AARCH64_LE, FLEX, { REG(31, 16), MEM_CFA(-8), MEM_CFA(-16), 0 }, 0x0c,
      { -7, 16, 2, -8, 2, -16 }, 0 },
    { "AArch64 FP saved alone", V3, AARCH64_BE, FLEX, { REG(31, 16), SAME, MEM_CFA(-16), 0 }, 0x0a,
      { -7, 16, 0, 2, -16 }, 0 },
    { "AArch64 RA named by number", V3, AARCH64_LE, FLEX, { REG(31, 16), REG(30, 0), SAME, 0 }, 0x08,
      { -7, 16, -15, 0 }, 0 },
};

static const struct vector outermost[] = {
    { "outermost row", V2E2, AMD64, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, 0x00, { 0 }, 0 },
    { "outermost row", V2E2, S390X, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, 0x00, { 0 }, 0 },
    { "outermost row", V3, AARCH64_BE, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, 0x00, { 0 }, 0 },
    { "outermost row, flexible", V3, AMD64, FLEX, { NONE, UNDEFINED, NONE, 0 }, 0x00, { 0 }, 0 },
    { "outermost row, fixed FP", V3, AMD64, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, 0x00, { 0 }, -16 },
};
/* clang-format on */

/* The words are as written above, and the reader decodes them to the same rules. */
static void check(const struct vector *v)
{
    struct fixture f;
    struct sfr_model *m = base(&f, (enum sfr_profile)v->profile, (unsigned)v->abi);
    struct sfr_model_fre *fre = &f.fres[0];
    uint8_t out[256];
    size_t len;
    bool good;

    m->fixed_fp = v->fixed_fp;
    m->num_fres = f.fdes[0].num_fres = 1;
    f.fdes[0].fde_type = (uint8_t)v->fde_type;
    fre->rules = v->rules;
    memset(fre->words, 0x77, sizeof(fre->words));
    fre->sfre_info = 0x77;
    const enum sfr_refusal refusal = sfr_words_of_rules(m, &f.fdes[0], fre);
    good = refusal == SFR_REFUSAL_NONE && fre->sfre_info == v->info;
    for (size_t i = 0; i < SFR_MAX_WORDS; i++)
        good &= fre->words[i] == (i < COUNT(v->words) ? v->words[i] : 0);
    if (!OK(good, "%s %s: %s", sfr_profile_name(m->profile), sfr_abi_name(m->abi), v->title)) {
        printf("# %s, info 0x%02x, words", refusal ? sfr_refusal_info(refusal)->name : "written", fre->sfre_info);
        for (size_t i = 0; i < COUNT(v->words); i++)
            printf(" %" PRId32, fre->words[i]);
        printf("\n");
    }
    fre->has_layout = true;
    IS_U64(sfr_encode(m, SFR_LAYOUT_EXACT, out, sizeof(out), &len, NULL), SFR_REFUSAL_NONE, "and the reader agrees");
}

/* The kind of a refusal. */
struct refused {
    const char *title;
    int profile, abi, fde_type;
    struct sfr_rules rules;
    enum sfr_refusal refusal;
    int8_t fixed_fp;
};

static const struct refused refused[] = {
    { "CFA offset 2^31",
      V3,
      AMD64,
      DEFAULT,
      { REG(7, INT64_C(0x80000000)), MEM_CFA(-8), SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "CFA offset below -2^31",
      V3,
      AMD64,
      DEFAULT,
      { REG(7, INT64_C(-0x80000001)), MEM_CFA(-8), SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "FP offset 2^31",
      V1,
      AMD64,
      DEFAULT,
      { REG(7, 8), MEM_CFA(-8), MEM_CFA(INT64_C(0x80000000)), 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "RA offset too large",
      V2,
      AARCH64_LE,
      DEFAULT,
      { REG(31, 8), MEM_CFA(INT64_MIN), SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "flexible offset too large",
      V3,
      AMD64,
      FLEX,
      { REG(7, 8), MEM_REG(3, INT64_MAX), SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "no CFA", V1, AMD64, DEFAULT, { NONE, MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_NO_CFA_RULE, 0 },
    { "no CFA in a flexible row", V3, AMD64, FLEX, { NONE, MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_NO_CFA_RULE, 0 },
    { "CFA from another register", V1, AMD64, DEFAULT, { REG(10, 8), MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "loaded CFA", V3, AMD64, DEFAULT, { MEM_REG(7, 8), MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "CFA unchanged", V3, AMD64, DEFAULT, { SAME, MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "CFA from itself", V3, AMD64, FLEX, { CFA(8), MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "CFA loaded from itself", V3, S390X, FLEX, { MEM_CFA(8), SAME, SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "CFA undefined", V3, AMD64, FLEX, { UNDEFINED, MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_CFA_BASE, 0 },
    { "RA elsewhere on AMD64", V2E2, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-16), SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA unchanged on AMD64", V2E2, AMD64, DEFAULT, { REG(7, 8), SAME, SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA unchanged in a flexible row of AMD64",
      V3,
      AMD64,
      FLEX,
      { REG(7, 8), SAME, SAME, 0 },
      SFR_REFUSAL_RA_RULE,
      0 },
    { "RA in a register of AArch64",
      V3,
      AARCH64_LE,
      DEFAULT,
      { REG(31, 8), REG(30, 0), SAME, 0 },
      SFR_REFUSAL_RA_RULE,
      0 },
    { "no RA", V3, AARCH64_LE, FLEX, { REG(31, 8), NONE, SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA = CFA + 4 by value", V3, AMD64, FLEX, { REG(7, 8), CFA(4), SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA slot 0 is padding on s390x",
      V2E1,
      S390X,
      DEFAULT,
      { REG(15, 160), MEM_CFA(0), SAME, 0 },
      SFR_REFUSAL_RA_RULE,
      0 },
    { "odd RA slot is a register in version 2",
      V2E2,
      S390X,
      DEFAULT,
      { REG(15, 160), MEM_CFA(33), SAME, 0 },
      SFR_REFUSAL_RA_RULE,
      0 },
    { "odd negative RA slot", V2E1, S390X, DEFAULT, { REG(15, 160), MEM_CFA(-47), SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA = register + 8", V2E1, S390X, DEFAULT, { REG(15, 160), REG(14, 8), SAME, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "RA in a register, version 3",
      V3,
      S390X,
      DEFAULT,
      { REG(15, 160), REG(16, 0), SAME, 0 },
      SFR_REFUSAL_RA_RULE,
      0 },
    { "RA undefined beside a CFA", V3, AMD64, DEFAULT, { REG(7, 8), UNDEFINED, NONE, 0 }, SFR_REFUSAL_RA_RULE, 0 },
    { "FP in a register of AMD64",
      V3,
      AMD64,
      DEFAULT,
      { REG(7, 8), MEM_CFA(-8), REG(3, 0), 0 },
      SFR_REFUSAL_FP_RULE,
      0 },
    { "FP by value", V3, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), CFA(-16), 0 }, SFR_REFUSAL_FP_RULE, 0 },
    { "FP = CFA - 16 by value", V3, AMD64, FLEX, { REG(7, 8), MEM_CFA(-8), CFA(-16), 0 }, SFR_REFUSAL_FP_RULE, 0 },
    { "FP undefined", V3, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), UNDEFINED, 0 }, SFR_REFUSAL_FP_RULE, 0 },
    { "no FP", V3, S390X, FLEX, { REG(15, 160), SAME, NONE, 0 }, SFR_REFUSAL_FP_RULE, 0 },
    { "FP in a register of AArch64",
      V3,
      AARCH64_LE,
      DEFAULT,
      { REG(31, 8), MEM_CFA(-8), REG(28, 0), 0 },
      SFR_REFUSAL_FP_RULE,
      0 },
    { "odd FP slot of version 2",
      V2E1,
      S390X,
      DEFAULT,
      { REG(15, 160), SAME, MEM_CFA(-71), 0 },
      SFR_REFUSAL_FP_RULE,
      0 },
    { "FP in a register, version 3",
      V3,
      S390X,
      DEFAULT,
      { REG(15, 160), SAME, REG(17, 0), 0 },
      SFR_REFUSAL_FP_RULE,
      0 },
    { "FP beside an undefined RA", V3, AMD64, DEFAULT, { NONE, UNDEFINED, SAME, 0 }, SFR_REFUSAL_FP_RULE, 0 },
    { "FP unchanged though fixed", V2, AMD64, DEFAULT, { REG(7, 8), MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_FP_RULE, -16 },
    { "FP elsewhere though fixed",
      V2,
      AMD64,
      DEFAULT,
      { REG(7, 8), MEM_CFA(-8), MEM_CFA(-24), 0 },
      SFR_REFUSAL_FP_RULE,
      -16 },
    { "FP unchanged in a flexible row though fixed",
      V3,
      AMD64,
      FLEX,
      { REG(7, 8), MEM_CFA(-8), SAME, 0 },
      SFR_REFUSAL_FP_RULE,
      -16 },
    { "FP without RA", V2, AARCH64_BE, DEFAULT, { REG(31, 8), SAME, MEM_CFA(-16), 0 }, SFR_REFUSAL_FP_WITHOUT_RA, 0 },
    { "outermost row in version 1", V1, AMD64, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, SFR_REFUSAL_RA_UNDEFINED, 0 },
    { "outermost row in version 2", V2, AMD64, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, SFR_REFUSAL_RA_UNDEFINED, 0 },
    { "outermost row in errata 1", V2E1, S390X, DEFAULT, { NONE, UNDEFINED, NONE, 0 }, SFR_REFUSAL_RA_UNDEFINED, 0 },
    { "CFA 155", V2E1, S390X, DEFAULT, { REG(15, 155), SAME, SAME, 0 }, SFR_REFUSAL_S390X_CFA_OFFSET, 0 },
    { "CFA 165", V3, S390X, DEFAULT, { REG(15, 165), SAME, SAME, 0 }, SFR_REFUSAL_S390X_CFA_OFFSET, 0 },
    { "CFA 164 in a flexible row", V3, S390X, FLEX, { REG(10, 164), SAME, SAME, 0 }, SFR_REFUSAL_S390X_CFA_OFFSET, 0 },
    { "CFA -1", V3, S390X, DEFAULT, { REG(15, -1), SAME, SAME, 0 }, SFR_REFUSAL_S390X_CFA_OFFSET, 0 },
    { "CFA 2^63 - 1", V3, S390X, DEFAULT, { REG(15, INT64_MAX), SAME, SAME, 0 }, SFR_REFUSAL_S390X_CFA_OFFSET, 0 },
    { "CFA -2^63", V3, S390X, DEFAULT, { REG(15, INT64_MIN), SAME, SAME, 0 }, SFR_REFUSAL_OFFSET_OUT_OF_RANGE, 0 },
    { "CFA one word too large",
      V3,
      S390X,
      DEFAULT,
      { REG(15, 17179869344), SAME, SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "CFA one word too small",
      V3,
      S390X,
      FLEX,
      { REG(15, -17179869032), SAME, SAME, 0 },
      SFR_REFUSAL_OFFSET_OUT_OF_RANGE,
      0 },
    { "register word of 2^30",
      V2E2,
      S390X,
      DEFAULT,
      { REG(15, 160), REG(0x40000000, 0), SAME, 0 },
      SFR_REFUSAL_REGISTER_OUT_OF_RANGE,
      0 },
    { "control word of register 2^29",
      V3,
      AMD64,
      FLEX,
      { REG(0x20000000, 0), MEM_CFA(-8), SAME, 0 },
      SFR_REFUSAL_REGISTER_OUT_OF_RANGE,
      0 },
    { "RA of register 2^32 - 1",
      V3,
      AMD64,
      FLEX,
      { REG(7, 8), MEM_REG(UINT32_MAX, 0), SAME, 0 },
      SFR_REFUSAL_REGISTER_OUT_OF_RANGE,
      0 },
    { "FDE type 2", V3, AMD64, 2, { REG(7, 8), MEM_CFA(-8), SAME, 0 }, SFR_REFUSAL_BAD_FDE_TYPE, 0 },
    { "flexible before version 3",
      V2E2,
      AMD64,
      FLEX,
      { REG(7, 8), MEM_CFA(-8), SAME, 0 },
      SFR_REFUSAL_BAD_FDE_TYPE,
      0 },
    { "s390x before errata 1",
      V2,
      S390X,
      DEFAULT,
      { REG(15, 160), SAME, SAME, 0 },
      SFR_REFUSAL_ABI_OF_ANOTHER_VERSION,
      0 },
    { "ABI 5", V3, 5, DEFAULT, { REG(15, 160), SAME, SAME, 0 }, SFR_REFUSAL_ABI_OF_ANOTHER_VERSION, 0 },
};

static void check_refused(const struct refused *r)
{
    struct fixture f;
    struct sfr_model *m = base(&f, (enum sfr_profile)r->profile, (unsigned)r->abi);
    struct sfr_model_fre *fre = &f.fres[0];

    m->fixed_fp = r->fixed_fp;
    f.fdes[0].fde_type = (uint8_t)r->fde_type;
    fre->rules = r->rules;
    fre->sfre_info = 0x77;
    fre->words[0] = 0x77;
    const enum sfr_refusal refusal = sfr_words_of_rules(m, &f.fdes[0], fre);
    IS_TEXT(refusal ? sfr_refusal_info(refusal)->name : "written", sfr_refusal_info(r->refusal)->name, "refused: %s",
            r->title);
    OK(fre->sfre_info == 0x77 && fre->words[0] == 0x77, "and the row is left alone");
}

#define CHECK_ALL(vectors)                      \
    for (size_t i = 0; i < COUNT(vectors); i++) \
    check(&(vectors)[i])

int main(void)
{
    CHECK_ALL(amd64);
    CHECK_ALL(aarch64);
    CHECK_ALL(s390x);
    CHECK_ALL(flexible);
    CHECK_ALL(outermost);
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused(&refused[i]);
    return tap_done();
}
