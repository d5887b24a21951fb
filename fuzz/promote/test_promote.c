/* SPDX-License-Identifier: MIT */
/* Two findings are the same if the names of the fields at fault are. */
#include "finding.h"
#include "tap.h"

static const struct {
    const char *a, *b;
    bool same;
} fields[] = {
    { "hdr.magic", "hdr.magic", true },
    { "hdr.magic", "hdr.version", false },
    { "fde[0].info", "fde[17].info", true },
    { "fde[0].info", "attr[0].info", false },
    { "attr[3].info", "attr[0].info", true },
    { "fre[0][1].start", "fre[12][0].start", true },
    { "fre[0][1].start", "fre[0][1].info", false },
    /* The number of a word or byte counts. */
    { "fre[0][1].word[0]", "fre[7][3].word[0]", true },
    { "fre[0][1].word[0]", "fre[0][1].word[2]", false },
    { "aux[0]", "aux[0]", true },
    { "aux[0]", "aux[3]", false },
    { "fde[0].start..fde[0].size", "fde[5].start..fde[5].size", true },
    { "fre[0][0].word[0]..fre[0][0].word[1]", "fre[0][0].word[0]..fre[0][0].word[2]", false },
    { "fre[0][0].word[1]..fre[0][0].word[2]", "fre[9][9].word[1]..fre[10][0].word[2]", true },
    { "0x12-0x14", "0x20-0x21", true },
    { "0x12-0x14", "hdr.magic", false },
    { "", "", true },
    { "", "section", false },
    { "section", "section", true },
    /* Two long names are cut off. */
    { "fre[0][1].start..fre[429496729", "fre[0][1].start..fre[1", true },
    { "fre[0", "fre[1]", true },
    { "[0]", "[1]", false },
};

static struct fuzz_signature make_signature(enum sfr_fault fault, enum sfr_clause clause, const char *field)
{
    struct fuzz_signature s = { .fault = fault, .clause = clause };

    snprintf(s.field, sizeof s.field, "%s", field);
    return s;
}

int main(void)
{
    const enum sfr_fault fault = SFR_FAULT_NONE;
    struct fuzz_signature a, b;

    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        a = make_signature(fault, (enum sfr_clause)1, fields[i].a);
        b = make_signature(fault, (enum sfr_clause)1, fields[i].b);
        OK(fuzz_signature_same(&a, &b) == fields[i].same, "`%s` and `%s` are %s", fields[i].a, fields[i].b,
           fields[i].same ? "the same" : "two");
        OK(fuzz_signature_same(&b, &a) == fields[i].same, "and the other way round");
    }
    b = make_signature(fault, (enum sfr_clause)2, a.field);
    OK(!fuzz_signature_same(&a, &b), "another clause is another finding");
    b = make_signature((enum sfr_fault)(fault + 1), a.clause, a.field);
    OK(!fuzz_signature_same(&a, &b), "another fault is another finding");
    return tap_done();
}
