/* SPDX-License-Identifier: MIT */
/* What a row of the registers rests on, in words. */
#include <string.h>

#include "basis.h"
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

static const struct sfr_basis_info *find(enum sfc_register in, const char *name, const char *profile)
{
    return sfc_find_basis(in, name, strlen(name), profile);
}

/* Rows of each register; some names are in two. */
static void test_rows(void)
{
    is_basis(find(SFC_CLAUSES, "ALL-PRE-02", "v3"), "v3",
             "text: v2 v2e1 v3 2.1 \"The magic number for SFrame section: 0xdee2\"");
    is_basis(find(SFC_FAULTS, "bad-rep-size", "v3"), "v3",
             "inference: a remainder by 0 has no value (V2-PCT-03, V2-FDE-10)");
    is_basis(find(SFC_POLICIES, "AMB-007", "v3"), "v3",
             "ours: the manuals list the older version numbers as valid and describe only their own layout: a reader "
             "may know the older layouts too or refuse them");
    OK(find(SFC_REFUSALS, "bad-rep-size", "v3") != find(SFC_FAULTS, "bad-rep-size", "v3"), "a refusal of that name");
    OK(!find(SFC_CLAUSES, "V1-VER-01", "v3"), "no row for another profile");
    OK(!find(SFC_CLAUSES, "V1-VER-0", "v1") && !find(SFC_FAULTS, "AMB-007", "v3"), "nor for another name");
    OK(!find(SFC_CLAUSES, "V1-VER-01", "v9"), "nor for an unknown profile");
}

int main(void)
{
    test_quotes();
    test_rows();
    return tap_done();
}
