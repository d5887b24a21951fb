/* SPDX-License-Identifier: MIT */
/* What the reader's files share and no caller sees. */
#ifndef SFR_INTERNAL_H
#define SFR_INTERNAL_H

#include "section_fields.h"
#include "sfr.h"

/* Marks a function that few sections call. The compiler keeps it out of its callers, where it would
   cost every row. */
#ifdef __GNUC__
#define SFR_RARE __attribute__((__cold__, __noinline__))
#else
#define SFR_RARE
#endif

/* Marks a function that every row needs. An optimizing compiler copies it into each of its callers,
   where it knows the type of the rows. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define SFR_EACH_ROW inline __attribute__((__always_inline__))
#else
#define SFR_EACH_ROW
#endif

/* SFR-SHARED-RUN-LIMIT: a walk over a whole section gives up after this many times the section's
   size in FRE bytes. */
enum { SFR_SHARED_RUN_LIMIT = 16 };

/* header.c: the three steps of sfr_open(). The checker reports findings between them, so that they
   come in the order of the bytes. Each step fills *why on a fault. */
enum sfr_fault sfr_read_preamble(struct sfr_section *s, const void *data, size_t size, uint64_t addr,
                                 enum sfr_profile profile, struct sfr_finding *why);
void sfr_read_header(struct sfr_section *s);
enum sfr_fault sfr_place_subsections(struct sfr_section *s, struct sfr_finding *why);

/* A finding about bytes [start, end) that belongs to no function. */
struct sfr_finding sfr_finding_at(enum sfr_fault fault, enum sfr_clause clause, uint64_t start, uint64_t end,
                                  uint64_t value);

/* rules.c: which words of a flexible FRE are control words (3.2). Word 0 is the CFA's. */
struct sfr_flex_words {
    bool valid;            /* CFA, RA and FP take all words */
    unsigned ra, fp;       /* index of the control word, 0 if there is no rule */
    unsigned last_padding; /* index of a padding word that ends the row, else 0 */
};
struct sfr_flex_words sfr_divide_flex_words(const struct sfr_fre *fre);
/* Data word `index` as a control word: unsigned, and as wide as the row's words. */
uint32_t sfr_control_word(const struct sfr_fre *fre, unsigned index);

/* Control word bits (3.2, Encoding of Data Word 1). */
enum { SFR_FLEX_REG_P = 1, SFR_FLEX_DEREF_P = 2, SFR_FLEX_UNUSED = 4, SFR_FLEX_REGNUM_SHIFT = 3 };

/* The registers that the psABIs designate (DWARF numbers), by enum sfr_abi. */
struct sfr_abi_facts {
    const char *name;
    uint32_t sp, fp, ra;
    bool big;
};
extern const struct sfr_abi_facts sfr_abis[5];

static inline const struct sfr_abi_facts *sfr_abi_facts(unsigned abi)
{
    return &sfr_abis[abi < 5 ? abi : 0];
}

static inline bool sfr_is_aarch64(unsigned abi)
{
    return abi == SFR_ABI_AARCH64_ENDIAN_BIG || abi == SFR_ABI_AARCH64_ENDIAN_LITTLE;
}

/* 3.1.3 s390x: constants of the manual. The CFA offset word and the caller's SP use the same 160. */
enum {
    SFR_S390X_SP_VAL_OFFSET = -160,
    SFR_S390X_CFA_OFFSET_ADJUSTMENT = SFR_S390X_SP_VAL_OFFSET,
    SFR_S390X_CFA_OFFSET_ALIGNMENT_FACTOR = 8
};

/* 3.1.3 s390x: an RA word that means that RA is not saved. */
enum { SFR_FRE_RA_OFFSET_INVALID = 0 };

/* 2.3.3.3 The SFrame FRE Types: bytes of a row's start address; 0 for a type without a width. */
static inline unsigned sfr_fre_start_width(unsigned fre_type)
{
    switch (fre_type) {
    case SFR_FRE_TYPE_ADDR1: return 1;
    case SFR_FRE_TYPE_ADDR2: return 2;
    case SFR_FRE_TYPE_ADDR4: return 4;
    default: return 0;
    }
}

/* The profiles before version 2 errata 1, which added s390x, the PC-relative flag and a limit of
   two words for AMD64. */
static inline bool sfr_is_before_errata1(enum sfr_profile profile)
{
    return profile == SFR_PROFILE_V1 || profile == SFR_PROFILE_V2;
}

/* 2.2.1 SFrame ABI/arch Identifier: s390x came with version 2 errata 1. */
static inline bool sfr_profile_has_abi(enum sfr_profile profile, unsigned abi)
{
    const bool older = sfr_is_before_errata1(profile);
    return abi >= SFR_ABI_AARCH64_ENDIAN_BIG && abi <= (older ? SFR_ABI_AMD64_ENDIAN_LITTLE : SFR_ABI_S390X_ENDIAN_BIG);
}

/* 2.3.3.2 The SFrame FDE Types: flexible FDEs came with version 3. */
static inline bool sfr_profile_has_fde_type(enum sfr_profile profile, unsigned fde_type)
{
    return fde_type == SFR_FDE_TYPE_DEFAULT || (fde_type == SFR_FDE_TYPE_FLEX && profile == SFR_PROFILE_V3);
}

/* 2.3 SFrame FDE: bytes of an entry of the FDE table. */
static inline uint32_t sfr_fde_entry_size(enum sfr_profile profile)
{
    return profile == SFR_PROFILE_V1   ? SFR_FDE_SIZE_V1
           : profile == SFR_PROFILE_V3 ? SFR_FDE_INDEX_SIZE_V3
                                       : SFR_FDE_SIZE_V2;
}

/* 2.1.3 SFrame Flags: the bits that a profile defines. */
static inline unsigned sfr_defined_flags(enum sfr_profile profile)
{
    switch (profile) {
    case SFR_PROFILE_V1:
    case SFR_PROFILE_V2: return SFR_F_FDE_SORTED | SFR_F_FRAME_POINTER;
    case SFR_PROFILE_V2E1:
    case SFR_PROFILE_V2E2: return SFR_F_FDE_SORTED | SFR_F_FRAME_POINTER | SFR_F_FDE_FUNC_START_PCREL;
    case SFR_PROFILE_V3: return SFR_F_FDE_SORTED | SFR_F_FDE_FUNC_START_PCREL;
    case SFR_PROFILE_AUTO:
    default: return 0;
    }
}

/* Version 2 errata 2 and version 3 give an FRE without words a meaning. */
static inline bool sfr_has_outermost_rows(enum sfr_profile profile)
{
    return profile == SFR_PROFILE_V2E2 || profile == SFR_PROFILE_V3;
}

#endif
