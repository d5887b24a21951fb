/* SPDX-License-Identifier: MIT */
/* The reference as a framed adapter, and as a shared object for the in-process rung. */
#include "ref_answer.h"

static const struct sfa_adapter adapter = {
    .name = "sframe-ref-framed",
    .version = VERSION,
    .profiles = "v1 v2 v2e1 v2e2 v3",
    .abis = "aarch64 amd64 s390x",
    .orders = "little big",
    .ops = "decode validate lookup unwind encode sequence merge",
#ifdef HAVE_ELF
    .containers = "raw elf",
#endif
    .canonical = true,
    .fits = true,
    .shows = "pc.signal",
    .unwinds = "second",
    .answer = ref_answer,
};

const struct sfa_adapter *sfa_adapter_1(void)
{
    return &adapter;
}

#ifndef SHARED_OBJECT
int main(void)
{
    return sfa_main(&adapter);
}
#endif
