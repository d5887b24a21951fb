/* SPDX-License-Identifier: MIT */
/* The canonical dump: a section as the text of DUMP.md. */
#include <string.h>

#include "fre_walk.h"
#include "sfr_text.h"

/* A buffer for the text, so that the sink is not called for every word. The longest line is the
   section's, with 255 auxiliary bytes; it is shorter than LONGEST_LINE. */
enum { BUFFER_SIZE = 8192, LONGEST_LINE = 1024 };
struct text {
    sfr_text_fn *write;
    void *ctx;
    bool stopped;
    size_t used;
    char buffer[BUFFER_SIZE];
};

/* Does not clear the buffer: that would cost more than a line. */
static void begin(struct text *t, sfr_text_fn *write, void *ctx)
{
    t->write = write;
    t->ctx = ctx;
    t->stopped = false;
    t->used = 0;
}

static void flush(struct text *t)
{
    if (!t->stopped && t->used > 0)
        t->stopped = !t->write(t->ctx, t->buffer, t->used);
    t->used = 0;
}

static void put(struct text *t, const char *s, size_t len)
{
    if (len > sizeof t->buffer - t->used)
        flush(t);
    if (len > sizeof t->buffer - t->used)
        return;
    memcpy(t->buffer + t->used, s, len);
    t->used += len;
}

#define PUT(t, literal) put((t), (literal), sizeof(literal) - 1)

static void put_text(struct text *t, const char *s)
{
    put(t, s, strlen(s));
}

static void end_line(struct text *t)
{
    PUT(t, "\n");
    if (sizeof t->buffer - t->used < LONGEST_LINE)
        flush(t);
}

static void put_number(struct text *t, uint64_t v, unsigned base)
{
    char digits[20], *at = digits + sizeof digits;
    do {
        *--at = "0123456789abcdef"[v % base];
        v /= base;
    } while (v != 0);
    put(t, at, (size_t)(digits + sizeof digits - at));
}

static void put_nat(struct text *t, uint64_t v)
{
    put_number(t, v, 10);
}

static void put_int(struct text *t, int64_t v)
{
    if (v < 0)
        PUT(t, "-");
    put_nat(t, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

static void put_hex(struct text *t, uint64_t v)
{
    PUT(t, "0x");
    put_number(t, v, 16);
}

/* A key and its value. */
#define PUT_NAT(t, key, v) (PUT(t, key), put_nat(t, v))
#define PUT_INT(t, key, v) (PUT(t, key), put_int(t, v))
#define PUT_HEX(t, key, v) (PUT(t, key), put_hex(t, v))

/* ---- Rules ---- */

static void put_register(struct text *t, uint32_t reg, unsigned abi)
{
    const struct sfr_abi_facts *facts = sfr_abi_facts(abi);
    if (facts->name && reg == facts->sp)
        PUT(t, "sp");
    else if (facts->name && reg == facts->fp)
        PUT(t, "fp");
    else
        PUT_NAT(t, "r", reg);
}

/* base signed, in *( ) if the rule loads from there. */
static void put_sum(struct text *t, const struct sfr_rule *rule, unsigned abi)
{
    const bool load = rule->kind == SFR_RULE_MEM_REG || rule->kind == SFR_RULE_MEM_CFA;
    const bool from_reg = rule->kind == SFR_RULE_REG || rule->kind == SFR_RULE_MEM_REG;

    if (load)
        PUT(t, "*(");
    if (from_reg)
        put_register(t, rule->reg, abi);
    else
        PUT(t, "cfa");
    if (rule->offset >= 0)
        PUT(t, "+");
    put_int(t, rule->offset);
    if (load)
        PUT(t, ")");
}

/* A register is written without an offset of 0, but the CFA (cfa_p) always with it. */
static void put_rule(struct text *t, const struct sfr_rule *rule, unsigned abi, bool cfa_p)
{
    if (rule->kind == SFR_RULE_NONE)
        PUT(t, "none");
    else if (rule->kind == SFR_RULE_SAME)
        PUT(t, "same");
    else if (rule->kind == SFR_RULE_UNDEFINED)
        PUT(t, "undefined");
    else if (rule->kind == SFR_RULE_REG && rule->offset == 0 && !cfa_p)
        put_register(t, rule->reg, abi);
    else
        put_sum(t, rule, abi);
}

size_t sfr_rule_text(char text[SFR_RULE_TEXT_MAX], const struct sfr_rule *rule, unsigned abi)
{
    struct text t;
    begin(&t, NULL, NULL);
    put_rule(&t, rule, abi, false);
    memcpy(text, t.buffer, t.used);
    text[t.used] = '\0';
    return t.used;
}

static void put_rules(struct text *t, const struct sfr_rules *rules, unsigned abi)
{
    PUT(t, " cfa=");
    put_rule(t, &rules->cfa, abi, true);
    PUT(t, " ra=");
    put_rule(t, &rules->ra, abi, false);
    PUT(t, " fp=");
    put_rule(t, &rules->fp, abi, false);
}

/* ---- A section ---- */

static void put_flags(struct text *t, uint8_t flags)
{
    static const struct {
        uint8_t bit;
        const char *name;
    } names[] = {
        { SFR_F_FDE_SORTED, "sorted" },
        { SFR_F_FRAME_POINTER, "frame-pointer" },
        { SFR_F_FDE_FUNC_START_PCREL, "pcrel" },
    };
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!(flags & names[i].bit))
            continue;
        if (any)
            PUT(t, ",");
        put_text(t, names[i].name);
        any = true;
    }
    if (!any)
        PUT(t, "none");
}

static void put_aux_bytes(struct text *t, const struct sfr_section *s)
{
    if (s->hdr_end == SFR_HEADER_SIZE)
        PUT(t, "-");
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, SFR_HEADER_SIZE, s->hdr_end);
    while (sfr_bytes_left(&b) > 0) {
        const unsigned value = sfr_get_u8(&b);
        const char byte[2] = { "0123456789abcdef"[value >> 4], "0123456789abcdef"[value & 15] };
        put(t, byte, sizeof byte);
    }
}

static void put_section(struct text *t, const struct sfr_section *s, bool layout)
{
    const struct sfr_header *h = &s->hdr;
    const char *abi = sfr_abi_name(h->sfh_abi_arch);

    PUT_NAT(t, "section version=", h->sfp_version);
    put_text(t, s->big ? " endian=big" : " endian=little");
    PUT(t, " abi=");
    put_text(t, abi ? abi : "?");
    PUT(t, " flags=");
    put_flags(t, h->sfp_flags);
    PUT_INT(t, " fixed-fp=", h->sfh_cfa_fixed_fp_offset);
    PUT_INT(t, " fixed-ra=", h->sfh_cfa_fixed_ra_offset);
    PUT_NAT(t, " aux=", h->sfh_auxhdr_len);
    PUT_NAT(t, " fdes=", h->sfh_num_fdes);
    PUT_NAT(t, " fres=", h->sfh_num_fres);
    PUT_NAT(t, " fre-len=", h->sfh_fre_len);
    if (layout) {
        PUT_NAT(t, " fdeoff=", h->sfh_fdeoff);
        PUT_NAT(t, " freoff=", h->sfh_freoff);
        PUT(t, " aux-bytes=");
        put_aux_bytes(t, s);
        PUT_NAT(t, " tail=", s->size - s->fre_end);
    }
    end_line(t);
}

static void put_fde(struct text *t, const struct sfr_fde *fde, bool layout)
{
    static const char *const fre_types[] = { "addr1", "addr2", "addr4" };

    PUT(t, "fde ");
    put_nat(t, fde->index);
    PUT_HEX(t, " start=", fde->start);
    PUT_HEX(t, " size=", fde->sfde_func_size);
    put_text(t, fde->pc_type == SFR_FDE_PCTYPE_MASK ? " pc=mask" : " pc=inc");
    PUT(t, " fre=");
    put_text(t, fde->fre_type <= SFR_FRE_TYPE_ADDR4 ? fre_types[fde->fre_type] : "?");
    PUT(t, " type=");
    put_text(t, fde->fde_type == SFR_FDE_TYPE_DEFAULT ? "default" : fde->fde_type == SFR_FDE_TYPE_FLEX ? "flex" : "?");
    put_text(t, fde->pauth_key_b ? " key=b" : " key=a");
    put_text(t, fde->signal_p ? " signal=1" : " signal=0");
    PUT_NAT(t, " rep=", fde->sfde_func_rep_size);
    PUT_NAT(t, " fres=", fde->sfde_func_num_fres);
    if (layout) {
        PUT_HEX(t, " info=", fde->sfde_func_info);
        PUT_HEX(t, " info2=", fde->sfde_func_info2);
        PUT_HEX(t, " pad=", fde->sfde_func_padding2);
        PUT_NAT(t, " off=", fde->sfde_func_start_fre_off);
    }
    end_line(t);
}

static void put_fre(struct text *t, const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                    const struct sfr_rules *rules, bool layout)
{
    PUT(t, "fre ");
    put_nat(t, fde->index);
    PUT(t, ".");
    put_nat(t, fre->index);
    PUT_HEX(t, " at=", fre->sfre_start_address);
    put_rules(t, rules, s->hdr.sfh_abi_arch);
    put_text(t, rules->mangled_ra_p ? " mangled=1" : " mangled=0");
    if (layout) {
        PUT_HEX(t, " info=", fre->sfre_info);
        PUT(t, " words=");
        if (fre->num_words == 0)
            PUT(t, "-");
        for (unsigned i = 0; i < fre->num_words && i < SFR_MAX_WORDS; i++) {
            if (i > 0)
                PUT(t, ",");
            put_int(t, fre->words[i]);
        }
    }
    end_line(t);
}

/* One function and its rows. `left` is how many bytes SFR-SHARED-RUN-LIMIT still allows. */
static enum sfr_fault put_function(struct text *t, const struct sfr_section *s, uint32_t index, bool layout,
                                   uint64_t *left)
{
    struct sfr_fde fde;
    struct sfr_rules rules;

    enum sfr_fault fault = sfr_read_fde(s, index, &fde);
    if (fault != SFR_FAULT_NONE)
        return fault;
    put_fde(t, &fde, layout);
    struct sfr_bytes rows = sfr_fre_bytes(s, fde.fre_pos);
    for (uint32_t i = 0; i < fde.sfde_func_num_fres && !t->stopped; i++) {
        struct sfr_fre fre;
        fault = sfr_walk_fre(&rows, fde.fre_type, i, &fre);
        if (fault != SFR_FAULT_NONE)
            return fault;
        if (fre.size > *left)
            return SFR_FAULT_SHARED_RUN_LIMIT;
        *left -= fre.size;
        fault = sfr_read_rules(s, &fde, &fre, &rules);
        if (fault != SFR_FAULT_NONE)
            return fault;
        put_fre(t, s, &fde, &fre, &rules, layout);
    }
    return SFR_FAULT_NONE;
}

enum sfr_fault sfr_dump(const struct sfr_section *s, unsigned options, sfr_text_fn *write, void *ctx)
{
    struct text t;
    const bool layout = options & SFR_DUMP_LAYOUT;
    uint64_t left = (uint64_t)s->size * SFR_SHARED_RUN_LIMIT;
    enum sfr_fault fault = SFR_FAULT_NONE;

    begin(&t, write, ctx);
    PUT(&t, "sframe-dump 1\n");
    put_section(&t, s, layout);
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes && fault == SFR_FAULT_NONE && !t.stopped; i++)
        fault = put_function(&t, s, i, layout, &left);
    flush(&t);
    return fault;
}

/* ---- Look-ups and traces ---- */

static bool finish(struct text *t)
{
    flush(t);
    return !t->stopped;
}

static bool dump_hit(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                     bool signal, sfr_text_fn *write, void *ctx)
{
    struct text t;

    begin(&t, write, ctx);
    PUT_HEX(&t, "pc ", pc);
    if (found == SFR_FOUND || found == SFR_FOUND_OUTERMOST) {
        PUT_NAT(&t, " fde=", hit->fde.index);
        PUT(&t, " fre=");
        if (found == SFR_FOUND)
            put_nat(&t, hit->fre.index);
        else
            PUT(&t, "none");
        put_rules(&t, &hit->rules, s->hdr.sfh_abi_arch);
        if (signal)
            PUT_NAT(&t, " signal=", hit->fde.signal_p);
    } else {
        put_text(&t, found == SFR_FOUND_BAD ? " reject" : " none");
    }
    end_line(&t);
    return finish(&t);
}

bool sfr_dump_hit(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                  sfr_text_fn *write, void *ctx)
{
    return dump_hit(s, pc, found, hit, false, write, ctx);
}

bool sfr_dump_hit_signal(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                         sfr_text_fn *write, void *ctx)
{
    return dump_hit(s, pc, found, hit, true, write, ctx);
}

bool sfr_dump_frame(uint64_t index, const struct sfr_frame *frame, sfr_text_fn *write, void *ctx)
{
    struct text t;

    begin(&t, write, ctx);
    PUT(&t, "frame ");
    put_nat(&t, index);
    PUT_HEX(&t, " pc=", frame->pc);
    PUT_HEX(&t, " sp=", frame->sp);
    PUT_HEX(&t, " fp=", frame->fp);
    end_line(&t);
    return finish(&t);
}

bool sfr_dump_stop(enum sfr_stop stop, sfr_text_fn *write, void *ctx)
{
    struct text t;
    const char *name = sfr_stop_name(stop);

    begin(&t, write, ctx);
    PUT(&t, "end ");
    put_text(&t, name ? name : "?");
    end_line(&t);
    return finish(&t);
}
