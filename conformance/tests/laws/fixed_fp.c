/* SPDX-License-Identifier: MIT */
/* AMB-059: sections whose header gets a fixed FP offset, while their rows have FP words. It is
   open which of the two wins, so no case can test it; this file tests the reference's answers. */
#include <stdlib.h>
#include <string.h>

#include "subject.h"

enum { FIXED_FP_AT = 5, FIXED_FP = -16, MAX_SAID = 512, MAX_SIZE = 400 };

struct said {
    struct sfr_finding findings[MAX_SAID];
    size_t count;
};

static void keep(void *ctx, const struct sfr_finding *finding)
{
    struct said *said = ctx;
    if (said->count < MAX_SAID)
        said->findings[said->count] = *finding;
    said->count++;
}

static size_t count_of(const struct said *said, enum sfr_fault fault)
{
    size_t count = 0;
    for (size_t i = 0; i < said->count && i < MAX_SAID; i++)
        count += said->findings[i].fault == fault;
    return count;
}

static bool is_at(const struct said *said, enum sfr_fault fault, uint64_t start)
{
    for (size_t i = 0; i < said->count && i < MAX_SAID; i++)
        if (said->findings[i].fault == fault && said->findings[i].start == start && said->findings[i].end == start + 1)
            return said->findings[i].clause == SFR_CLAUSE_ALL_HDR_04;
    return false;
}

/* Rows of default functions with an FP word, which is the second word on AMD64 and the third
   elsewhere. Each has a finding at its info byte, and the header's rule. */
static size_t check_rows(struct subject *s, const struct sfr_section *section, const struct said *said,
                         const struct sfr_fde *fde)
{
    const unsigned fp_word = section->hdr.sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE ? 1 : 2;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    struct sfr_rules rules;
    bool more;
    size_t count = 0;

    sfr_fres(&cursor, section, fde);
    while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more) {
        if (fde->fde_type != SFR_FDE_TYPE_DEFAULT || fre.num_words == 0)
            continue;
        require(s,
                sfr_read_rules(section, fde, &fre, &rules) == SFR_FAULT_NONE && rules.fp.kind == SFR_RULE_MEM_CFA
                    && rules.fp.offset == FIXED_FP,
                "the FP rule is not that of the fixed FP offset");
        if (fre.num_words <= fp_word)
            continue;
        require(s, is_at(said, SFR_FAULT_BOTH_FP_OFFSETS, fre.pos + (1U << fde->fre_type)),
                "an FP word beside a fixed FP offset is not reported");
        count++;
    }
    return count;
}

static void check_section(struct subject *s, const uint8_t *bytes, struct said *said)
{
    const struct sfr_verdict verdict = sfr_check(bytes, s->c->size, s->c->addr, s->profile, keep, said);
    struct sfr_section section;
    size_t count = 0;

    if (!require(s,
                 verdict.accepted
                     && sfr_open(&section, bytes, s->c->size, s->c->addr, s->profile, NULL) == SFR_FAULT_NONE,
                 "with a fixed FP offset the section is refused"))
        return;
    for (uint32_t i = 0; i < section.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        if (sfr_read_fde(&section, i, &fde) == SFR_FAULT_NONE)
            count += check_rows(s, &section, said, &fde);
    }
    require(s, count_of(said, SFR_FAULT_BOTH_FP_OFFSETS) == count, "rows without an FP word are reported");
}

/* A negative register is reported in the RA word, but not in the FP word, which is then ignored. */
static void check_ra_register(struct subject *s, uint8_t *bytes, struct said *said)
{
    const size_t last_word = (size_t)s->verdict.first.end;

    if (last_word < s->c->size)
        bytes[last_word] = 0xff;
    sfr_check(bytes, s->c->size, s->c->addr, s->profile, keep, said);
    require(s, count_of(said, SFR_FAULT_BAD_REGISTER_WORD) == 1, "%zu register words are reported, not 1",
            count_of(said, SFR_FAULT_BAD_REGISTER_WORD));
}

/* Rows of an ABI that is not defined: as on all but AMD64, the third word is that of FP. */
static void check_unknown_abi(struct subject *s, const uint8_t *bytes, struct said *said)
{
    size_t third_words = 0;

    sfr_check(bytes, s->c->size, s->c->addr, s->profile, keep, said);
    for (uint32_t i = 0; i < s->section.hdr.sfh_num_fdes; i++) {
        struct sfr_fre_cursor cursor;
        struct sfr_fde fde;
        struct sfr_fre fre;
        bool more;
        sfr_read_fde(&s->section, i, &fde);
        sfr_fres(&cursor, &s->section, &fde);
        while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more)
            third_words += fre.num_words > 2;
    }
    require(s, count_of(said, SFR_FAULT_BOTH_FP_OFFSETS) == third_words, "%zu FP words are reported, not %zu",
            count_of(said, SFR_FAULT_BOTH_FP_OFFSETS), third_words);
}

/* On s390x, also sections whose only fault is a negative register in the FP word. */
void check_fixed_fp(struct subject *s)
{
    const bool abi_unknown = strstr(s->c->id, "/abi/unknown-") != NULL;
    const bool ra_word_wrong = strstr(s->c->id, "/s390x/ra-register-negative") != NULL;
    const bool fp_word_wrong = strstr(s->c->id, "/s390x/fp-register-negative") != NULL;

    if ((!s->verdict.accepted && !fp_word_wrong && !ra_word_wrong && !abi_unknown)
        || s->section.hdr.sfh_cfa_fixed_fp_offset != 0 || s->c->size > MAX_SIZE)
        return;
    if (ra_word_wrong || fp_word_wrong)
        note_tried(s, TABLE_REGISTER_WORDS, ra_word_wrong, 2);
    uint8_t *bytes = sfc_alloc(s->c->size, 1);
    struct said *said = sfc_alloc(1, sizeof *said);
    said->count = 0;
    memcpy(bytes, s->bytes, s->c->size);
    bytes[FIXED_FP_AT] = (uint8_t)FIXED_FP;
    if (ra_word_wrong)
        check_ra_register(s, bytes, said);
    else if (abi_unknown)
        check_unknown_abi(s, bytes, said);
    else
        check_section(s, bytes, said);
    free(said);
    free(bytes);
}
