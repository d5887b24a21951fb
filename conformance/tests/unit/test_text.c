/* SPDX-License-Identifier: MIT */
/* Numbers, words, files, checksums, and the lines of a dump. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dump.h"
#include "scratch.h"
#include "tap.h"

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool decimal, hex;
        uint64_t value;
    } rows[] = {
        { "0", true, false, 0 },
        { "42", true, false, 42 },
        { "18446744073709551615", true, false, UINT64_MAX },
        { "18446744073709551616", false, false, 0 },
        { "042", false, false, 0 },
        { "-1", false, false, 0 },
        { "+1", false, false, 0 },
        { "", false, false, 0 },
        { "1a", false, false, 0 },
        { "0x0", false, true, 0 },
        { "0xff", false, true, 255 },
        { "0xFF", false, false, 0 },
        { "0x00", false, false, 0 },
        { "0x", false, false, 0 },
        { "0xffffffffffffffff", false, true, UINT64_MAX },
        { "0x10000000000000000", false, false, 0 },
        { "0x1g", false, false, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t decimal = 0, hex = 0;
        OK(sfc_parse_decimal(rows[i].text, strlen(rows[i].text), UINT64_MAX, &decimal) == rows[i].decimal,
           "decimal \"%s\"", rows[i].text);
        OK(sfc_parse_hex(rows[i].text, strlen(rows[i].text), &hex) == rows[i].hex, "hexadecimal \"%s\"", rows[i].text);
        IS_U64(rows[i].decimal ? decimal : hex, rows[i].value, "value of \"%s\"", rows[i].text);
    }
    uint64_t value;
    OK(sfc_parse_decimal("256", 3, 256, &value) && !sfc_parse_decimal("257", 3, 256, &value), "a maximum is respected");
    OK(!sfc_parse_decimal("7", 1, 5, &value), "a single digit above the maximum is refused");
    OK(sfc_has_word("v1 v2e1", "v1") && sfc_has_word("v1 v2e1", "v2e1") && !sfc_has_word("v1 v2e1", "v2"),
       "words are whole words");
}

static void test_files(void)
{
    struct sfc_error error = { "" };
    size_t len = 0;
    const char *path = scratch_text("file", "first");
    OK(sfc_write_file(path, "second", 6, &error), "a file is replaced");
    char *text = sfc_read_file(path, 6, &len, &error);
    IS_TEXT(text ? text : "(none)", "second", "and read back");
    free(text);
    OK(!sfc_read_file(path, 5, &len, &error) && strstr(error.text, "larger than 5 bytes"),
       "a file above the limit is refused");
    OK(!sfc_read_file("no/such/file", 5, &len, &error) && strstr(error.text, "no/such/file: cannot be opened"),
       "a missing file is named");
    OK(!sfc_write_file("no/such/file", "x", 1, &error) && strstr(error.text, "no/such/file: cannot be written"),
       "a missing folder is named");
    OK(access("no/such/file", F_OK) != 0, "and nothing is left there");
}

static void test_special_files(void)
{
    struct sfc_error error = { "" };
    struct stat st = { 0 };
    size_t len = 0;
    char link[4096], read_back[8] = "";
    const char *path = scratch_text("target", "first");
    OK(chmod(path, 0600) == 0 && snprintf(link, sizeof link, "%s.link", path) > 0 && symlink(path, link) == 0,
       "a link");
    OK(sfc_write_file(link, "second", 6, &error), "the target of a link is replaced");
    OK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode), "the link stays");
    char *text = sfc_read_file(path, 6, &len, &error);
    IS_TEXT(text ? text : "(none)", "second", "its target has the bytes");
    free(text);
    OK(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600, "its mode is as it was");
    unlink(link);
    OK(mkfifo(link, 0600) == 0, "a pipe");
    const int fd = open(link, O_RDONLY | O_NONBLOCK);
    OK(sfc_write_file(link, "third", 5, &error), "a pipe is written to");
    OK(read(fd, read_back, sizeof read_back) == 5 && memcmp(read_back, "third", 5) == 0, "and read");
    OK(lstat(link, &st) == 0 && S_ISFIFO(st.st_mode), "it is still a pipe");
    close(fd);
    unlink(link);
}

#define FOUND "pc 0x1 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same"
#define SECTION \
    "section version=1 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3"
#define FDE "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1"
#define FRE "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0"

#define D "sframe-dump 1\n"
#define FUNCTION D SECTION "\n" FDE "\n"
#define WHOLE FUNCTION FRE "\n"

static void test_grammar(void)
{
    static const struct {
        const char *title, *text;
        enum sfc_op op;
        const char *wrong; /* the line, and the start of what is said of it */
    } rows[] = {
        { "a section alone", D SECTION "\n", SFC_OP_DECODE, NULL },
        { "a whole section", WHOLE, SFC_OP_DECODE, NULL },
        { "the layout", D SECTION " fdeoff=0 freoff=17 aux-bytes=0aff tail=0\n", SFC_OP_DECODE, NULL },
        { "a part of the layout", D SECTION " fdeoff=0 freoff=17\n", SFC_OP_DECODE,
          "2: the keys of the layout come all or not at all: `aux-bytes` is missing" },
        { "the layout in another order", D SECTION " freoff=17 fdeoff=0 aux-bytes=- tail=0\n", SFC_OP_DECODE,
          "2: `freoff` is not a key of a line `section`, or not in its place" },
        { "an unknown key", D "pc 0x1 fde=0 fre=0 cfa=sp+8 ra=same fp=same new=1\n", SFC_OP_LOOKUP,
          "2: `new` is not a key of a line `pc`, or not in its place" },
        { "a key twice at the end", D "pc 0x1 fde=0 fre=0 cfa=sp+8 ra=same fp=same fp=same\n", SFC_OP_LOOKUP,
          "2: the key `fp` is given twice" },
        { "a key twice in a row", D "pc 0x1 fde=0 fde=0 fre=0 cfa=sp+8 ra=same fp=same\n", SFC_OP_LOOKUP,
          "2: ` fre=VALUE` must be where" },
        { "values that are not known", D "pc 0x1 fde=? fre=? cfa=? ra=? fp=?\n", SFC_OP_LOOKUP, NULL },
        { "rows", D "pc 0x1 none\npc 0x2 fde=0 fre=none cfa=none ra=undefined fp=none\n", SFC_OP_LOOKUP, NULL },
        { "rows of a sequence", D "pc 0x1 reject\npc 0x1 none\n", SFC_OP_SEQUENCE, NULL },
        { "a damaged function in a look-up", D "pc 0x1 reject\n", SFC_OP_LOOKUP, "2: ` fde=VALUE` must be where" },
        { "another word than reject", D "pc 0x1 refuse\n", SFC_OP_SEQUENCE, "2: ` fde=VALUE` must be where" },
        { "keys after reject", D "pc 0x1 reject cfa=none\n", SFC_OP_SEQUENCE, "2: ` fde=VALUE` must be where" },
        { "a pc of a sequence that is not a number", D "pc 2:0x1 none\n", SFC_OP_SEQUENCE, "2: the pc is not" },
        { "a trace", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nframe 1 pc=0x4 sp=0x5 fp=0x6\nend no-fde\n", SFC_OP_UNWIND,
          NULL },
        { "a trace without an end", D "frame 0 pc=0x1 sp=0x2 fp=0x3\n", SFC_OP_UNWIND, "2: the trace has no end" },
        { "a trace without a frame", D "end no-fde\n", SFC_OP_UNWIND, "2: a trace is frames" },
        { "another end", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend tired\n", SFC_OP_UNWIND, "3: a trace is frames" },
        { "an end without a word", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend\n", SFC_OP_UNWIND, "3: an id is missing" },
        { "a frame after the end", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend limit\nframe 1 pc=0x1 sp=0x2 fp=0x3\n",
          SFC_OP_UNWIND, "4: a trace is frames" },
        { "a frame left out", D "frame 1 pc=0x1 sp=0x2 fp=0x3\nend limit\n", SFC_OP_UNWIND,
          "2: functions and rows must be numbered" },
        { "nothing", "", SFC_OP_DECODE, "1: the text is empty" },
        { "another first line", "sframe-dump 2\n" SECTION "\n", SFC_OP_DECODE, "1: is not \"sframe-dump 1\"" },
        { "no section", D, SFC_OP_DECODE, "1: the section line is missing after it" },
        { "a function first", D FDE "\n", SFC_OP_DECODE, "2: a section line must come second" },
        { "two sections", D SECTION "\n" SECTION "\n", SFC_OP_DECODE, "3: a section line must come second" },
        { "no newline", D SECTION, SFC_OP_DECODE, "2: does not end with a newline" },
        { "an empty line", D SECTION "\n\n", SFC_OP_DECODE, "3: unknown kind of line" },
        { "an unknown line", D SECTION "\nfoo 0\n", SFC_OP_DECODE, "3: unknown kind" },
        { "a row before a function", D SECTION "\n" FRE "\n", SFC_OP_DECODE, "3: functions and rows must be numbered" },
        { "a function twice", FUNCTION FDE "\n", SFC_OP_DECODE, "4: functions and rows must be numbered" },
        { "a missing key", D "section version=1\n", SFC_OP_DECODE, "2: the key `endian` is missing" },
        { "a key too early", D "section endian=little version=1\n", SFC_OP_DECODE,
          "2: ` version=VALUE` must be where" },
        { "an empty value", D SECTION " x=\n", SFC_OP_DECODE, "2: \" x=\" after the last key is not ` KEY=VALUE`" },
        { "two spaces", D SECTION "  x=1\n", SFC_OP_DECODE, "2: \"  x=1\" after the last key is not ` KEY=VALUE`" },
        { "a look-up in a section dump", D "pc 0x1 none\n", SFC_OP_DECODE, "2: unknown kind" },
        { "a pc that is not a number", D "pc 1 none\n", SFC_OP_LOOKUP, "2: the pc is not" },
        { "a row that tells of a signal frame", D FOUND " signal=1\n", SFC_OP_LOOKUP, NULL },
        { "one that does not", D FOUND "\n", SFC_OP_SEQUENCE, NULL },
        { "a signal of another kind", D FOUND " signal=2\n", SFC_OP_LOOKUP,
          "2: `signal=2` of `pc 0x1` must be 0 or 1" },
        { "a signal twice", D FOUND " signal=0 signal=0\n", SFC_OP_LOOKUP, "2: the key `signal` is given twice" },
        { "another last key", D FOUND " key=a\n", SFC_OP_LOOKUP, "2: `key` is not a key of a line `pc`" },
        { "a row without keys", D "pc 0x1\n", SFC_OP_LOOKUP, "2: the key `fde` is missing" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_error error = { "" };
        const bool good = sfc_dump_check(rows[i].text, strlen(rows[i].text), rows[i].op, &error);
        OK(good == !rows[i].wrong, "grammar: %s", rows[i].title);
        char *said =
            good ? sfc_copy_string("") : sfc_format("line %.1s of the dump%s", rows[i].wrong, rows[i].wrong + 1);
        OK(strncmp(error.text, said, good ? 1 : strlen(said)) == 0, "message about %s: %s", rows[i].title, error.text);
        free(said);
    }
    struct sfc_error error = { "" };
    OK(!sfc_dump_check(D "sec\0tion\n", 23, SFC_OP_DECODE, &error) && strstr(error.text, "NUL"), "grammar: a NUL byte");
}

/* One value of a whole section at a time, in and outside of the grammar. */
static void test_values(void)
{
    static const struct {
        const char *from, *right, *wrong;
    } rows[] = {
        { "version=1", "2 3 ?", "0 4 01 1.0 v1" },
        { "endian=little", "big", "Little le" },
        { "abi=amd64", "aarch64-be aarch64-le s390x", "aarch64 x86-64 3" },
        { "flags=none", "sorted pcrel sorted,frame-pointer,pcrel frame-pointer,pcrel",
          "0 none,sorted pcrel,sorted sorted,sorted sorted, ,sorted sorted,,pcrel sorted+pcrel" },
        { "fixed-ra=-8", "0 127 -128", "+8 -0 08 0x8 -" },
        { "fre-len=3", "0 4294967295", "0x3 -3 03 3,0" },
        { "start=0x1100", "0x0 0xffffffffffffffff 0xa", "0x0000 4352 0x 1100 0X1100 0xA 0x10000000000000000" },
        { "pc=inc", "mask", "pcinc 0" },
        { "fre=addr1", "addr2 addr4", "addr8 1" },
        { "type=default", "flex", "0" },
        { "key=a", "b", "A 0" },
        { "signal=0", "1", "2 no" },
        { "cfa=sp+8", "none fp-8 sp+0 r10+0 *(r6-8) *(sp+0)",
          "zz+8 sp sp+ sp+08 sp-0 r+8 r01+8 cfa+8 *(cfa-8) same sp+0x8 *(sp+8 *() (sp+8) r-1+8" },
        { "ra=*(cfa-8)", "none same undefined r17 sp cfa+4 cfa+0 r10-8 *(r10+0) *(cfa+0)",
          "u r17+0 sp+0 c-8 cfa *(cfa) cfa-8) r *(cfa-8)) *(-8)" },
        { "mangled=0", "1 ?", "2 ??" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t key_len = strcspn(rows[i].from, "=") + 1;
        const char *const lists[] = { rows[i].wrong, rows[i].right };
        for (unsigned is_right = 0; is_right < 2; is_right++) {
            const char *rest = lists[is_right], *word;
            size_t len;
            while ((word = sfc_next_word(&rest, &len))) {
                struct sfc_error error = { "" };
                char *to = sfc_format("%.*s%.*s", (int)key_len, rows[i].from, (int)len, word);
                char *text = scratch_replace(WHOLE, rows[i].from, to);
                OK(sfc_dump_check(text, strlen(text), SFC_OP_DECODE, &error) == (is_right != 0), "%s is %s", to,
                   is_right ? "of the grammar" : "not");
                OK(is_right || (strstr(error.text, to) && strstr(error.text, " must be ")), "%s", error.text);
                free(text);
                free(to);
            }
        }
    }
    struct sfc_error error = { "" };
    static const char zeros[] =
        D SECTION "\nfde 0 start=0x0000 size=0x1 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n";
    sfc_dump_check(zeros, sizeof zeros - 1, SFC_OP_DECODE, &error);
    IS_TEXT(error.text,
            "line 3 of the dump: `start=0x0000` of `fde 0` must be a number such as 0x1f: hexadecimal with `0x`, "
            "lower case, without leading zeros",
            "line, key, value and form");
    static const char order[] = D "pc 0x1 fde=0 fre=some cfa=none ra=same fp=same\n";
    sfc_dump_check(order, sizeof order - 1, SFC_OP_LOOKUP, &error);
    IS_TEXT(error.text,
            "line 2 of the dump: `fre=some` of `pc 0x1` must be a decimal number without leading zeros or none",
            "a form or a word");
}

static void test_comparison(void)
{
    static const struct {
        const char *title, *expected, *seen;
        enum sfc_op op;
        const char *keys, *undeclared;
    } rows[] = {
        { "the same", WHOLE, WHOLE, SFC_OP_DECODE, NULL, "" },
        { "layout keys that were not asked for", WHOLE, D SECTION " fdeoff=0\n" FDE "\n" FRE "\n", SFC_OP_DECODE, NULL,
          "" },
        { "a missing row", WHOLE, FUNCTION, SFC_OP_DECODE, "lines", "" },
        { "a row too many", FUNCTION, WHOLE, SFC_OP_DECODE, "lines", "" },
        { "two keys of one line", WHOLE, FUNCTION "fre 0.0 at=0x0 cfa=fp+8 ra=same fp=same mangled=0\n", SFC_OP_DECODE,
          "fre.cfa,fre.ra", "" },
        { "a declared `?`", WHOLE, FUNCTION "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=?\n", SFC_OP_DECODE,
          NULL, "" },
        { "an undeclared `?`", WHOLE, FUNCTION "fre 0.0 at=? cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n", SFC_OP_DECODE,
          "fre.at", "fre.at" },
        { "a `?` that is declared for its ABI", WHOLE, FUNCTION "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=? mangled=0\n",
          SFC_OP_DECODE, NULL, "" },
        { "a `?` that is declared for another ABI", WHOLE, FUNCTION "fre 0.0 at=0x0 cfa=sp+8 ra=? fp=same mangled=0\n",
          SFC_OP_DECODE, "fre.ra", "fre.ra" },
        { "a declared key with a wrong value", WHOLE,
          FUNCTION "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=1\n", SFC_OP_DECODE, "fre.mangled", "" },
        { "another end", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend limit\n", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend no-fde\n",
          SFC_OP_UNWIND, "lines", "" },
        { "another frame", D "frame 0 pc=0x1 sp=0x2 fp=0x3\nend limit\n", D "frame 0 pc=0x1 sp=0x4 fp=0x3\nend limit\n",
          SFC_OP_UNWIND, "frame.sp", "" },
        { "a row instead of none", D "pc 0x1 none\npc 0x2 none\n",
          D "pc 0x1 fde=0 fre=0 cfa=sp+8 ra=same fp=same\npc 0x2 none\n", SFC_OP_LOOKUP, "pc.found", "" },
        { "none instead of reject", D "pc 0x1 none\npc 0x2 reject\n", D "pc 0x1 none\npc 0x2 none\n", SFC_OP_SEQUENCE,
          "pc.reject", "" },
        { "reject instead of a row", D "pc 0x1 fde=0 fre=0 cfa=sp+8 ra=same fp=same\npc 0x2 none\n",
          D "pc 0x1 reject\npc 0x2 none\n", SFC_OP_SEQUENCE, "pc.reject", "" },
        { "the same reject", D "pc 0x1 reject\n", D "pc 0x1 reject\n", SFC_OP_SEQUENCE, NULL, "" },
    };
    static const struct sfc_hidden hidden = { "section.abi fre.mangled pc.ra@s390x fre.ra@aarch64 fre.fp@amd64",
                                              "amd64" };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_difference d;
        const bool same = sfc_dump_compare(rows[i].expected, rows[i].seen, rows[i].op, &hidden, &d);
        OK(same == !rows[i].keys, "comparison: %s", rows[i].title);
        IS_TEXT(d.keys ? d.keys : "", rows[i].keys ? rows[i].keys : "", "keys of %s", rows[i].title);
        IS_TEXT(d.undeclared, rows[i].undeclared, "undeclared key of %s", rows[i].title);
        sfc_difference_free(&d);
    }
    struct sfc_difference d;
    sfc_dump_compare(WHOLE, D SECTION "\n", SFC_OP_DECODE, &hidden, &d);
    IS_TEXT(d.expected, FDE, "the first line that is missing is shown");
    IS_TEXT(d.seen, "", "and nothing for what was seen");
    sfc_difference_free(&d);
    OK(sfc_dump_has_key("fre.ra", 6) && !sfc_dump_has_key("fre.abi", 7) && !sfc_dump_has_key("fre", 3)
           && !sfc_dump_has_key("fre.", 4) && sfc_dump_has_key("fre.mangled", 11),
       "keys are known by kind and name");
    OK(sfc_dump_has_key("fre.ra@amd64", 12) && !sfc_dump_has_key("fre.abi@amd64", 13)
           && sfc_dump_key_has_abi("fre.ra", 6) && sfc_dump_key_has_abi("fre.ra@s390x", 12)
           && !sfc_dump_key_has_abi("fre.ra@x86", 10) && !sfc_dump_key_has_abi("fre.ra@", 7)
           && sfc_dump_key_is_answer("fre.ra@amd64", 12) && !sfc_dump_key_is_answer("fre.mangled@amd64", 17),
       "also for one ABI");
}

TESTS(test_numbers, test_files, test_special_files, test_grammar, test_values, test_comparison)
