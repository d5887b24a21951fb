/* SPDX-License-Identifier: MIT */
/* The cause of a failure, by pairs of lines made by hand: each kind of difference, and what is nearly one. */
#include <stdlib.h>

#include "cause.h"
#include "report.h"
#include "scratch.h"
#include "tap.h"

/* A row with this CFA, and a function with this start and size. */
#define ROW(cfa) "fre 0.1 at=0x4 cfa=" cfa " ra=*(cfa-8) fp=same mangled=0"
#define FUNCTION(start, size) \
    "fde 2 start=" start " size=" size " pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2"
#define FOUND(fde, fre, cfa) "pc 0x401004 fde=" fde " fre=" fre " cfa=" cfa " ra=*(cfa-8) fp=same"
#define SECTION(flags, aux)                                                                                       \
    "section version=2 endian=little abi=amd64 flags=" flags " fixed-fp=0 fixed-ra=-8 aux=" aux " fdes=1 fres=2 " \
    "fre-len=8"

static const struct {
    const char *expected, *seen, *token, *title;
} pairs[] = {
    /* Off by a constant. */
    { ROW("sp+8"), ROW("sp+24"), "fre.cfa/off-by-16", "fre.cfa is off by +16" },
    { ROW("sp+24"), ROW("sp+8"), "fre.cfa/off-by-minus-16", "fre.cfa is off by -16" },
    { ROW("*(sp+8)"), ROW("*(sp+16)"), "fre.cfa/off-by-8", "fre.cfa is off by +8" },
    { FUNCTION("0x401000", "0x10"), FUNCTION("0x40101c", "0x10"), "fde.start/off-by-28", "fde.start is off by +28" },
    { FUNCTION("0xfffffffffffffff8", "0x10"), FUNCTION("0x8", "0x10"), "fde.start/off-by-16", NULL },
    { FUNCTION("0xfffffffffffffff0", "0x10"), FUNCTION("0x8", "0x10"), "fde.start/off-by-24", NULL },
    /* The sign, in each direction and width. */
    { ROW("sp-8"), ROW("sp+248"), "fre.cfa/unsigned-8",
      "fre.cfa has the wrong sign: its 8 bits are taken as an unsigned number" },
    { ROW("sp-8"), ROW("sp+65528"), "fre.cfa/unsigned-16", NULL },
    { ROW("sp-8"), ROW("sp+4294967288"), "fre.cfa/unsigned-32", NULL },
    { ROW("sp-8"), ROW("sp+247"), "fre.cfa/off-by-255", NULL },
    { ROW("sp-8"), ROW("sp+8"), "fre.cfa/off-by-16", NULL },
    { FUNCTION("0x0", "0xfffffff0"), FUNCTION("0x0", "-16"), "fde.size/signed-32",
      "fde.size has the wrong sign: its 32 bits are taken as a signed number" },
    { FUNCTION("0x0", "0xf0"), FUNCTION("0x0", "-16"), "fde.size/signed-8", NULL },
    { FUNCTION("0x0", "0x70"), FUNCTION("0x0", "-16"), "fde.size/off-by-minus-128", NULL },
    /* Cut to a width; 0 is no cut. */
    { FUNCTION("0x100401000", "0x10"), FUNCTION("0x401000", "0x10"), "fde.start/cut-32",
      "fde.start is cut to 32 bits" },
    { ROW("sp+65544"), ROW("sp+8"), "fre.cfa/cut-16", NULL },
    { ROW("sp+264"), ROW("sp+8"), "fre.cfa/cut-8", NULL },
    { ROW("sp+384"), ROW("sp-128"), "fre.cfa/cut-8", NULL },
    { ROW("sp+264"), ROW("sp+9"), "fre.cfa/off-by-minus-255", NULL },
    { SECTION("none", "4"), SECTION("none", "0"), "section.aux/zero", "section.aux is 0" },
    { ROW("sp+256"), ROW("sp+0"), "fre.cfa/zero", NULL },
    { ROW("sp+0"), ROW("sp+8"), "fre.cfa/off-by-8", NULL },
    /* The other byte order. */
    { FUNCTION("0x0", "0x10"), FUNCTION("0x0", "0x1000"), "fde.size/swapped-2",
      "fde.size has its 2 bytes in the other order" },
    { FUNCTION("0x0", "0x1234"), FUNCTION("0x0", "0x34120000"), "fde.size/swapped-4", NULL },
    { FUNCTION("0x1122334455667788", "0x1"), FUNCTION("0x8877665544332211", "0x1"), "fde.start/swapped-8", NULL },
    { FUNCTION("0x0", "0x1234"), FUNCTION("0x0", "0x3413"), "fde.size/off-by-8671", NULL },
    /* The base. */
    { ROW("fp+16"), ROW("sp+16"), "fre.cfa/base-swapped",
      "fre.cfa has its base swapped: `sp` for `fp`, or `fp` for `sp`" },
    { ROW("sp+16"), ROW("fp+16"), "fre.cfa/base-swapped", NULL },
    { ROW("sp+16"), ROW("fp+8"), "fre.cfa/base-and-offset", "fre.cfa has another base and another offset" },
    { ROW("sp+16"), ROW("r10+16"), "fre.cfa/other-base", "fre.cfa has another base register" },
    { ROW("sp+16"), ROW("r4294967295+16"), "fre.cfa/negative-register", "fre.cfa has a negative register number" },
    { ROW("sp+16"), ROW("r-1+8"), "fre.cfa/negative-register", NULL },
    { ROW("sp+16"), ROW("*(r-1-8)"), "fre.cfa/stored-for-sum", NULL },
    { ROW("sp+16"), ROW("r2147483647+16"), "fre.cfa/other-base", NULL },
    /* Other forms, and words. */
    { ROW("sp+8"), ROW("none"), "fre.cfa/none-for-sum", "fre.cfa is `none`, not a sum" },
    { ROW("*(sp+8)"), ROW("sp+8"), "fre.cfa/sum-for-stored", "fre.cfa is a sum, not a value in memory" },
    { ROW("sp+8"), ROW("sp8"), "fre.cfa/sp8-for-sp+8", "fre.cfa is `sp8`, not `sp+8`" },
    { ROW("sp+8"), ROW("sp+8\x1b[31m"), "fre.cfa/other", "fre.cfa has another value" },
    { FUNCTION("0x0", "0x10"), FUNCTION("0x0", "16"), "fde.size/spelling",
      "fde.size is right, but in another spelling" },
    { SECTION("sorted,pcrel", "0"), SECTION("sorted", "0"), "section.flags/sorted-for-sorted,pcrel",
      "section.flags is `sorted`, not `sorted,pcrel`" },
    { "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=1", "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0",
      "fre.mangled/0-for-1", "fre.mangled is `0`, not `1`" },
    /* The first key counts; what the adapter declares as not shown does not. */
    { "fre 0.0 at=0x4 cfa=sp+8 ra=same fp=same mangled=0", "fre 0.0 at=0x4 cfa=? ra=none fp=none mangled=0",
      "fre.ra/none-for-same", NULL },
    /* Look-ups. */
    { FOUND("0", "1", "sp+16"), FOUND("0", "0", "sp+8"), "pc.fre/other-row", "pc.fre is another row" },
    { FOUND("1", "1", "sp+16"), FOUND("0", "0", "sp+8"), "pc.fde/other-function", "pc.fde is another function" },
    { FOUND("1", "1", "sp+16"), FOUND("1", "1", "sp+8"), "pc.cfa/off-by-minus-8", NULL },
    { FOUND("1", "1", "sp+16"), FOUND("?", "?", "sp+8"), "pc.cfa/off-by-minus-8", NULL },
    { FOUND("1", "1", "sp+16"), "pc 0x401004 none", "pc.found/missing", "look-ups find no row for a PC that has one" },
    { "pc 0x401004 none", FOUND("1", "1", "sp+16"), "pc.found/extra", "look-ups find a row for a PC that has none" },
    { "pc 0x401004 reject", FOUND("1", "1", "sp+16"), "pc.reject/accepts", NULL },
    { "pc 0x401004 none", "pc 0x401004 reject", "pc.reject/rejects", NULL },
    /* Lines that only one has. */
    { ROW("sp+8"), "", "lines/missing-fre", "a line is missing: `fre`" },
    { "", ROW("sp+8"), "lines/extra-fre", "there is a line too many: `fre`" },
    { ROW("sp+8"), FUNCTION("0x0", "0x10"), "lines/missing-fre", NULL },
    { FUNCTION("0x0", "0x10"), ROW("sp+8"), "lines/extra-fre", NULL },
    { "frame 1 pc=0x0 sp=0x0 fp=0x0", "end no-fde", "lines/missing-frame", NULL },
    { "end no-fde", "frame 1 pc=0x0 sp=0x0 fp=0x0", "lines/extra-frame", NULL },
    { "end no-fde", "end outermost", "end/other", "the trace ends for another reason" },
    /* No lines of a dump: the detail and the fault. */
    { "0x0-0x2: bad-magic", "0x0-0x4", "wrong-output/some,keys/bad-magic", NULL },
    { "fre 0.0 x\x1b=0", "fre 0.0 x\x1b=1", "wrong-output/some,keys/bad-magic",
      "other output (some,keys) on bad-magic: the magic is not 0xdee2 in either byte order" },
    { "", "", "wrong-output/some,keys/bad-magic", NULL },
};

static void test_pairs(void)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct sfc_record r = { .outcome = SFC_WRONG_OUTPUT,
                                      .level = SFC_LEVEL_READ,
                                      .detail = "some,keys",
                                      .fault_class = "bad-magic",
                                      .area = "x",
                                      .expect = "accept",
                                      .expected = pairs[i].expected,
                                      .seen = pairs[i].seen };
        struct sfc_cause cause;
        sfc_cause_find(&cause, &r);
        OK(strncmp(cause.token, "read/", 5) == 0, "at the level of the case");
        IS_TEXT(cause.token + 5, pairs[i].token, "pair %zu: %s", i, pairs[i].token);
        if (pairs[i].title)
            IS_TEXT(cause.title, pairs[i].title, "its title");
        sfc_cause_free(&cause);
    }
}

static void test_outcomes(void)
{
    static const struct {
        struct sfc_record record;
        const char *token, *title;
    } rows[] = {
        { { .outcome = SFC_TOO_LENIENT, .level = SFC_LEVEL_REFUSE, .fault_class = "bad-abi" },
          "refuse/too-lenient/bad-abi",
          "accepts bad-abi: the ABI/arch identifier is not defined for this version" },
        { { .outcome = SFC_TOO_LENIENT, .level = SFC_LEVEL_STRICT, .fault_class = "new\x1b" },
          "strict/too-lenient/new-",
          "accepts new\\x1b" },
        { { .outcome = SFC_CRASH, .level = SFC_LEVEL_STRICT, .fault_class = "bad-magic", .detail = "SIGSEGV" },
          "safe/crash/bad-magic",
          "crashes on bad-magic: the magic is not 0xdee2 in either byte order" },
        { { .outcome = SFC_CRASH, .level = SFC_LEVEL_READ, .expect = "accept" },
          "safe/crash/valid-fde",
          "crashes on valid input of the area fde" },
        { { .outcome = SFC_TOO_LENIENT, .level = SFC_LEVEL_REFUSE, .expect = "reject" },
          "refuse/too-lenient/faulty-fde",
          "accepts faulty input of the area fde" },
        { { .outcome = SFC_TOO_STRICT, .level = SFC_LEVEL_READ, .policy = "AMB-032" },
          "read/too-strict/AMB-032",
          "rejects: fdeoff not 0 (AMB-032)" },
        { { .outcome = SFC_PROTOCOL,
            .level = SFC_LEVEL_READ,
            .message = "fre.ra is `?`, but it is not among the keys declared as unobservable",
            .expected = "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0",
            .seen = "fre 0.0 at=? cfa=sp+8 ra=? fp=same mangled=0" },
          "read/fre.ra/not-shown",
          "fre.ra is not shown (`?`)" },
        { { .outcome = SFC_PROTOCOL,
            .level = SFC_LEVEL_READ,
            .message = "line 4 of the dump: `cfa=zz+8` of `fre 0.0` must be none or a register" },
          "read/protocol/fre.cfa",
          "fre.cfa has a value that the grammar of the dump does not have" },
        { { .outcome = SFC_PROTOCOL,
            .level = SFC_LEVEL_READ,
            .expect = "accept",
            .message = "line 4 of the dump: `cfa\x1b=zz+8` of `fre 0.0` must be none or a register" },
          "read/protocol/valid-fde",
          "its output cannot be understood on valid input of the area fde" },
        { { .outcome = SFC_PASS, .level = SFC_LEVEL_READ }, "read/pass", "passes now" },
        { { .outcome = SFC_SKIPPED, .level = SFC_LEVEL_READ }, "read/skipped", "is skipped now" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_record r = rows[i].record;
        struct sfc_cause cause;
        r.area = "fde";
        r.expect = r.expect ? r.expect : "reject";
        sfc_cause_find(&cause, &r);
        IS_TEXT(cause.token, rows[i].token, "a token");
        IS_TEXT(cause.title, rows[i].title, "its title");
        sfc_cause_free(&cause);
    }
}

/* Adds an unexpected failure. */
static void add(struct sfc_results *results, const char *id, size_t size, const char *expected, const char *seen)
{
    struct sfc_record *r = sfc_results_new_record(results);
    *r = (struct sfc_record){ .id = id,
                              .level = SFC_LEVEL_READ,
                              .outcome = expected ? SFC_WRONG_OUTPUT : SFC_TIMEOUT,
                              .standing = SFC_STANDS_UNEXPECTED,
                              .detail = "x",
                              .area = "x",
                              .expect = "accept",
                              .size = size,
                              .expected = expected,
                              .seen = seen };
    sfc_totals_add(&results->totals,
                   &(struct sfc_tally){ .outcome = r->outcome, .standing = r->standing, .level = r->level });
}

static void test_groups(void)
{
    struct sfc_results results;
    struct sfc_error error = { "" };
    sfc_results_start(&results, "x");
    add(&results, "a", 60, ROW("sp+8"), ROW("sp+24"));
    add(&results, "b", 50, ROW("sp+16"), ROW("sp+32"));
    add(&results, "c", 50, ROW("sp+24"), ROW("sp+40"));
    add(&results, "d", 70, ROW("sp+8"), ROW("sp+9"));
    add(&results, "e", 70, ROW("sp+8"), ROW("sp+10"));
    add(&results, "f", 70, FUNCTION("0x10", "0x1"), FUNCTION("0x15", "0x1"));
    add(&results, "g", 70, NULL, NULL);
    add(&results, "0", 40, ROW("sp+8"), ROW("sp+24"));
    results.records[results.count - 1].detail = "x,y";
    OK(sfc_results_finish(&results, &error), "records");
    size_t count;
    struct sfc_group *groups = sfc_group_records(&results, SFC_STANDS_UNEXPECTED, &count);
    static const struct {
        const char *token, *example;
        size_t count;
    } wanted[] = {
        { "safe/timeout/valid-x", "g", 1 },
        { "read/fre.cfa/off-by-16", "b", 4 },
        { "read/fre.cfa/off", "d", 2 },
        { "read/fde.start/off-by-5", "f", 1 },
    };
    IS_U64(count, 4, "groups");
    for (size_t i = 0; i < 4 && i < count; i++) {
        IS_TEXT(groups[i].token, wanted[i].token, "the lowest level first, then the largest");
        IS_TEXT(groups[i].example->id, wanted[i].example,
                "the smallest section with the fewest wrong keys is the example");
        IS_U64(groups[i].count, wanted[i].count, "members");
    }
    OK(count > 2 && strcmp(groups[2].title, "fre.cfa is off by differing amounts") == 0, "rare offsets are one group");
    sfc_groups_free(groups, count);
    sfc_results_free(&results);
}

int main(void)
{
    test_pairs();
    test_outcomes();
    test_groups();
    return tap_done();
}
