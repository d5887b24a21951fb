/* SPDX-License-Identifier: MIT */
/* Checking: the order of findings in sections with several faults. */
#include <stdlib.h>

#include "tap.h"
#include "vectors.h"
#include "vectors_expect.h"

static void check_all_findings(const char *name, enum sfr_profile profile, const char *hex, const char *patches,
                               const char *expected)
{
    static struct text seen;
    size_t size;
    uint8_t *data = read_vector(hex, patches, &size);

    clear_text(&seen);
    const struct sfr_verdict v = sfr_check(data, size, 0, profile, add_finding, &seen);
    const struct sfr_verdict quiet = sfr_check(data, size, 0, profile, NULL, NULL);
    OK(quiet.accepted == v.accepted && quiet.violations == v.violations && quiet.doubts == v.doubts
           && quiet.first.fault == v.first.fault && v.violations + v.doubts == seen.findings,
       "the same verdict without a callback: %s", name);
    IS_TEXT(seen.data, expected, "findings in order: %s", name);
    free(data);
}

static void check_order(void)
{
    /* The FREs are read where freoff says, one byte early: a row without words at 0x2f, one cut
       short at 0x31. */
    check_all_findings("header fields", SFR_PROFILE_V2, V2_BASE, "3:09; 5:f0; 6:00; 18:13",
                       "violation undefined-flag V1-FLG-06 0x3-0x4 -\n"
                       "violation bad-fixed-ra ALL-HDR-21 0x6-0x7 -\n"
                       "violation subsections-not-tiled ALL-HDR-14 0x18-0x1c -\n"
                       "violation zero-word-count ALL-FRE-17 0x30-0x31 0.0\n"
                       "violation truncated-fre ALL-FRE-02 0x31-0x36 0.1\n"
                       "violation tail-not-zero ALL-HDR-15 0x36-0x37 -\n");
    check_all_findings("nothing after a bad magic", SFR_PROFILE_V2, V2_BASE, "0:00; 2:07; 3:ff",
                       "violation bad-magic ALL-PRE-02 0x0-0x2 -\n");
    check_all_findings("nothing after a bad version", SFR_PROFILE_V2, V2_BASE, "2:07; 3:ff; 4:09",
                       "violation bad-version V2-VER-01 0x2-0x3 -\n");
    check_all_findings("fields before an auxiliary header that does not fit", SFR_PROFILE_V3,
                       AMD64_V3 "00000000 00000000 00000000 00000000 00000000", "3:08; 6:08; 7:01",
                       "violation undefined-flag V2E1-FLG-05 0x3-0x4 -\n"
                       "doubt unusual-fixed-ra ALL-HDR-21 0x6-0x7 -\n"
                       "violation aux-header-out-of-bounds ALL-HDR-07 0x7-0x8 -\n");
    check_all_findings("fields before FDEs that do not fit", SFR_PROFILE_V1, V1_BASE, "6:00; 8:ff",
                       "violation bad-fixed-ra ALL-HDR-21 0x6-0x7 -\n"
                       "violation fde-table-out-of-bounds ALL-HDR-16 0x8-0xc -\n");
    /* Function 0 at 0x200, then function 1 at 0x100 whose row starts at 4; one FRE byte too many,
       and a tail. */
    check_all_findings("functions, rows, sums, tail", SFR_PROFILE_V2,
                       AMD64_V2 "02000000 05000000 07000000 00000000 28000000 "
                                "00020000 10000000 00000000 01000000 40 00 0000 "
                                "00010000 10000000 03000000 01000000 00 00 0100 "
                                "00 83 08  04 03 08  00  00 01",
                       NULL,
                       "doubt unused-bits-set V2-FDI-02 0x2c-0x2d 0\n"
                       "doubt mangled-ra-elsewhere ALL-FRE-13 0x45-0x46 0.0\n"
                       "violation not-sorted ALL-FLG-01 0x30-0x34 1\n"
                       "doubt unused-bits-set V2-FDE-11 0x42-0x44 1\n"
                       "doubt first-fre-not-at-zero ALL-FRE-04 0x47-0x48 1.0\n"
                       "violation fre-count-mismatch ALL-HDR-17 0xc-0x10 -\n"
                       "doubt fre-bytes-unreferenced ALL-HDR-11 0x44-0x4b -\n"
                       "violation tail-not-zero ALL-HDR-15 0x4c-0x4d -\n");
    /* The fields after an FRE offset that is out of bounds are checked, and the count is part of
       the sum. */
    check_all_findings("FREs out of reach", SFR_PROFILE_V2, V2_BASE, "24:40; 2c:40",
                       "violation fre-offset-out-of-bounds V12-FDE-07 0x24-0x28 0\n"
                       "doubt unused-bits-set V2-FDI-02 0x2c-0x2d 0\n");
    /* A function that cannot be read does not hide the next one. */
    check_all_findings("two bad functions", SFR_PROFILE_V2,
                       AMD64_V2 "02000000 02000000 06000000 00000000 28000000 "
                                "00010000 10000000 00000000 01000000 03 00 0000 "
                                "10010000 10000000 03000000 01000000 00 00 0000 "
                                "00 03 08  11 63 08",
                       NULL,
                       "violation bad-fre-type ALL-FDI-06 0x2c-0x2d 0\n"
                       "doubt first-fre-not-at-zero ALL-FRE-04 0x47-0x48 1.0\n"
                       "violation fre-start-beyond-function ALL-FRE-15 0x47-0x48 1.0\n"
                       "violation bad-word-size ALL-FRE-08 0x48-0x49 1.0\n");
    /* If a function's FRE count cannot be read, the sum is not checked. */
    check_all_findings("an attribute out of reach", SFR_PROFILE_V3, V3_BASE, "28:20",
                       "violation fre-offset-out-of-bounds V3-FDE-05 0x28-0x2c 0\n");
    check_all_findings("both words name negative registers", SFR_PROFILE_V2E2,
                       V2P_FUNC_BE(S390_V2P, "00000001", "00000005", "00000010", "00 00 0000", "00 07 00 d1 d3"), NULL,
                       "violation bad-register-word S390-08 0x33-0x34 0.0\n"
                       "violation bad-register-word S390-08 0x34-0x35 0.0\n");
    check_all_findings("the FP word does not count beside a fixed FP offset", SFR_PROFILE_V2E2,
                       V2P_FUNC_BE(S390_V2P, "00000001", "00000005", "00000010", "00 00 0000", "00 07 00 d1 d3"),
                       "5:10",
                       "violation bad-register-word S390-08 0x33-0x34 0.0\n"
                       "doubt both-fp-offsets ALL-HDR-04 0x31-0x32 0.0\n");
}

TESTS(check_order)
