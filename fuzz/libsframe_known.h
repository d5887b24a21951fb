/* SPDX-License-Identifier: MIT */
/* Known differences of libsframe 2.40, for the differential harness. It skips a section to which
   a line applies; every other difference is a finding. */
#ifndef FUZZ_LIBSFRAME_KNOWN_H
#define FUZZ_LIBSFRAME_KNOWN_H

#include "sfr.h"

/* Release 2.40 reads version 1 only. With these doubts of the reference it gives another answer,
   or none. */
static const struct {
    enum sfr_fault doubt;
    const char *why;
} fuzz_libsframe_known[] = {
    { SFR_FAULT_FDEOFF_NOT_ZERO, "takes the FDEs from the end of the header (bug B5)" },
    { SFR_FAULT_AUX_HEADER_PRESENT, "its header size does not fit the offsets after it" },
    { SFR_FAULT_FRE_RUNS_SHARED, "swaps shared rows twice if the byte order is not the host's (bug B17)" },
    { SFR_FAULT_FUNC_OVERLAP, "may find another one of overlapping functions" },
    { SFR_FAULT_FUNC_WITHOUT_FRES, "its look-up of a function without rows ends differently" },
    { SFR_FAULT_V1_MASK, "the texts leave open what a mask of several bits means" },
    { SFR_FAULT_ZERO_TAIL, "refuses bytes after the rows if the byte order is not the host's" },
    { SFR_FAULT_FRE_BYTES_UNREFERENCED, "the same for bytes between rows" },
    { SFR_FAULT_FRE_START_AT_FUNCTION_END, "crashes on a row that starts at the end of its function (bug B28)" },
    { SFR_FAULT_EXTRA_WORDS, "ignores a third word on AMD64" },
};

#endif
