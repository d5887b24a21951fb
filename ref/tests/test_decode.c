/* SPDX-License-Identifier: MIT */
/* Reading one section of each version: the dump with layout, which shows every field, and a cursor at a fault. The laws
   of the corpus have the rest of the API. */
#include <stdlib.h>

#include "tap.h"
#include "vectors.h"
#include "vectors_expect.h"

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

TESTS(check_bad_row, check_layouts)
