/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the encoder and the parser: bytes in hexadecimal, and a small section to
   start from. */
#ifndef SFR_TESTS_ENCODE_SUPPORT_H
#define SFR_TESTS_ENCODE_SUPPORT_H

#include "sfr_encode.h"
#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define NONE                \
    {                       \
        SFR_RULE_NONE, 0, 0 \
    }
#define SAME                \
    {                       \
        SFR_RULE_SAME, 0, 0 \
    }
#define UNDEFINED                \
    {                            \
        SFR_RULE_UNDEFINED, 0, 0 \
    }
#define REG(reg, offset)              \
    {                                 \
        SFR_RULE_REG, (reg), (offset) \
    }
#define CFA(offset)               \
    {                             \
        SFR_RULE_CFA, 0, (offset) \
    }
#define MEM_REG(reg, offset)              \
    {                                     \
        SFR_RULE_MEM_REG, (reg), (offset) \
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

/* Short names for the tables of vectors. */
enum {
    V1 = SFR_PROFILE_V1,
    V2 = SFR_PROFILE_V2,
    V2E1 = SFR_PROFILE_V2E1,
    V2E2 = SFR_PROFILE_V2E2,
    V3 = SFR_PROFILE_V3
};
enum { AARCH64_BE = 1, AARCH64_LE = 2, AMD64 = 3, S390X = 4 };

static inline int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Bytes of a text of hexadecimal digits and spaces. Any other text has no bytes. */
static inline size_t from_hex(const char *hex, uint8_t *out, size_t cap)
{
    size_t n = 0;

    while (*hex != '\0') {
        if (*hex == ' ') {
            hex++;
            continue;
        }
        const int high = hex_digit(hex[0]), low = high < 0 ? -1 : hex_digit(hex[1]);
        if (low < 0 || n == cap)
            return 0;
        out[n++] = (uint8_t)(high << 4 | low);
        hex += 2;
    }
    return n;
}

static inline bool same_bytes(const uint8_t *seen, size_t len, const char *hex)
{
    static uint8_t expected[4096];
    const size_t n = from_hex(hex, expected, sizeof(expected));
    const bool same = n == len && (n == 0 || memcmp(seen, expected, n) == 0);

    if (!same) {
        printf("# seen     ");
        for (size_t i = 0; i < len && i < sizeof(expected); i++)
            printf("%02x", seen[i]);
        printf("\n# expected %s\n", hex);
    }
    return same;
}

/* A model with room for a few functions and rows. */
struct fixture {
    struct sfr_model model;
    struct sfr_model_fde fdes[8];
    struct sfr_model_fre fres[32];
    uint8_t aux[255];
};

/* The default of each form of the base section: section-relative in v1 and v2, PCREL later. */
static inline void set_form(struct sfr_model *m, enum sfr_profile profile, unsigned abi)
{
    m->profile = profile;
    m->abi = (uint8_t)abi;
    m->big = abi == AARCH64_BE || abi == S390X;
    m->fixed_ra = abi == AMD64 ? -8 : 0;
    m->flags = profile == SFR_PROFILE_V1 || profile == SFR_PROFILE_V2 ? 0x01 : 0x05;
}

/* The base section: one function at 0x100 of 16 bytes, rows at 0 and 4. */
static inline struct sfr_model *base(struct fixture *f, enum sfr_profile profile, unsigned abi)
{
    struct sfr_model *m = &f->model;

    memset(f, 0, sizeof(*f));
    set_form(m, profile, abi);
    m->fdes = f->fdes;
    m->fres = f->fres;
    m->num_fdes = 1;
    m->num_fres = 2;
    f->fdes[0].start = 0x100;
    f->fdes[0].size = 16;
    f->fdes[0].num_fres = 2;
    f->fres[1].start = 4;
    if (abi == AMD64) {
        f->fres[0].rules = RULES(.cfa = REG(7, 8), .ra = MEM_CFA(-8), .fp = SAME);
        f->fres[1].rules = RULES(.cfa = REG(7, 16), .ra = MEM_CFA(-8), .fp = MEM_CFA(-16));
    } else if (abi == S390X) {
        f->fres[0].rules = RULES(.cfa = REG(15, 160), .ra = SAME, .fp = SAME);
        f->fres[1].rules = RULES(.cfa = REG(15, 160), .ra = MEM_CFA(-48), .fp = MEM_CFA(-72));
    } else {
        f->fres[0].rules = RULES(.cfa = REG(31, 0), .ra = SAME, .fp = SAME);
        f->fres[1].rules = RULES(.cfa = REG(31, 32), .ra = MEM_CFA(-24), .fp = MEM_CFA(-32));
    }
    return m;
}

/* Encodes into a buffer of just the size needed, and compares. */
static inline bool encodes_to(const struct sfr_model *m, enum sfr_layout layout, const char *hex)
{
    static uint8_t out[4096];
    struct sfr_refused_at at;
    size_t need, len;

    enum sfr_refusal refusal = sfr_encode(m, layout, out, 0, &need, &at);
    if (refusal == SFR_REFUSAL_BUFFER_TOO_SMALL && need <= sizeof(out))
        refusal = sfr_encode(m, layout, out, need, &len, &at);
    if (refusal != SFR_REFUSAL_NONE) {
        printf("# refused at fde %" PRIu32 " fre %" PRIu32 ": %s\n", at.fde, at.fre, sfr_refusal_info(refusal)->name);
        return false;
    }
    return len == need && same_bytes(out, len, hex);
}

#endif
