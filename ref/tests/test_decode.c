/* SPDX-License-Identifier: MIT */
/* Reading: the fields of one section of each version, cursors at faults, the dump with layout, and names. */
#include <stdlib.h>

#include "tap.h"
#include "vectors.h"
#include "vectors_expect.h"

/* ---- Fields, one section of each version ---- */

struct opened {
    uint8_t *data;
    struct sfr_section s;
    struct sfr_fde fde;
};

static struct opened open_text(const char *hex, const char *patches, uint64_t addr, enum sfr_profile profile)
{
    struct opened o;
    size_t size;
    o.data = read_vector(hex, patches, &size);
    if (sfr_open(&o.s, o.data, size, addr, profile, NULL) || sfr_read_fde(&o.s, 0, &o.fde))
        bail("cannot be opened", hex);
    return o;
}

static void check_header(void)
{
    struct opened o = open_text(V2P_BASE, "5:f0", 0x1000, SFR_PROFILE_AUTO);
    const struct sfr_header *h = &o.s.hdr;

    OK(o.s.profile == SFR_PROFILE_V2E2, "version 2 is taken as errata 2 without a profile");
    OK(h->sfp_magic == 0xdee2 && h->sfp_version == 2 && h->sfp_flags == 5 && h->sfh_abi_arch == 3, "preamble and ABI");
    OK(h->sfh_cfa_fixed_fp_offset == -16 && h->sfh_cfa_fixed_ra_offset == -8 && h->sfh_auxhdr_len == 0,
       "fixed offsets are signed");
    OK(h->sfh_num_fdes == 1 && h->sfh_num_fres == 2, "counts");
    OK(h->sfh_fre_len == 7 && h->sfh_fdeoff == 0 && h->sfh_freoff == 20, "sub-sections");
    OK(o.s.data == o.data && o.s.size == 0x37 && o.s.addr == 0x1000 && !o.s.big, "the view");
    OK(o.s.hdr_end == 0x1c && o.s.fde_start == 0x1c && o.s.fde_end == 0x30 && o.s.fde_size == 20, "place of the FDEs");
    OK(o.s.fre_start == 0x30 && o.s.fre_end == 0x37, "place of the FREs");
    free(o.data);
}

static void check_fde(void)
{
    struct opened o = open_text(V2P_BASE, NULL, 0x1000, SFR_PROFILE_AUTO);

    OK(o.fde.index == 0 && o.fde.pos == 0x1c && o.fde.sfde_func_start_offset == 0xe4 && o.fde.sfde_func_size == 16
           && o.fde.sfde_func_start_fre_off == 0 && o.fde.sfde_func_num_fres == 2,
       "fields of the FDE");
    OK(o.fde.start == 0x1100 && o.fde.distance == 0x100 && !o.fde.distance_wraps, "address of the function");
    OK(o.fde.fre_pos == 0x30 && o.fde.attr_pos == 0, "place of the rows");
    OK(sfr_read_fde(&o.s, 1, &o.fde) == SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS, "an FDE that is not there");
    OK(sfr_read_fde(&o.s, UINT32_MAX, &o.fde) == SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS, "the last index of all");
    free(o.data);
}

static void check_fde_v1(void)
{
    struct opened o = open_text(V1_BASE, "1c:f0ffffff; 2c:b2", 0x1000, SFR_PROFILE_V1);
    OK(o.s.fde_size == 17 && o.s.fre_start == 0x2d && o.fde.fre_pos == 0x2d, "version 1: places");
    OK(o.fde.sfde_func_start_offset == -16 && o.fde.start == 0xff0 && o.fde.distance == -16,
       "version 1: the start is signed");
    OK(o.fde.sfde_func_info == 0xb2 && o.fde.fre_type == 2 && o.fde.pc_type == 1 && o.fde.fde_type == 0,
       "version 1: info byte");
    OK(!o.fde.pauth_key_b && !o.fde.signal_p && o.fde.sfde_func_rep_size == 0 && o.fde.sfde_func_info2 == 0
           && o.fde.sfde_func_padding2 == 0,
       "version 1: fields that it does not have are 0");
    free(o.data);
}

static void check_fde_v2(void)
{
    static const char hex[] = V2_FUNC_BE(A64BE_V2, "00000001", "00000003", "00000010", "3f 10 1234", "00 03 00");
    struct opened o = open_text(hex, NULL, 0, SFR_PROFILE_V2);
    OK(o.s.big && o.s.profile == SFR_PROFILE_V2, "version 2: byte order");
    OK(o.fde.sfde_func_rep_size == 16 && o.fde.sfde_func_padding2 == 0x1234, "version 2: block size and padding");
    OK(o.fde.fre_type == 15 && o.fde.pc_type == 1 && o.fde.pauth_key_b, "version 2: info byte");
    free(o.data);
}

static void check_fde_v3(void)
{
    static const char hex[] =
        V3_FUNC(A64LE_V3, "02000000", "0b000000", "10000000", "0200 a1 01 07", "0000 03 00 04 00");
    struct opened o = open_text(hex, "1c:ffffffffffffffff", 0x1000, SFR_PROFILE_AUTO);
    OK(o.s.profile == SFR_PROFILE_V3 && o.s.fde_size == 16 && o.s.fde_end == 0x2c, "version 3: places");
    OK(o.fde.sfde_func_start_offset == -1 && o.fde.start == 0x101b && o.fde.distance == 0x1b,
       "version 3: the start is signed");
    OK(o.fde.attr_pos == 0x2c && o.fde.fre_pos == 0x31 && o.fde.sfde_func_num_fres == 2, "version 3: attribute");
    OK(o.fde.sfde_func_info == 0xa1 && o.fde.fre_type == 1 && o.fde.pc_type == 0 && o.fde.pauth_key_b && o.fde.signal_p,
       "version 3: info byte");
    OK(o.fde.sfde_func_info2 == 1 && o.fde.fde_type == 1 && o.fde.sfde_func_rep_size == 7,
       "version 3: second info byte");
    free(o.data);
}

/* `fre` still has the first row. */
static void check_second_row(struct sfr_fre_cursor *c, struct sfr_fre *fre)
{
    bool more = false;

    OK(sfr_next_fre(c, fre, &more) == SFR_FAULT_NONE && more, "second row");
    OK(fre->index == 1 && fre->pos == 0x34 && fre->size == 7 && fre->sfre_start_address == 4, "second row: place");
    OK(fre->word_size == 4 && fre->num_words == 1 && !fre->base_sp && !fre->mangled_ra_p, "second row: info word");
    OK(fre->words[0] == -1 && fre->words[1] == 0, "second row: nothing is left of the first");
    OK(sfr_next_fre(c, fre, &more) == SFR_FAULT_NONE && !more, "no third row");
    OK(sfr_next_fre(c, fre, &more) == SFR_FAULT_NONE && !more, "and it stays so");
}

static void check_rows(void)
{
    static const char hex[] =
        V1_FUNC(AMD64_V1, "02000000", "0e000000", "10000000", "01", "0000 a5 ff7f 0080  0400 42 ffffffff");
    struct opened o = open_text(hex, NULL, 0, SFR_PROFILE_V1);
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = false;

    sfr_fres(&c, &o.s, &o.fde);
    OK(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more, "first row");
    OK(fre.index == 0 && fre.pos == 0x2d && fre.size == 7 && fre.sfre_start_address == 0 && fre.sfre_info == 0xa5,
       "first row: place");
    OK(fre.word_size == 2 && fre.num_words == 2 && fre.base_sp && fre.mangled_ra_p, "first row: info word");
    OK(fre.words[0] == 32767 && fre.words[1] == -32768 && fre.words[2] == 0 && fre.words[14] == 0, "first row: words");
    check_second_row(&c, &fre);
    free(o.data);
}

/* An FDE whose FREs are out of bounds still has the place of its function. */
static void check_unreachable_fres(void)
{
    size_t size;
    uint8_t *old = read_vector(V2_BASE, "24:08; 2c:c2", &size);
    struct sfr_section s;
    struct sfr_fde fde;

    OK(sfr_open(&s, old, size, 0x1000, SFR_PROFILE_V2, NULL) == SFR_FAULT_NONE
           && sfr_read_fde(&s, 0, &fde) == SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS,
       "version 2: FREs out of reach");
    OK(fde.index == 0 && fde.pos == 0x1c && fde.start == 0x1100 && fde.sfde_func_size == 16, "version 2: the function");
    OK(fde.sfde_func_start_fre_off == 8 && fde.sfde_func_num_fres == 2, "version 2: FRE offset and count");
    OK(fde.sfde_func_info == 0xc2 && fde.fre_type == 2, "version 2: info byte");
    free(old);

    uint8_t *new = read_vector(V3_BASE, "28:08", &size);
    OK(sfr_open(&s, new, size, 0x1000, SFR_PROFILE_V3, NULL) == SFR_FAULT_NONE
           && sfr_read_fde(&s, 0, &fde) == SFR_FAULT_ATTRIBUTE_OUT_OF_BOUNDS,
       "version 3: attribute out of reach");
    OK(fde.start == 0x1100 && fde.distance == 0x100 && fde.sfde_func_size == 16 && fde.sfde_func_start_fre_off == 8,
       "version 3: the function");
    free(new);
}

/* On a fault the cursor stays at the FRE that cannot be read. */
static void check_bad_row(void)
{
    struct opened o = open_text(V2_BASE, "34:65", 0, SFR_PROFILE_V2);
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

static void check_layout(const char *name, const char *hex, const char *patches, enum sfr_profile profile,
                         const char *expected)
{
    static struct text seen;
    struct opened o = open_text(hex, patches, 0, profile);
    clear_text(&seen);
    OK(sfr_dump(&o.s, SFR_DUMP_LAYOUT, put_text, &seen) == SFR_FAULT_NONE, "layout %s: dumped", name);
    IS_TEXT(seen.data, expected, "layout %s: text", name);
    free(o.data);
}

#define OLD_FDE "fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2 "

static void check_layouts(void)
{
    check_layout("v1", V1_BASE " 0000", NULL, SFR_PROFILE_V1,
                 "sframe-dump 1\n"
                 "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 "
                 "aux=0 fdes=1 fres=2 fre-len=7 fdeoff=0 freoff=17 aux-bytes=- tail=2\n" OLD_FDE
                 "info=0x0 info2=0x0 pad=0x0 off=0\n"
                 "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0 info=0x3 words=8\n"
                 "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0x5 words=16,-16\n");
    check_layout("v2",
                 "e2de 02 01 03 00 f8 02  01000000 02000000 0b000000 00000000 14000000  0fa0 "
                 "00010000 10000000 02000000 02000000 c0 00 3412  0000 00 03 08 04 25 1000 f0ff",
                 NULL, SFR_PROFILE_V2,
                 "sframe-dump 1\n"
                 "section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 "
                 "aux=2 fdes=1 fres=2 fre-len=11 fdeoff=0 freoff=20 aux-bytes=0fa0 tail=0\n" OLD_FDE
                 "info=0xc0 info2=0x0 pad=0x1234 off=2\n"
                 "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0 info=0x3 words=8\n"
                 "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0x25 words=16,-16\n");
    /* Words are signed here, control words too. */
    check_layout("v3",
                 V3_FUNC(AMD64_V3, "02000000", "0e000000", "10000000", "0200 00 21 00", "00 0a f9 10 00 02 f0  04 20"),
                 NULL, SFR_PROFILE_V3,
                 "sframe-dump 1\n"
                 "section version=3 endian=little abi=amd64 flags=sorted,pcrel fixed-fp=0 fixed-ra=-8 "
                 "aux=0 fdes=1 fres=2 fre-len=14 fdeoff=0 freoff=16 aux-bytes=- tail=0\n"
                 "fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=flex key=a signal=0 rep=0 fres=2 "
                 "info=0x0 info2=0x21 pad=0x0 off=0\n"
                 "fre 0.0 at=0x0 cfa=r31+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0xa words=-7,16,0,2,-16\n"
                 "fre 0.1 at=0x4 cfa=none ra=undefined fp=none mangled=0 info=0x20 words=-\n");
}

/* Refuses the text from the first call on. */
static bool refuse_text(void *ctx, const char *text, size_t len)
{
    unsigned *calls = ctx;
    (void)text;
    (void)len;
    ++*calls;
    return false;
}

static void check_ended_dump(void)
{
    struct opened o = open_text(V2_BASE, NULL, 0, SFR_PROFILE_V2);
    const struct sfr_hit hit = { .fde = o.fde };
    const struct sfr_frame frame = { 1, 2, 3, true };
    unsigned calls = 0;

    OK(sfr_dump(&o.s, 0, refuse_text, &calls) == SFR_FAULT_NONE && calls == 1, "a dump ends when its text is refused");
    OK(!sfr_dump_hit(&o.s, 0, SFR_FOUND_NO_FDE, &hit, refuse_text, &calls) && calls == 2, "so does a look-up row");
    OK(!sfr_dump_frame(0, &frame, refuse_text, &calls) && calls == 3, "and a frame");
    OK(!sfr_dump_stop(SFR_STOP_LIMIT, refuse_text, &calls) && calls == 4, "and the end of a trace");
    free(o.data);
}

/* ---- Names ---- */

static void check_profile_names(void)
{
    static const char *const profiles[] = { "auto", "v1", "v2", "v2e1", "v2e2", "v3" };
    enum sfr_profile profile = SFR_PROFILE_V3;

    for (unsigned p = 0; p < 6; p++) {
        const char *name = sfr_profile_name((enum sfr_profile)p);
        OK(name && strcmp(name, profiles[p]) == 0 && sfr_profile_from_name(profiles[p], &profile) && profile == p,
           "profile %s", profiles[p]);
    }
    OK(!sfr_profile_name((enum sfr_profile)6) && !sfr_profile_from_name("v4", &profile)
           && !sfr_profile_from_name("", &profile) && profile == SFR_PROFILE_V3,
       "no other profile");
}

static const char *const abis[] = { NULL, "aarch64-be", "aarch64-le", "amd64", "s390x", NULL };

static void check_abi_names(void)
{
    unsigned abi = 77;

    for (unsigned a = 1; a < 5; a++)
        OK(sfr_abi_name(a) && strcmp(sfr_abi_name(a), abis[a]) == 0 && sfr_abi_from_name(abis[a], &abi) && abi == a,
           "ABI %s", abis[a]);
    abi = 77;
    OK(!sfr_abi_name(0) && !sfr_abi_name(5) && !sfr_abi_from_name("amd6", &abi) && !sfr_abi_from_name("AMD64", &abi)
           && abi == 77,
       "no other ABI");
}

static void check_abi_registers(void)
{
    OK(sfr_abi_sp(3) == 7 && sfr_abi_fp(3) == 6 && sfr_abi_ra(3) == 16 && !sfr_abi_is_big(3), "registers of AMD64");
    for (unsigned a = 1; a < 3; a++)
        OK(sfr_abi_sp(a) == 31 && sfr_abi_fp(a) == 29 && sfr_abi_ra(a) == 30 && sfr_abi_is_big(a) == (a == 1),
           "registers of %s", abis[a]);
    OK(sfr_abi_sp(4) == 15 && sfr_abi_fp(4) == 11 && sfr_abi_ra(4) == 14 && sfr_abi_is_big(4), "registers of s390x");
    OK(sfr_abi_sp(0) == 0 && sfr_abi_fp(5) == 0, "registers of an undefined ABI");
}

static void check_stop_names(void)
{
    static const char *const stops[] = { NULL, "outermost", "no-fde", "no-fre", "bad-read", "unsafe", "limit" };
    for (unsigned stop = SFR_STOP_OUTERMOST; stop <= SFR_STOP_LIMIT; stop++)
        IS_TEXT(sfr_stop_name((enum sfr_stop)stop), stops[stop], "stop %s", stops[stop]);
}

int main(void)
{
    check_profile_names();
    check_abi_names();
    check_abi_registers();
    check_stop_names();
    check_header();
    check_fde();
    check_fde_v1();
    check_fde_v2();
    check_fde_v3();
    check_rows();
    check_bad_row();
    check_unreachable_fres();
    check_layouts();
    check_ended_dump();
    return tap_done();
}
