/* SPDX-License-Identifier: MIT */
/* The cause of a failure, by pairs of lines made by hand: each kind of difference, and what is nearly one. */
#include <inttypes.h>
#include <stdlib.h>

#include "cause.h"
#include "results.h"
#include "scratch.h"
#include "sfr.h"
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
    { ROW("sp+8"), ROW("sp+24"), "cfa/off-by-16", "cfa is off by +16" },
    { ROW("sp+24"), ROW("sp+8"), "cfa/off-by-minus-16", "cfa is off by -16" },
    { ROW("*(sp+8)"), ROW("*(sp+16)"), "cfa/off-by-8", "cfa is off by +8" },
    { FUNCTION("0x401000", "0x10"), FUNCTION("0x40101c", "0x10"), "fde.start/off-by-28", "fde.start is off by +28" },
    { FUNCTION("0xfffffffffffffff8", "0x10"), FUNCTION("0x8", "0x10"), "fde.start/off-by-16", NULL },
    { FUNCTION("0xfffffffffffffff0", "0x10"), FUNCTION("0x8", "0x10"), "fde.start/off-by-24", NULL },
    /* The sign, in each direction and width. */
    { ROW("sp-8"), ROW("sp+248"), "cfa/unsigned-8",
      "cfa has the wrong sign: its 8 bits are taken as an unsigned number" },
    { ROW("sp-8"), ROW("sp+65528"), "cfa/unsigned-16", NULL },
    { ROW("sp-8"), ROW("sp+4294967288"), "cfa/unsigned-32", NULL },
    { ROW("sp-8"), ROW("sp+247"), "cfa/off-by-255", NULL },
    { ROW("sp-8"), ROW("sp+8"), "cfa/off-by-16", NULL },
    { FUNCTION("0x0", "0xfffffff0"), FUNCTION("0x0", "-16"), "fde.size/signed-32",
      "fde.size has the wrong sign: its 32 bits are taken as a signed number" },
    { FUNCTION("0x0", "0xf0"), FUNCTION("0x0", "-16"), "fde.size/signed-8", NULL },
    { FUNCTION("0x0", "0x70"), FUNCTION("0x0", "-16"), "fde.size/off-by-minus-128", NULL },
    /* Cut to a width; 0 is no cut. */
    { FUNCTION("0x100401000", "0x10"), FUNCTION("0x401000", "0x10"), "fde.start/cut-32",
      "fde.start is cut to 32 bits" },
    { ROW("sp+65544"), ROW("sp+8"), "cfa/cut-16", NULL },
    { ROW("sp+264"), ROW("sp+8"), "cfa/cut-8", NULL },
    { ROW("sp+384"), ROW("sp-128"), "cfa/cut-8", NULL },
    { ROW("sp+264"), ROW("sp+9"), "cfa/off-by-minus-255", NULL },
    { SECTION("none", "4"), SECTION("none", "0"), "section.aux/zero", "section.aux is 0" },
    { ROW("sp+256"), ROW("sp+0"), "cfa/zero", NULL },
    { ROW("sp+0"), ROW("sp+8"), "cfa/off-by-8", NULL },
    /* The other byte order. */
    { FUNCTION("0x0", "0x10"), FUNCTION("0x0", "0x1000"), "fde.size/swapped-2",
      "fde.size has its 2 bytes in the other order" },
    { FUNCTION("0x0", "0x1234"), FUNCTION("0x0", "0x34120000"), "fde.size/swapped-4", NULL },
    { FUNCTION("0x1122334455667788", "0x1"), FUNCTION("0x8877665544332211", "0x1"), "fde.start/swapped-8", NULL },
    { FUNCTION("0x0", "0x1234"), FUNCTION("0x0", "0x3413"), "fde.size/off-by-8671", NULL },
    /* The base. */
    { ROW("fp+16"), ROW("sp+16"), "cfa/base-swapped", "cfa has its base swapped: `sp` for `fp`, or `fp` for `sp`" },
    { ROW("sp+16"), ROW("fp+16"), "cfa/base-swapped", NULL },
    { ROW("sp+16"), ROW("fp+8"), "cfa/base-and-offset", "cfa has another base and another offset" },
    { ROW("sp+16"), ROW("r10+16"), "cfa/other-base", "cfa has another base register" },
    { ROW("sp+16"), ROW("r4294967295+16"), "cfa/negative-register", "cfa has a negative register number" },
    { ROW("sp+16"), ROW("r-1+8"), "cfa/negative-register", NULL },
    { ROW("sp+16"), ROW("*(r-1-8)"), "cfa/stored-for-sum", NULL },
    { ROW("sp+16"), ROW("r2147483647+16"), "cfa/other-base", NULL },
    /* Other forms, and words. */
    { ROW("sp+8"), ROW("none"), "cfa/none-for-sum", "cfa is `none`, not a sum" },
    { ROW("*(sp+8)"), ROW("sp+8"), "cfa/sum-for-stored", "cfa is a sum, not a value in memory" },
    { ROW("sp+8"), ROW("sp8"), "cfa/sp8-for-sp+8", "cfa is `sp8`, not `sp+8`" },
    { ROW("sp+8"), ROW("sp+8\x1b[31m"), "cfa/other", "cfa has another value" },
    { FUNCTION("0x0", "0x10"), FUNCTION("0x0", "16"), "fde.size/spelling",
      "fde.size is right, but in another spelling" },
    { SECTION("sorted,pcrel", "0"), SECTION("sorted", "0"), "section.flags/sorted-for-sorted,pcrel",
      "section.flags is `sorted`, not `sorted,pcrel`" },
    { "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=1", "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0",
      "fre.mangled/0-for-1", "fre.mangled is `0`, not `1`" },
    /* The first key counts; what the adapter declares as not shown does not. */
    { "fre 0.0 at=0x4 cfa=sp+8 ra=same fp=same mangled=0", "fre 0.0 at=0x4 cfa=? ra=none fp=none mangled=0",
      "ra/none-for-same", NULL },
    /* Look-ups. */
    { FOUND("0", "1", "sp+16"), FOUND("0", "0", "sp+8"), "pc.fre/other-row", "look-ups find another row for a PC" },
    { FOUND("1", "1", "sp+16"), FOUND("0", "0", "sp+8"), "pc.fde/other-function",
      "look-ups find another function for a PC" },
    { FOUND("1", "1", "sp+16"), FOUND("1", "1", "sp+8"), "cfa/off-by-minus-8", NULL },
    { FOUND("1", "1", "sp+16"), FOUND("?", "?", "sp+8"), "cfa/off-by-minus-8", NULL },
    { FOUND("1", "1", "sp+16"), "pc 0x401004 none", "pc.found/missing",
      "look-ups find no row for a PC, which has one" },
    { "pc 0x401004 none", FOUND("1", "1", "sp+16"), "pc.found/extra", "look-ups find a row for a PC, which has none" },
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

static const struct sfc_spot nowhere = { SFC_PLACE_NONE, SFR_NO_INDEX };

static void test_pairs(void)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct sfc_case c = {
            .level = SFC_LEVEL_READ, .expect = SFC_EXPECT_REJECT, .fault_class = "bad-magic", .area = "x"
        };
        char detail[] = "some,keys";
        const struct sfc_result r = { .outcome = SFC_WRONG_OUTPUT,
                                      .detail = detail,
                                      .expected = (char *)pairs[i].expected,
                                      .seen = (char *)pairs[i].seen };
        struct sfc_cause cause;
        sfc_cause_find(&cause, &c, &r, nowhere);
        OK(strncmp(cause.token, "read/", 5) == 0, "at the level of the case");
        IS_TEXT(cause.token + 5, pairs[i].token, "pair %zu: %s", i, pairs[i].token);
        if (pairs[i].title)
            IS_TEXT(cause.title, pairs[i].title, "its title");
        sfc_cause_free(&cause);
    }
}

/* A case of these members. */
#define CASE(of, wants, ...)                                                              \
    {                                                                                     \
        .level = SFC_LEVEL_##of, .expect = SFC_EXPECT_##wants, .area = "fde", __VA_ARGS__ \
    }

static void test_outcomes(void)
{
    static const struct {
        enum sfc_outcome outcome;
        struct sfc_case c;
        const char *token, *title;
    } rows[] = {
        { SFC_TOO_LENIENT, CASE(REFUSE, REJECT, .fault_class = "bad-abi"), "refuse/too-lenient/bad-abi",
          "accepts bad-abi: the ABI/arch identifier is not defined for this version" },
        { SFC_TOO_LENIENT, CASE(STRICT, REJECT, .fault_class = "new\x1b"), "strict/too-lenient/new-",
          "accepts new\\x1b" },
        { SFC_CRASH, CASE(STRICT, REJECT, .fault_class = "bad-magic"), "safe/crash/bad-magic",
          "crashes on bad-magic: the magic is not 0xdee2 in either byte order" },
        { SFC_CRASH, CASE(READ, ACCEPT, .clauses = "ALL-PRE-02 ALL-PRE-01"), "safe/crash/ALL-PRE-02",
          "crashes on valid input (ALL-PRE-02: The magic value is 0xdee2; anything else is not SFrame.)" },
        { SFC_TOO_STRICT, CASE(READ, ACCEPT, .clauses = "NEW-01"), "read/too-strict/NEW-01",
          "rejects valid input (NEW-01)" },
        { SFC_TOO_LENIENT, CASE(REFUSE, REJECT, .fault_class = NULL), "refuse/too-lenient/faulty-fde",
          "accepts faulty input of the area fde" },
        { SFC_TOO_STRICT, CASE(READ, POLICY, .policy = "AMB-032"), "read/too-strict/AMB-032",
          "rejects: fdeoff not 0 (AMB-032)" },
        /* What the message says is for people. */
        { SFC_PROTOCOL, CASE(READ, REJECT, .fault_class = NULL), "read/protocol/faulty-fde",
          "its output cannot be understood on faulty input of the area fde" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char detail[] = "SIGSEGV", message[] = "line 4 of the dump: `cfa=zz+8` of `fre 0.0` must be none or a register";
        const struct sfc_result result = { .outcome = rows[i].outcome, .detail = detail, .message = message };
        struct sfc_cause cause;
        sfc_cause_find(&cause, &rows[i].c, &result, nowhere);
        IS_TEXT(cause.token, rows[i].token, "a token");
        IS_TEXT(cause.title, rows[i].title, "its title");
        sfc_cause_free(&cause);
    }
}

/* A key of the dump that breaks the protocol. */
static void test_keys(void)
{
    static const struct {
        enum sfc_key_fault fault;
        const char *key, *seen, *token, *title;
    } rows[] = {
        { SFC_KEY_NOT_SHOWN, "fre.ra", "fre 0.0 at=? cfa=sp+8 ra=? fp=same mangled=0", "read/ra/not-shown",
          "ra is not shown (`?`)" },
        { SFC_KEY_NOT_IN_GRAMMAR, "fre.cfa", NULL, "read/cfa/not-in-grammar",
          "cfa has a value that the grammar of the dump does not have" },
        { SFC_KEY_NOT_IN_GRAMMAR, "fde.size", NULL, "read/fde.size/not-in-grammar",
          "fde.size has a value that the grammar of the dump does not have" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_case c = { .level = SFC_LEVEL_READ, .area = "fde" };
        char expected[] = "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0";
        struct sfc_result r = { .outcome = SFC_PROTOCOL,
                                .key_fault = rows[i].fault,
                                .expected = rows[i].seen ? expected : NULL,
                                .seen = (char *)rows[i].seen };
        struct sfc_cause cause;
        snprintf(r.key, sizeof r.key, "%s", rows[i].key);
        sfc_cause_find(&cause, &c, &r, nowhere);
        IS_TEXT(cause.token, rows[i].token, "a key");
        IS_TEXT(cause.title, rows[i].title, "its title");
        OK(strncmp(rows[i].key, cause.differs.line, strlen(cause.differs.line)) == 0, "the line of the key");
        sfc_cause_free(&cause);
    }
}

/* Where the PC lies is part of the cause of a look-up that finds too much, too little or another function. */
static void test_places(void)
{
    static const char none[] = "pc 0x401004 none", found[] = FOUND("0", "0", "sp+8"), other[] = FOUND("1", "0", "sp+8");
    static const struct {
        const char *expected, *seen;
        enum sfc_pc_place place;
        uint32_t ends;
        enum sfc_differs_kind kind;
        const char *token, *title;
    } rows[] = {
        { none, found, SFC_PLACE_END, 0, SFC_DIFFERS_FOUND_EXTRA, "read/pc.end/inclusive",
          "look-ups take the byte after a function as part of it" },
        { other, found, SFC_PLACE_BOUNDARY, 0, SFC_DIFFERS_OTHER_FUNCTION, "read/pc.end/inclusive", NULL },
        { other, found, SFC_PLACE_BOUNDARY, 2, SFC_DIFFERS_OTHER_FUNCTION, "read/pc.fde/other-function-boundary",
          "look-ups find another function for the boundary of two functions" },
        { none, found, SFC_PLACE_GAP, SFR_NO_INDEX, SFC_DIFFERS_FOUND_EXTRA, "read/pc.found/extra-gap",
          "look-ups find a row for a PC between two functions, which has none" },
        { found, none, SFC_PLACE_LAST, SFR_NO_INDEX, SFC_DIFFERS_FOUND_MISSING, "read/pc.found/missing-last",
          "look-ups find no row for the last byte of a function, which has one" },
        { found, none, SFC_PLACE_END, 0, SFC_DIFFERS_FOUND_MISSING, "read/pc.found/missing-end", NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_case c = { .level = SFC_LEVEL_READ, .area = "x" };
        const struct sfc_result r = { .outcome = SFC_WRONG_OUTPUT,
                                      .expected = (char *)rows[i].expected,
                                      .seen = (char *)rows[i].seen };
        struct sfc_cause cause;
        sfc_cause_find(&cause, &c, &r, (struct sfc_spot){ rows[i].place, rows[i].ends });
        IS_TEXT(cause.token, rows[i].token, "a place");
        if (rows[i].title)
            IS_TEXT(cause.title, rows[i].title, "its title");
        OK(cause.differs.kind == rows[i].kind && strcmp(cause.differs.line, "pc") == 0 && cause.place == rows[i].place,
           "the kind of difference and its place");
        sfc_cause_free(&cause);
    }
}

/* Version 1, AMD64, at 0x400000: functions 0x401000-0x401010 and 0x401010-0x401018, and one at 0x401020. */
static void test_spots(void)
{
    static const uint8_t bytes[] = {
        0xe2, 0xde, 1, 1, 3,    0, 0xf8, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, /* header */
        0x00, 0x10, 0, 0, 0x10, 0, 0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                                   /* FDEs */
        0x10, 0x10, 0, 0, 0x08, 0, 0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* of 17 bytes */
        0x20, 0x10, 0, 0, 0x08, 0, 0,    0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    };
    static uint64_t pcs[] = {
        0x400fff, 0x401000, 0x401001, 0x40100f, 0x401010, 0x401017, 0x401018, 0x40101c, 0x401029
    };
    static const enum sfc_pc_place places[] = { SFC_PLACE_BEFORE, SFC_PLACE_FIRST,    SFC_PLACE_INSIDE,
                                                SFC_PLACE_LAST,   SFC_PLACE_BOUNDARY, SFC_PLACE_LAST,
                                                SFC_PLACE_END,    SFC_PLACE_GAP,      SFC_PLACE_AFTER };
    enum { NUM_PCS = sizeof pcs / sizeof pcs[0] };
    struct sfc_case c = { .profile = "v1",
                          .op = SFC_OP_LOOKUP,
                          .addr = 0x400000,
                          .bytes = bytes,
                          .size = sizeof bytes,
                          .pcs = pcs,
                          .num_pcs = NUM_PCS };
    for (unsigned i = 0; i < NUM_PCS; i++) {
        const struct sfc_spot spot = sfc_find_spot(&c, i + 2);
        OK(spot.place == places[i], "PC 0x%" PRIx64 ": %s", pcs[i],
           sfc_places[spot.place].name ? sfc_places[spot.place].name : "none");
    }
    IS_U64(sfc_find_spot(&c, 6).ends, 0, "the function that ends there");
    OK(sfc_find_spot(&c, NUM_PCS + 2).place == SFC_PLACE_NONE && sfc_find_spot(&c, 1).place == SFC_PLACE_NONE,
       "other lines have none");
    c.op = SFC_OP_DECODE;
    OK(sfc_find_spot(&c, 2).place == SFC_PLACE_NONE, "nor have other questions");
}

static void test_groups(void)
{
    static const struct {
        const char *id;
        size_t size;
        const char *expected, *seen, *detail;
    } failures[] = {
        { "a", 60, ROW("sp+8"), ROW("sp+24"), "x" },
        { "b", 50, ROW("sp+16"), ROW("sp+32"), "x" },
        { "c", 50, ROW("sp+24"), ROW("sp+40"), "x" },
        { "d", 70, ROW("sp+8"), ROW("sp+9"), "x" },
        { "e", 70, ROW("sp+8"), ROW("sp+10"), "x" },
        { "f", 70, FUNCTION("0x10", "0x1"), FUNCTION("0x15", "0x1"), "x" },
        { "g", 70, NULL, NULL, "x" },
        { "0", 40, ROW("sp+8"), ROW("sp+24"), "x,y" },
    };
    enum { NUM_FAILURES = sizeof failures / sizeof failures[0] };
    struct sfc_case cases[NUM_FAILURES];
    struct sfc_result outcomes[NUM_FAILURES];
    struct sfc_record records[NUM_FAILURES];
    struct sfc_results results = { .records = records, .count = NUM_FAILURES };
    for (size_t i = 0; i < NUM_FAILURES; i++) {
        cases[i] =
            (struct sfc_case){ .id = failures[i].id, .level = SFC_LEVEL_READ, .area = "x", .size = failures[i].size };
        outcomes[i] = (struct sfc_result){ .outcome = failures[i].expected ? SFC_WRONG_OUTPUT : SFC_TIMEOUT,
                                           .detail = (char *)failures[i].detail,
                                           .expected = (char *)failures[i].expected,
                                           .seen = (char *)failures[i].seen };
        records[i] = (struct sfc_record){ .c = &cases[i], .result = &outcomes[i], .standing = SFC_STANDS_UNEXPECTED };
        sfc_cause_find(&records[i].cause, &cases[i], &outcomes[i], nowhere);
    }
    sfc_results_merge_causes(&results);
    struct sfc_cause_list causes = sfc_results_list_causes(&results, SFC_ALL_STANDINGS);
    static const struct {
        const char *token, *example;
        size_t count;
    } wanted[] = {
        { "safe/timeout/valid-x", "g", 1 },
        { "read/cfa/off-by-16", "b", 4 },
        { "read/cfa/off", "d", 2 },
        { "read/fde.start/off-by-5", "f", 1 },
    };
    IS_U64(causes.count, 4, "causes");
    for (size_t i = 0; i < 4 && i < causes.count; i++) {
        IS_TEXT(causes.sums[i].example->cause.token, wanted[i].token, "the worst first, then the largest");
        IS_TEXT(causes.sums[i].example->c->id, wanted[i].example,
                "the smallest section with the fewest wrong keys is the example");
        IS_U64(causes.sums[i].count, wanted[i].count, "members");
        IS_U64(causes.sums[i].standings[SFC_STANDS_UNEXPECTED], wanted[i].count, "their standing");
    }
    OK(causes.count > 2 && strcmp(causes.sums[2].example->cause.title, "cfa is off by differing amounts") == 0,
       "rare offsets are one cause");
    sfc_cause_list_free(&causes);
    causes = sfc_results_list_causes(&results, 1u << SFC_STANDS_KNOWN);
    IS_U64(causes.count, 0, "of other standings there are none");
    sfc_cause_list_free(&causes);
    for (size_t i = 0; i < NUM_FAILURES; i++)
        sfc_cause_free(&records[i].cause);
}

TESTS(test_pairs, test_outcomes, test_keys, test_places, test_spots, test_groups)
