/* SPDX-License-Identifier: MIT */
/*
 * Sections typed by hand from the manuals, for what the corpus does not ask: the dump with layout, which shows every
 * field, of one section of each version; a cursor at a fault; the order of findings. Every byte stands here. The laws
 * of the corpus have the rest of the API.
 *
 * Places in a section with one function:
 *
 *           start  size   FRE offset  count  info   info2  rep    padding  first FRE
 *   v1      0x1c   0x20   0x24        0x28   0x2c   -      -      -        0x2d
 *   v2      0x1c   0x20   0x24        0x28   0x2c   -      0x2d   0x2e     0x30
 *   v3      0x1c   0x24   0x28        0x2c   0x2e   0x2f   0x30   -        0x31 (attribute at 0x2c)
 *
 * Header: num_fdes 0x08, num_fres 0x0c, fre_len 0x10, fdeoff 0x14, freoff 0x18.
 */
#include <stdlib.h>

#include "tap.h"
#include "vectors_expect.h"

/* ---- Bytes of hexadecimal text and patches ---- */

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Bytes 0 to 7: magic, version, flags, ABI, fixed FP, fixed RA, auxiliary length. V2P: version 2
   with flag 0x4. */
#define AMD64_V1  "e2de 01 01 03 00 f8 00 "
#define AMD64_V2  "e2de 02 01 03 00 f8 00 "
#define AMD64_V3  "e2de 03 05 03 00 f8 00 "
#define S390_V2P  "dee2 02 05 04 00 00 00 "

/* One function at 0x100. fres and len are num_fres and fre_len; `info` is the info byte (version 2:
   info, rep_size and padding; version 3: count, info, info2 and rep_size, that is the whole
   attribute). The start field is at 0x1c: with flag 0x4 its value is 0x100 - 0x1c = 0xe4. */
#define V1_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 11000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V2_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 14000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V3_FUNC(head, fres, len, size, attr, rows) head \
    "01000000 " fres " " len " 00000000 10000000 " "e400000000000000 " size " 00000000 " attr " " rows
/* Version 2 with flag 0x4, in big-endian order. */
#define V2P_FUNC_BE(head, fres, len, size, info, rows) head \
    "00000001 " fres " " len " 00000000 00000014 " "000000e4 " size " 00000000 " fres " " info " " rows

/* The section that most patches start from: 16 bytes of code, row 0 sp+8, row 4 sp+16 with FP at
   CFA-16. Sizes 0x34, 0x37 and 0x38; rows of version 1 at 0x2d and 0x30, of version 2 at 0x30 and
   0x33, of version 3 at 0x31 and 0x34. */
#define AMD64_ROWS "00 03 08  04 05 10 f0"
#define V1_BASE  V1_FUNC(AMD64_V1, "02000000", "07000000", "10000000", "00", AMD64_ROWS)
#define V2_BASE  V2_FUNC(AMD64_V2, "02000000", "07000000", "10000000", "00 00 0000", AMD64_ROWS)
#define V3_BASE  V3_FUNC(AMD64_V3, "02000000", "0c000000", "10000000", "0200 00 00 00", AMD64_ROWS)
/* clang-format on */

enum { MAX_SECTION = 4096 };

/* Puts the bytes of a hex text at `at`, and moves the text to what is none. Returns where the bytes end. */
static size_t put_hex(uint8_t *data, size_t at, const char **text)
{
    unsigned byte;
    int used;
    for (; sscanf(*text, " %2x%n", &byte, &used) == 1; *text += used) {
        if (at >= MAX_SECTION)
            bail("the section is too long", *text);
        data[at++] = (uint8_t)byte;
    }
    return at;
}

/* Makes the bytes of a text of hexadecimal digits, in memory that ends where they end; the caller frees
   them. `patches`, which may be NULL, are edits separated by ';':
   "1c:00f0" puts bytes at offset 0x1c. Malformed text ends the program. */
static uint8_t *read_vector(const char *hex, const char *patches, size_t *size)
{
    static uint8_t bytes[MAX_SECTION];
    *size = put_hex(bytes, 0, &hex);
    if (hex[strspn(hex, " ")])
        bail("expected hexadecimal digits only", hex);
    while (patches && *patches) {
        char *end;
        const size_t at = strtoul(patches, &end, 16);
        const char *rest = end + 1;
        if (*end != ':' || put_hex(bytes, at, &rest) > *size || (*rest && *rest != ';'))
            bail("expected OFFSET:BYTES inside the section", patches);
        patches = rest + (*rest == ';');
    }

    /* Exactly as long as the section, so that memory checkers see a read right after it. */
    uint8_t *data = malloc(*size);
    if (!data)
        bail("out of memory", hex);
    return memcpy(data, bytes, *size);
}

/* ---- Reading ---- */

struct opened {
    uint8_t *data;
    struct sfr_section s;
    struct sfr_fde fde;
};

static struct opened open_text(const char *hex, const char *patches, enum sfr_profile profile)
{
    struct opened o;
    size_t size;
    o.data = read_vector(hex, patches, &size);
    if (sfr_open(&o.s, o.data, size, 0, profile, NULL) || sfr_read_fde(&o.s, 0, &o.fde))
        bail("cannot be opened", hex);
    return o;
}

/* On a fault the cursor stays at the FRE that cannot be read. */
static void check_bad_row(void)
{
    struct opened o = open_text(V2_BASE, "34:65", SFR_PROFILE_V2);
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = false;

    sfr_fres(&c, &o.s, &o.fde);
    OK(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more && fre.index == 0, "a good row before a bad one");
    for (int again = 0; again < 2; again++) {
        OK(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_BAD_WORD_SIZE, "the bad row");
        OK(fre.index == 1 && fre.pos == 0x33, "its place");
    }
    free(o.data);
}

/* ---- The dump ---- */

static void check_layout(const char *name, const char *hex, enum sfr_profile profile, const char *expected)
{
    static struct text seen;
    struct opened o = open_text(hex, NULL, profile);
    clear_text(&seen);
    OK(sfr_dump(&o.s, SFR_DUMP_LAYOUT, put_text, &seen) == SFR_FAULT_NONE, "layout %s: dumped", name);
    IS_TEXT(seen.data, expected, "layout %s: text", name);
    free(o.data);
}

static void check_layouts(void)
{
    /* Words at the edges of two bytes, and a negative one of four. */
    check_layout(
        "v1",
        V1_FUNC(AMD64_V1, "02000000", "0e000000", "10000000", "01", "0000 a5 ff7f 0080  0400 42 ffffffff") " 0000",
        SFR_PROFILE_V1,
        "sframe-dump 1\n"
        "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 "
        "aux=0 fdes=1 fres=2 fre-len=14 fdeoff=0 freoff=17 aux-bytes=- tail=2\n"
        "fde 0 start=0x100 size=0x10 pc=inc fre=addr2 type=default key=a signal=0 rep=0 fres=2 "
        "info=0x1 info2=0x0 pad=0x0 off=0\n"
        "fre 0.0 at=0x0 cfa=sp+32767 ra=*(cfa-8) fp=*(cfa-32768) mangled=1 info=0xa5 words=32767,-32768\n"
        "fre 0.1 at=0x4 cfa=fp-1 ra=*(cfa-8) fp=same mangled=0 info=0x42 words=-1\n");
    check_layout("v2",
                 "e2de 02 01 03 00 f8 02  01000000 02000000 0b000000 00000000 14000000  0fa0 "
                 "00010000 10000000 02000000 02000000 c0 00 3412  0000 00 03 08 04 25 1000 f0ff",
                 SFR_PROFILE_V2,
                 "sframe-dump 1\n"
                 "section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 "
                 "aux=2 fdes=1 fres=2 fre-len=11 fdeoff=0 freoff=20 aux-bytes=0fa0 tail=0\n"
                 "fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2 "
                 "info=0xc0 info2=0x0 pad=0x1234 off=2\n"
                 "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0 info=0x3 words=8\n"
                 "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0x25 words=16,-16\n");
    /* Words are signed here, control words too. */
    check_layout("v3",
                 V3_FUNC(AMD64_V3, "02000000", "0e000000", "10000000", "0200 00 21 00", "00 0a f9 10 00 02 f0  04 20"),
                 SFR_PROFILE_V3,
                 "sframe-dump 1\n"
                 "section version=3 endian=little abi=amd64 flags=sorted,pcrel fixed-fp=0 fixed-ra=-8 "
                 "aux=0 fdes=1 fres=2 fre-len=14 fdeoff=0 freoff=16 aux-bytes=- tail=0\n"
                 "fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=flex key=a signal=0 rep=0 fres=2 "
                 "info=0x0 info2=0x21 pad=0x0 off=0\n"
                 "fre 0.0 at=0x0 cfa=r31+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0xa words=-7,16,0,2,-16\n"
                 "fre 0.1 at=0x4 cfa=none ra=undefined fp=none mangled=0 info=0x20 words=-\n");
}

/* ---- The order of findings in sections with several faults ---- */

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

TESTS(check_bad_row, check_layouts, check_order)
