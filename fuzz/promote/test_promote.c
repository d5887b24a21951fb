/* SPDX-License-Identifier: MIT */
/* Two findings are the same if the fields at fault are of one kind. */
#include "promote.h"
#include "tap.h"

static const struct {
    struct gen_path a, b;
    bool same;
} fields[] = {
    { { "hdr.magic", { 0 } }, { "hdr.magic", { 0 } }, true },
    { { "hdr.magic", { 0 } }, { "hdr.version", { 0 } }, false },
    { { "fde[].info", { 0 } }, { "fde[].info", { 17 } }, true },
    { { "fde[].info", { 0 } }, { "attr[].info", { 0 } }, false },
    { { "fre[][].start", { 0, 1 } }, { "fre[][].start", { 12, 0 } }, true },
    { { "fre[][].start", { 0, 1 } }, { "fre[][].info", { 0, 1 } }, false },
    { { "fre[][].word[]", { 0, 1, 0 } }, { "fre[][].word[]", { 7, 3, 0 } }, true },
    { { "fre[][].word[]", { 0, 1, 0 } }, { "fre[][].word[]", { 0, 1, 2 } }, false },
    { { "aux[]", { 3 } }, { "aux[]", { 3 } }, true },
    { { "aux[]", { 0 } }, { "aux[]", { 3 } }, false },
    { { NULL, { 0 } }, { NULL, { 0 } }, true },
    { { NULL, { 0 } }, { "hdr.magic", { 0 } }, false },
};

int main(void)
{
    for (unsigned i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        struct fuzz_signature a = { .first = fields[i].a }, b = { .first = fields[i].b };
        OK(fuzz_signature_same(&a, &b) == fields[i].same && fuzz_signature_same(&b, &a) == fields[i].same,
           "`%s` and `%s` are %s", fields[i].a.name ? fields[i].a.name : "", fields[i].b.name ? fields[i].b.name : "",
           fields[i].same ? "the same" : "two");
        a = (struct fuzz_signature){ .last = fields[i].a };
        b = (struct fuzz_signature){ .last = fields[i].b };
        OK(fuzz_signature_same(&a, &b) == fields[i].same, "and as the last field");
        b.clause = (enum sfr_clause)1;
        OK(!fuzz_signature_same(&a, &b), "another clause is another finding");
        b = a;
        b.fault = (enum sfr_fault)1;
        OK(!fuzz_signature_same(&a, &b), "another fault is another finding");
    }
    return tap_done();
}
