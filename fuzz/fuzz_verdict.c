/* SPDX-License-Identifier: MIT */
/*
 * Oracle: what the kit put into a section. The reference accepts a valid section, however odd, with the generator's
 * doubts and meaning; it rejects one with a fault, with that class and byte range, and accepts it again once the bytes
 * of the range are undone. The bytes of the input are the decisions that build both.
 */
#include "fuzz.h"

#include "sfk.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "verdict";

static bool has_doubt(const struct sfk_made *made, const char *name)
{
    for (size_t i = 0; i < made->num_doubts; i++)
        if (strcmp(made->doubts[i], name) == 0)
            return true;
    return false;
}

/* Do two functions have a byte in common? */
static bool overlap(const struct sfr_section *s)
{
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        for (uint32_t j = 0; j < i; j++) {
            struct sfr_fde a, b;
            sfr_read_fde(s, i, &a);
            sfr_read_fde(s, j, &b);
            if (a.distance > b.distance
                    ? (uint64_t)a.distance - (uint64_t)b.distance < b.sfde_func_size && a.sfde_func_size > 0
                    : (uint64_t)b.distance - (uint64_t)a.distance < a.sfde_func_size && b.sfde_func_size > 0)
                return true;
        }
    return false;
}

static void require_accepted(const struct sfk_made *made, const uint8_t *bytes)
{
    const struct fuzz_made good = { bytes,        made->good_size, made->section.addr, made->section.profile,
                                    made->doubts, made->num_doubts };
    struct sfr_section s;

    fuzz_require_accepted(&good, &s);
    FUZZ_REQUIRE(has_doubt(made, "func-overlap") == overlap(&s), 0,
                 "the generator is wrong on whether functions overlap");
    fuzz_require_dump(&s, made->meaning, strlen(made->meaning));
}

static void require_fault(const struct sfk_made *made)
{
    const struct sfk_section *in = &made->section;
    const struct sfr_verdict v = sfr_check(in->data, in->size, in->addr, in->profile, NULL, NULL);
    uint8_t *undone = fuzz_alloc(made->good_size, 1);

    FUZZ_REQUIRE(!v.accepted, made->start, "accepted, but it has %s", made->fault);
    FUZZ_REQUIRE(strcmp(fuzz_fault_name(v.first.fault), made->fault) == 0, made->start, "%s is seen as %s", made->fault,
                 fuzz_fault_name(v.first.fault));
    FUZZ_REQUIRE(v.first.start == made->start && v.first.end == made->end, v.first.start, "%s has another range",
                 made->fault);
    /* What was cut off comes back with the bytes of the range. */
    memcpy(undone, made->good, made->good_size);
    if (in->size == made->good_size)
        memcpy(undone, in->data, in->size);
    memcpy(undone + made->start, made->good + made->start, (size_t)(made->end - made->start));
    require_accepted(made, undone);
    fuzz_note(v.first.start);
    free(undone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sfk_made made;

    if (size > FUZZ_MAX_INPUT)
        return 0;
    sfk_spoil(NULL, data, size, &made);
    require_fault(&made);
    sfk_free(&made);
    return 0;
}
