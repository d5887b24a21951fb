/* SPDX-License-Identifier: MIT */
/* What an adapter leaves out on purpose: what it is not asked, what it may refuse, and what it shows. */
#include <stdlib.h>
#include <string.h>

#include "judging.h"

static const struct sfc_config config = { PLAIN("decode") };

/* ---- Not asked ---- */

/* What ends too early can only be seen by a reader that knows the size; all else is in the section. */
static void test_without_size(void)
{
    static const struct {
        const char *fault_class;
        bool needs_size;
    } classes[] = {
        { "truncated-header", true },
        { "aux-header-out-of-bounds", true },
        { "fde-table-out-of-bounds", true },
        { "fre-table-out-of-bounds", true },
        { "fre-offset-out-of-bounds", false },
        { "truncated-fre", false },
        { "bad-abi", false },
        { NULL, false },
    };
    char size[] = "size";
    struct sfc_config blind = config;
    blind.without = size;
    for (unsigned i = 0; i < COUNT(classes); i++) {
        const char *name = classes[i].fault_class ? classes[i].fault_class : "no fault class";
        struct sfc_case c = make_case(SFC_EXPECT_REJECT);
        c.fault_class = classes[i].fault_class;
        OK(sfc_undeclared(&config, &c) == 0, "%s: asked of a reader that knows the size", name);
        OK((sfc_undeclared(&blind, &c) == 1u << SFC_MISSING_SIZE) == classes[i].needs_size,
           "%s: asked of one that does not, or not", name);
        c.expect = SFC_EXPECT_ACCEPT;
        OK(sfc_undeclared(&blind, &c) == 0, "%s: a section that is right is asked of both", name);
    }
}

static void test_declared(void)
{
    static const struct {
        const char *title;
        const char *profile, *abi, *order, *containers;
        enum sfc_op op;
        bool elf, elf_command;
        unsigned missing; /* 0: none */
    } rows[] = {
        { "within what is declared", "v1", "amd64", "little", NULL, SFC_OP_DECODE, false, false, 0 },
        { "another profile", "v2", "amd64", "little", NULL, SFC_OP_DECODE, false, false, 1u << SFC_MISSING_PROFILE },
        { "another ABI", "v1", "s390x", "little", NULL, SFC_OP_DECODE, false, false, 1u << SFC_MISSING_ABI },
        { "another byte order", "v1", "amd64", "big", NULL, SFC_OP_DECODE, false, false, 1u << SFC_MISSING_ORDER },
        { "another op", "v1", "amd64", "little", NULL, SFC_OP_LOOKUP, false, false, 1u << SFC_MISSING_OP },
        { "two sections, one file", "v1", "amd64", "little", "elf", SFC_OP_SEQUENCE, false, false,
          1u << SFC_MISSING_RAW },
        { "raw unless it says otherwise", "v1", "amd64", "little", "", SFC_OP_SEQUENCE, false, false, 0 },
        { "raw among others", "v1", "amd64", "little", "raw elf", SFC_OP_SEQUENCE, false, false, 0 },
        { "no ELF files", "v1", "amd64", "little", NULL, SFC_OP_DECODE, true, false, 1u << SFC_MISSING_ELF },
        { "ELF files", "v1", "amd64", "little", "raw elf", SFC_OP_DECODE, true, false, 0 },
        { "a command that takes them", "v1", "amd64", "little", NULL, SFC_OP_DECODE, true, true, 0 },
    };
    char word[] = "{elf}", *words[] = { word, NULL };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
        struct sfc_config asked = config;
        c.profile = rows[i].profile;
        c.abi = rows[i].abi;
        c.order = rows[i].order;
        c.op = rows[i].op;
        c.elf = rows[i].elf;
        asked.containers = constant(rows[i].containers);
        asked.commands[SFC_OP_DECODE].words = rows[i].elf_command ? words : NULL;
        asked.ops = constant(c.op == SFC_OP_SEQUENCE ? "sequence" : "decode");
        IS_U64(sfc_undeclared(&asked, &c), rows[i].missing, "declared: %s", rows[i].title);
    }
}

/* ---- Limits ---- */

/* A version 3 section of AMD64 with a default function at 0x1100 and a flexible one at 0x1200, each of 16 bytes. Flags,
   counts and starts are at fixed places; no row is read. */
enum { AT_FLAGS = 3, AT_NUM_FDES = 8, LIMITED_SIZE = 28 + 2 * 16 + 2 * 6 };
static const uint8_t limited_section[LIMITED_SIZE] = {
    0xe2, 0xde, 3, 1, 3, 0, 0xf8, 0, 2,  0, 0, 0, 2, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, /* header */
    0x00, 0x01, 0, 0, 0, 0, 0,    0, 16, 0, 0, 0, 0, 0, 0, 0,                                       /* 0x1100 */
    0x00, 0x02, 0, 0, 0, 0, 0,    0, 16, 0, 0, 0, 6, 0, 0, 0,                                       /* 0x1200 */
    1,    0,    0, 0, 0, 0, 1,    0, 0,  1, 0, 0,                                                   /* attributes */
};
static const char found_both[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1120 none\npc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char flexible_refused[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                       "pc 0x1120 none\npc 0x1200 reject\n";
static const char all_refused[] = "sframe-dump 1\npc 0x1100 reject\npc 0x1120 none\npc 0x1200 reject\n";
static const char end_missed[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1120 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char end_missed_and_wrong[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+16 ra=*(cfa-8) fp=same\n"
                                           "pc 0x1120 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                           "pc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char nothing[] = "sframe-dump 1\npc 0x1100 none\npc 0x1120 none\npc 0x1200 none\n";
static const char trace[] =
    "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1120 sp=0x1 fp=0x2\nend no-fde\n";
static const char longer_trace[] = "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1120 sp=0x1 fp=0x2\n"
                                   "frame 2 pc=0x9 sp=0x1 fp=0x2\nend bad-read\n";
static const char other_trace[] =
    "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1124 sp=0x1 fp=0x2\nend bad-read\n";
static const char low_trace[] = "sframe-dump 1\nframe 0 pc=0x10ff sp=0x1 fp=0x2\nend no-fde\n";
static const char low_trace_goes_on[] = "sframe-dump 1\nframe 0 pc=0x10ff sp=0x1 fp=0x2\nend bad-read\n";

static const struct {
    const char *title, *declared; /* a key of the adapter file and its value, or NULL */
    uint8_t flags, num_fdes;
    enum sfc_op op;
    const char *body; /* NULL: rejected */
    const char *seen; /* NULL: rejects */
    enum sfc_outcome outcome;
    unsigned missing; /* the first bit; of SFC_SKIPPED */
} limits[] = {
    { "nothing declared", NULL, 0, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "unsorted, refused", "needs: sorted", 0, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED, SFC_MISSING_SORTED },
    { "sorted, refused", "needs: sorted", 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "unsorted, read", "needs: sorted", 0, 2, SFC_OP_LOOKUP, found_both, found_both, SFC_PASS, 0 },
    { "unsorted, nothing found", "needs: sorted", 0, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_SKIPPED,
      SFC_MISSING_SORTED },
    { "sorted, nothing found", "needs: sorted", 1, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_WRONG_OUTPUT, 0 },
    { "unsorted, one row wrong", "needs: sorted", 0, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_WRONG_OUTPUT, 0 },
    { "not relative, refused", "needs: pcrel", 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED, SFC_MISSING_PCREL },
    { "no function, refused", "needs: functions", 1, 0, SFC_OP_LOOKUP, nothing, NULL, SFC_SKIPPED,
      SFC_MISSING_FUNCTIONS },
    { "functions, refused", "needs: functions", 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "flexible, refused", "without: flexible", 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED,
      SFC_MISSING_FLEXIBLE },
    { "none flexible, refused", "without: flexible", 1, 1, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "flexible, nothing found", "without: flexible", 1, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_WRONG_OUTPUT, 0 },
    { "the flexible function refused", "without: flexible", 1, 2, SFC_OP_SEQUENCE, found_both, flexible_refused,
      SFC_SKIPPED, SFC_MISSING_FLEXIBLE },
    { "both refused", "without: flexible", 1, 2, SFC_OP_SEQUENCE, found_both, all_refused, SFC_WRONG_OUTPUT, 0 },
    { "an end missed", "hides: function-ends", 1, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_SKIPPED,
      SFC_MISSING_ENDS },
    { "an end missed, undeclared", NULL, 1, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_WRONG_OUTPUT, 0 },
    { "an end missed, a row wrong", "hides: function-ends", 1, 2, SFC_OP_LOOKUP, found_both, end_missed_and_wrong,
      SFC_WRONG_OUTPUT, 0 },
    { "ends seen", "hides: function-ends", 1, 2, SFC_OP_LOOKUP, found_both, found_both, SFC_PASS, 0 },
    { "a trace past an end", "hides: function-ends", 1, 2, SFC_OP_UNWIND, trace, longer_trace, SFC_SKIPPED,
      SFC_MISSING_ENDS },
    { "a trace with another frame", "hides: function-ends", 1, 2, SFC_OP_UNWIND, trace, other_trace, SFC_WRONG_OUTPUT,
      0 },
    { "a trace before all functions", "hides: function-ends", 1, 2, SFC_OP_UNWIND, low_trace, low_trace_goes_on,
      SFC_WRONG_OUTPUT, 0 },
    { "unsorted and damaged, refused", "needs: sorted", 0, 2, SFC_OP_DECODE, NULL, NULL, SFC_SKIPPED,
      SFC_MISSING_SORTED },
    { "sorted and damaged, refused", "needs: sorted", 1, 2, SFC_OP_DECODE, NULL, NULL, SFC_PASS, 0 },
    { "unsorted and damaged, accepted", "needs: sorted", 0, 2, SFC_OP_DECODE, NULL, scratch_dump, SFC_TOO_LENIENT, 0 },
};

static void test_limits(void)
{
    uint64_t pcs[] = { 0x1100, 0x1120, 0x1200 };
    bool in_second[] = { false, false, false };
    for (size_t i = 0; i < COUNT(limits); i++) {
        uint8_t bytes[LIMITED_SIZE];
        memcpy(bytes, limited_section, sizeof bytes);
        bytes[AT_FLAGS] = limits[i].flags;
        bytes[AT_NUM_FDES] = limits[i].num_fdes;
        struct sfc_config limited = config;
        const char *declared = limits[i].declared ? limits[i].declared : "";
        char *const value = constant(strchr(declared, ' ') ? strchr(declared, ' ') + 1 : NULL);
        limited.needs = declared[0] == 'n' ? value : NULL;
        limited.without = declared[0] == 'w' ? value : NULL;
        limited.hides = declared[0] == 'h' ? value : NULL;
        struct sfc_case c = make_case(limits[i].body ? SFC_EXPECT_ACCEPT : SFC_EXPECT_REJECT);
        c.profile = "v3";
        c.op = limits[i].op;
        c.body = limits[i].body ? limits[i].body : "";
        c.addr = 0x1000;
        c.bytes = bytes;
        c.size = sizeof bytes;
        c.pcs = pcs;
        c.in_second = in_second;
        c.num_pcs = c.op == SFC_OP_LOOKUP || c.op == SFC_OP_SEQUENCE ? 3 : 0;
        const struct said said = { .reply = limits[i].seen ? SFC_REPLY_ACCEPT : SFC_REPLY_REJECT,
                                   .dump = limits[i].seen };
        struct sfc_result r = judge(&limited, &c, &said);
        IS_TEXT(sfc_outcome_names[r.outcome], sfc_outcome_names[limits[i].outcome], "limits: %s", limits[i].title);
        OK(r.missing == (limits[i].missing ? 1u << limits[i].missing : 0), "what was left out");
        sfc_result_free(&r);
    }
}

/* ---- Signal frames ---- */

#define ROW " fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same"
#define DUMP(first, second) "sframe-dump 1\npc 0x1" ROW first "\npc 0x2" ROW second "\npc 0x3 none\n"

/* `signal=` counts for a reader that says that it shows it, and for no other. */
static void test_signals(void)
{
    static const struct {
        const char *shows;
        struct row row;
    } rows[] = {
        { NULL, { "not shown", ACCEPTS(DUMP("", "")), "pass" } },
        { NULL, { "shown all the same", ACCEPTS(DUMP(" signal=1", "")), "pass" } },
        { "pc.signal", { "shown", ACCEPTS(DUMP(" signal=0", " signal=1")), "pass" } },
        { "pc.signal", { "missed", ACCEPTS(DUMP(" signal=0", " signal=0")), "wrong-output pc.signal" } },
        { "pc.signal", { "invented", ACCEPTS(DUMP(" signal=1", " signal=1")), "wrong-output pc.signal" } },
        { "pc.signal", { "forgotten", ACCEPTS(DUMP(" signal=0", "")), "wrong-output pc.signal" } },
    };
    uint64_t pcs[] = { 1, 2, 3 };
    bool in_second[] = { false, false, false }, in_signal[] = { false, true, true };
    struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
    c.body = DUMP("", "");
    c.pcs = pcs;
    c.in_second = in_second;
    c.in_signal = in_signal;
    c.num_pcs = 3;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sfc_config shows = config;
        shows.shows = constant(rows[i].shows);
        c.op = i % 2 ? SFC_OP_LOOKUP : SFC_OP_SEQUENCE;
        check_row(&shows, &c, &rows[i].row, "signal");
    }
}

TESTS(test_without_size, test_declared, test_limits, test_signals)
