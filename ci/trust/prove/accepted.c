/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves of every section of up to LONGEST bytes: if sfr_check() accepts it, sfr_open() opens it,
 * its ABI is one of the profile, and sfr_check_fde() was called for each of its functions, in their order, on
 * the section that sfr_open() shows, without a violation and below the limit of the walk. That is what
 * judged.c assumes. sfr_check_fde() is any here: it may find violations and walk any number of bytes.
 */
#include "any.h"
#include "check.h"

static uint8_t bytes[LONGEST];
static struct sfr_section judged_in;
static uint32_t judged;
static bool any_bad;

void sfr_check_fde(struct sfr_checker *c, uint32_t index)
{
    const bool bad = nondet_bool();
    const uint64_t walked = nondet_u64();

    assert(index == judged);
    assert(c->fre_limit == (uint64_t)c->s->size * SFR_SHARED_RUN_LIMIT && c->fre_bytes <= c->fre_limit);
    given(walked <= UINT32_MAX);
    judged++;
    judged_in = *c->s;
    c->verdict.violations += bad;
    c->fre_bytes += walked;
    c->num_fres += nondet_u32();
    c->all_counted = nondet_bool();
    c->all_walked = nondet_bool();
    any_bad = any_bad || bad || c->fre_bytes > c->fre_limit;
}

static bool same(const struct sfr_section *a, const struct sfr_section *b)
{
    return a->data == b->data && a->size == b->size && a->addr == b->addr && a->profile == b->profile
           && a->big == b->big && a->hdr.sfp_flags == b->hdr.sfp_flags && a->hdr.sfh_abi_arch == b->hdr.sfh_abi_arch
           && a->fde_start == b->fde_start && a->fre_start == b->fre_start && a->fre_end == b->fre_end
           && a->fde_size == b->fde_size;
}

int main(void)
{
    const uint64_t length = nondet_u64(), addr = nondet_u64();
    struct sfr_section s;

    given(length <= LONGEST);
    for (size_t i = 0; i < LONGEST; i++)
        bytes[i] = nondet_u8();
    if (!sfr_check(bytes, length, addr, PROFILE, NULL, NULL).accepted)
        return 0;
    assert(length >= SFR_HEADER_SIZE);
    assert(sfr_open(&s, bytes, length, addr, PROFILE, NULL) == SFR_FAULT_NONE);
    assert(judged == s.hdr.sfh_num_fdes);
    assert(!any_bad);
    assert(sfr_profile_has_abi(s.profile, s.hdr.sfh_abi_arch));
    assert(judged == 0 || same(&s, &judged_in));
    if (judged != 0)
        reached("a section with a function");
    return 0;
}
