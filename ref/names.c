/* SPDX-License-Identifier: MIT */
/* Names of profiles, ABIs and stop reasons, and the registers that each ABI designates. */
#include <string.h>

#include "internal.h"

static const char *const profile_names[] = {
    [SFR_PROFILE_AUTO] = "auto", [SFR_PROFILE_V1] = "v1",     [SFR_PROFILE_V2] = "v2",
    [SFR_PROFILE_V2E1] = "v2e1", [SFR_PROFILE_V2E2] = "v2e2", [SFR_PROFILE_V3] = "v3",
};

const struct sfr_abi_facts sfr_abis[5] = {
    [SFR_ABI_AARCH64_ENDIAN_BIG] = { "aarch64-be", 31, 29, 30, true },
    [SFR_ABI_AARCH64_ENDIAN_LITTLE] = { "aarch64-le", 31, 29, 30, false },
    [SFR_ABI_AMD64_ENDIAN_LITTLE] = { "amd64", 7, 6, 16, false },
    [SFR_ABI_S390X_ENDIAN_BIG] = { "s390x", 15, 11, 14, true },
};

static const char *const stop_names[] = {
    [SFR_STOP_NONE] = "none",     [SFR_STOP_OUTERMOST] = "outermost", [SFR_STOP_NO_FDE] = "no-fde",
    [SFR_STOP_NO_FRE] = "no-fre", [SFR_STOP_BAD_READ] = "bad-read",   [SFR_STOP_UNSAFE] = "unsafe",
    [SFR_STOP_LIMIT] = "limit",
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const char *sfr_profile_name(enum sfr_profile profile)
{
    return (unsigned)profile < COUNT(profile_names) ? profile_names[profile] : NULL;
}

bool sfr_profile_from_name(const char *name, enum sfr_profile *out)
{
    for (size_t i = 0; i < COUNT(profile_names); i++) {
        if (strcmp(name, profile_names[i]) == 0) {
            *out = (enum sfr_profile)i;
            return true;
        }
    }
    return false;
}

const char *sfr_abi_name(unsigned abi)
{
    return sfr_abi_facts(abi)->name;
}

bool sfr_abi_from_name(const char *name, unsigned *out)
{
    for (unsigned i = 1; i < COUNT(sfr_abis); i++) {
        if (strcmp(name, sfr_abis[i].name) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

uint32_t sfr_abi_sp(unsigned abi)
{
    return sfr_abi_facts(abi)->sp;
}

uint32_t sfr_abi_fp(unsigned abi)
{
    return sfr_abi_facts(abi)->fp;
}

uint32_t sfr_abi_ra(unsigned abi)
{
    return sfr_abi_facts(abi)->ra;
}

bool sfr_abi_is_big(unsigned abi)
{
    return sfr_abi_facts(abi)->big;
}

const char *sfr_stop_name(enum sfr_stop stop)
{
    return (unsigned)stop < COUNT(stop_names) ? stop_names[stop] : NULL;
}
