/* SPDX-License-Identifier: MIT */
/* What is known of the libsframe release that the differential harness was made for: data, one line each. A section for
   which a line holds is not asked about; every other difference is a finding. */
#ifndef FUZZ_LIBSFRAME_KNOWN_H
#define FUZZ_LIBSFRAME_KNOWN_H

#include "sfr.h"

/* Release 2.40 reads version 1 only. The doubts of the reference under which it gives another answer, or none. */
static const struct {
    enum sfr_fault doubt;
    const char *why;
} libsframe_known[] = {
    { SFR_FAULT_FDEOFF_NOT_ZERO, "takes the FDEs from the end of the header (bug B5)" },
    { SFR_FAULT_AUX_HEADER_PRESENT, "its size of the header does not go with the offsets behind it" },
    { SFR_FAULT_FRE_RUNS_SHARED, "swaps shared rows twice where the byte order is not the host's (bug B17)" },
    { SFR_FAULT_FUNC_OVERLAP, "of overlapping functions another one may answer" },
    { SFR_FAULT_FUNC_WITHOUT_FRES, "a function without rows ends its look-up in another way" },
    { SFR_FAULT_V1_MASK, "the texts leave open what a mask of several bits means" },
    { SFR_FAULT_FIXED_FP_SET, "takes the fixed FP offset for -1 as it stands for none" },
    { SFR_FAULT_ZERO_TAIL, "refuses bytes behind the rows in the byte order that is not the host's" },
    { SFR_FAULT_FRE_BYTES_UNREFERENCED, "the same for bytes among the rows" },
    { SFR_FAULT_FRE_START_AT_FUNCTION_END, "ends the program at a row that starts where its function ends (bug B28)" },
    { SFR_FAULT_EXTRA_WORDS, "a third word of AMD64 is not looked at" },
};

#endif
