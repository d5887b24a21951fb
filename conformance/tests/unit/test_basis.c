/* SPDX-License-Identifier: MIT */
/* What a row of the registers rests on, in words. The test `explain` has rows of each register. */
#include <string.h>

#include "registers.h"
#include "tap.h"

static void is_basis(const struct sfr_basis_info *basis, const char *profile, const char *expected)
{
    struct sfc_buffer b = { 0 };
    if (basis)
        sfc_add_basis(&b, basis, profile);
    IS_TEXT(sfc_buffer_text(&b), expected, "%s", profile);
    sfc_buffer_free(&b);
}

/* Of several quotes, those from the manuals of the profile. */
static void test_quotes(void)
{
    static const struct sfr_basis_info text = {
        .basis = SFR_BASIS_TEXT,
        .evidence = "v1 1.1 \"one; two\"; v2@2.41 2.1 \"old\"; v2@2.44 v2e1 Overview \"new\"; v3 1.3 \"errata 2\"; "
                    "v3 A \"a \\\"v1\\\" word\"",
    };
    static const struct sfr_basis_info other = { .basis = SFR_BASIS_TEXT, .evidence = "v3 2.1 \"later\"" };
    static const struct sfr_basis_info ours = { .basis = SFR_BASIS_OURS, .evidence = "v2 is \"one\"; v3 is another" };

    is_basis(&text, "v1", "text: v1 1.1 \"one; two\"");
    is_basis(&text, "v2", "text: v2@2.41 2.1 \"old\"; v2@2.44 v2e1 Overview \"new\"");
    is_basis(&text, "v2e1", "text: v2@2.44 v2e1 Overview \"new\"");
    is_basis(&text, "v2e2", "text: v2@2.44 v2e1 Overview \"new\"; v3 1.3 \"errata 2\"");
    is_basis(&text, "v3", "text: v3 1.3 \"errata 2\"; v3 A \"a \\\"v1\\\" word\"");
    is_basis(&other, "v1", "text: v3 2.1 \"later\"");
    is_basis(&ours, "v1", "ours: v2 is \"one\"; v3 is another");
}

TESTS(test_quotes)
