/* SPDX-License-Identifier: MIT */
/* The strict parser of the canonical dump (DUMP.md): from text to the model of a section. */
#include <string.h>

#include "info_bits.h"
#include "internal.h"
#include "scan.h"

#define COUNT(array) (unsigned)(sizeof(array) / sizeof(array)[0])

/* The state of a parse. The section line decides `layout` for all lines. */
struct parser {
    struct sfr_scanner scan;
    struct sfr_model *model;
    uint8_t *aux;
    uint8_t version;
    bool layout;
    uint64_t num_fdes, num_fres; /* as the section line counts them */
};

/* Expectations in messages. */
static const char nat8_expected[] = "a decimal number from 0 to 255";
static const char nat32_expected[] = "a decimal number below 2^32";
static const char hex8_expected[] = "a number from 0x0 to 0xff";
static const char hex32_expected[] = "a hexadecimal number (0x...) below 2^32";
static const char rule_expected[] =
    "none, same, undefined, REG, REG+N, cfa+N, *(REG+N) or *(cfa+N), where REG is sp, fp or rN";

static void expect_nat(struct sfr_scanner *s, const char *before, uint64_t wanted, const char *expected)
{
    sfr_scan_expect(s, before);
    const size_t start = s->pos;
    if (sfr_scan_nat(s, "", UINT64_MAX, expected) != wanted)
        sfr_scan_fail(s, start, expected);
}

/* ---- rule ------------------------------------------------------------------ */

/* register. sp and fp have no other name; an unknown ABI has neither. */
static uint32_t scan_register(struct sfr_scanner *s, unsigned abi)
{
    const size_t start = s->pos;
    const bool named = sfr_abi_name(abi) != NULL;

    if (named && sfr_scan_accept(s, "sp"))
        return sfr_abi_sp(abi);
    if (named && sfr_scan_accept(s, "fp"))
        return sfr_abi_fp(abi);
    if (!sfr_scan_accept(s, "r"))
        sfr_scan_fail(s, start, rule_expected);
    const uint64_t reg = sfr_scan_nat(s, "", UINT32_MAX, "a register number below 2^32");
    if (named && (reg == sfr_abi_sp(abi) || reg == sfr_abi_fp(abi)))
        sfr_scan_fail(s, start, "sp or fp, which is the name of this register");
    return (uint32_t)reg;
}

/* base signed */
static void scan_sum(struct sfr_scanner *s, unsigned abi, bool loaded, struct sfr_rule *rule)
{
    if (sfr_scan_accept(s, "cfa")) {
        rule->kind = loaded ? SFR_RULE_MEM_CFA : SFR_RULE_CFA;
    } else {
        rule->kind = loaded ? SFR_RULE_MEM_REG : SFR_RULE_REG;
        rule->reg = scan_register(s, abi);
    }
    rule->offset = sfr_scan_signed(s, "an offset (+0, +N or -N)");
}

/* Takes a register without an offset, if that is next. */
static bool accept_bare_register(struct sfr_scanner *s, unsigned abi, struct sfr_rule *rule)
{
    struct sfr_scanner ahead = *s;
    const uint32_t reg = scan_register(&ahead, abi);

    if (sfr_scan_failed(&ahead))
        return false;
    if (ahead.pos < ahead.len && (ahead.text[ahead.pos] == '+' || ahead.text[ahead.pos] == '-'))
        return false;
    *s = ahead;
    *rule = (struct sfr_rule){ SFR_RULE_REG, reg, 0 };
    return true;
}

/* rule. Sets *bare if it is a register without an offset. */
static struct sfr_rule scan_rule(struct sfr_scanner *s, unsigned abi, bool *bare)
{
    struct sfr_rule rule = { SFR_RULE_NONE, 0, 0 };

    *bare = false;
    if (sfr_scan_accept(s, "none"))
        return rule;
    if (sfr_scan_accept(s, "same")) {
        rule.kind = SFR_RULE_SAME;
    } else if (sfr_scan_accept(s, "undefined")) {
        rule.kind = SFR_RULE_UNDEFINED;
    } else if (sfr_scan_accept(s, "*(")) {
        scan_sum(s, abi, true, &rule);
        sfr_scan_expect(s, ")");
    } else if (accept_bare_register(s, abi, &rule)) {
        *bare = true;
    } else {
        scan_sum(s, abi, false, &rule);
    }
    return rule;
}

bool sfr_parse_rule(const char *text, size_t len, unsigned abi, struct sfr_rule *rule)
{
    struct sfr_scanner s = { .text = text, .len = len, .line = 1 };
    bool bare;
    const struct sfr_rule r = scan_rule(&s, abi, &bare);

    if (sfr_scan_failed(&s) || s.pos != len)
        return false;
    *rule = r;
    return true;
}

/* " cfa=" rule: a register's sum, or none in an outermost row. */
static struct sfr_rule scan_cfa(struct sfr_scanner *s, unsigned abi)
{
    sfr_scan_expect(s, " cfa=");
    const size_t start = s->pos;
    bool bare;
    const struct sfr_rule rule = scan_rule(s, abi, &bare);

    if (bare || (rule.kind != SFR_RULE_NONE && rule.kind != SFR_RULE_REG && rule.kind != SFR_RULE_MEM_REG))
        sfr_scan_fail(s, start, "a CFA rule (REG+N, REG-N, *(REG+N), *(REG-N) or none)");
    return rule;
}

/* " ra=" or " fp=" and a rule. An outermost row has no CFA, RA undefined and no FP rule; any other
   has all three. */
static struct sfr_rule scan_saved(struct sfr_scanner *s, unsigned abi, const char *key, bool outermost,
                                  enum sfr_rule_kind outermost_kind)
{
    sfr_scan_expect(s, key);
    const size_t start = s->pos;
    bool bare;
    const struct sfr_rule rule = scan_rule(s, abi, &bare);

    if (outermost && rule.kind != outermost_kind)
        sfr_scan_fail(s, start, "ra=undefined fp=none, as there is no CFA rule");
    else if (!outermost && (rule.kind == SFR_RULE_NONE || rule.kind == SFR_RULE_UNDEFINED))
        sfr_scan_fail(s, start, "a rule other than none and undefined, as there is a CFA rule");
    else if (rule.kind == SFR_RULE_REG && rule.offset == 0 && !bare)
        sfr_scan_fail(s, start, "the register without +0");
    return rule;
}

/* ---- section --------------------------------------------------------------- */

/* version. Version 2 is the last of its profiles unless the caller asks for another
   (AMBIGUITY AMB-001). */
static void parse_version(struct parser *p, enum sfr_profile profile)
{
    static const char *const versions[] = { "1", "2", "3" };
    static const enum sfr_profile profiles[] = { SFR_PROFILE_V1, SFR_PROFILE_V2E2, SFR_PROFILE_V3 };
    const size_t start = p->scan.pos;
    const unsigned i = sfr_scan_choice(&p->scan, "", versions, COUNT(versions), "version 1, 2 or 3");
    const bool v2 = profile == SFR_PROFILE_V2 || profile == SFR_PROFILE_V2E1;

    p->version = (uint8_t)(i + 1);
    p->model->profile = i == 1 && v2 ? profile : profiles[i];
    if (profile != SFR_PROFILE_AUTO && profile != p->model->profile)
        sfr_scan_fail(&p->scan, start, "the version of the profile asked for");
}

static uint8_t scan_abi(struct sfr_scanner *s)
{
    for (unsigned abi = SFR_ABI_AARCH64_ENDIAN_BIG; abi <= SFR_ABI_S390X_ENDIAN_BIG; abi++) {
        if (sfr_scan_accept(s, sfr_abi_name(abi)))
            return (uint8_t)abi;
    }
    sfr_scan_fail(s, s->pos, "aarch64-be, aarch64-le, amd64 or s390x");
    return 0;
}

/* flags: none, or names in the order of their bits. */
static uint8_t scan_flags(struct sfr_scanner *s)
{
    static const struct {
        const char *name, *after_comma;
        uint8_t bit;
    } flags[] = {
        { "sorted", ",sorted", SFR_F_FDE_SORTED },
        { "frame-pointer", ",frame-pointer", SFR_F_FRAME_POINTER },
        { "pcrel", ",pcrel", SFR_F_FDE_FUNC_START_PCREL },
    };
    unsigned value = 0;

    if (sfr_scan_accept(s, "none"))
        return 0;
    for (unsigned i = 0; i < COUNT(flags); i++) {
        if (sfr_scan_accept(s, value == 0 ? flags[i].name : flags[i].after_comma))
            value |= flags[i].bit;
    }
    if (value == 0)
        sfr_scan_fail(s, s->pos, "none, or sorted, frame-pointer, pcrel in this order");
    return (uint8_t)value;
}

/* "-" / 1*byte: as many bytes as aux= counts. */
static void parse_aux_bytes(struct parser *p)
{
    const unsigned count = p->model->auxhdr_len;

    if (count == 0) {
        sfr_scan_expect(&p->scan, "-");
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint8_t byte = sfr_scan_byte(&p->scan, "two hexadecimal digits for each byte that aux= counts");
        if (sfr_scan_failed(&p->scan))
            return;
        p->aux[i] = byte;
    }
    p->model->aux = p->aux;
}

static void parse_section_layout(struct parser *p)
{
    struct sfr_scanner *s = &p->scan;
    struct sfr_model *m = p->model;

    m->has_layout = true;
    m->fdeoff = (uint32_t)sfr_scan_nat(s, "", UINT32_MAX, nat32_expected);
    m->freoff = (uint32_t)sfr_scan_nat(s, " freoff=", UINT32_MAX, nat32_expected);
    sfr_scan_expect(s, " aux-bytes=");
    parse_aux_bytes(p);
    m->tail = sfr_scan_nat(s, " tail=", UINT64_MAX, "a decimal number below 2^64");
}

static void parse_section(struct parser *p, enum sfr_profile profile)
{
    static const char *const orders[] = { "little", "big" };
    struct sfr_scanner *s = &p->scan;
    struct sfr_model *m = p->model;

    sfr_scan_expect(s, "section version=");
    parse_version(p, profile);
    m->big = sfr_scan_choice(s, " endian=", orders, COUNT(orders), "little or big") == 1;
    sfr_scan_expect(s, " abi=");
    m->abi = scan_abi(s);
    sfr_scan_expect(s, " flags=");
    m->flags = scan_flags(s);
    m->fixed_fp = (int8_t)sfr_scan_int(s, " fixed-fp=", INT8_MIN, INT8_MAX, "a number from -128 to 127");
    m->fixed_ra = (int8_t)sfr_scan_int(s, " fixed-ra=", INT8_MIN, INT8_MAX, "a number from -128 to 127");
    m->auxhdr_len = (uint8_t)sfr_scan_nat(s, " aux=", UINT8_MAX, nat8_expected);
    p->num_fdes = sfr_scan_nat(s, " fdes=", UINT32_MAX, nat32_expected);
    p->num_fres = sfr_scan_nat(s, " fres=", UINT32_MAX, nat32_expected);
    m->fre_len = (uint32_t)sfr_scan_nat(s, " fre-len=", UINT32_MAX, nat32_expected);
    p->layout = sfr_scan_accept(s, " fdeoff=");
    if (p->layout)
        parse_section_layout(p);
    sfr_scan_end_of_line(s);
}

/* ---- fde ------------------------------------------------------------------- */

static void parse_fde_layout(struct parser *p, struct sfr_model_fde *fde)
{
    struct sfr_scanner *s = &p->scan;

    fde->has_layout = true;
    fde->info = (uint8_t)sfr_scan_hex(s, " info=", UINT8_MAX, hex8_expected);
    fde->info2 = (uint8_t)sfr_scan_hex(s, " info2=", UINT8_MAX, hex8_expected);
    fde->padding2 = (uint16_t)sfr_scan_hex(s, " pad=", UINT16_MAX, "a number from 0x0 to 0xffff");
    fde->fre_off = (uint32_t)sfr_scan_nat(s, " off=", UINT32_MAX, nat32_expected);
}

static void parse_fde_kind(struct parser *p, struct sfr_model_fde *fde)
{
    static const char *const pc_types[] = { "inc", "mask" };
    static const char *const fre_types[] = { "addr1", "addr2", "addr4" };
    static const char *const fde_types[] = { "default", "flex" };
    static const char *const keys[] = { "a", "b" };
    struct sfr_scanner *s = &p->scan;
    const bool v3 = p->version == 3, aarch64 = sfr_is_aarch64(p->model->abi);

    fde->pc_type = (uint8_t)sfr_scan_choice(s, " pc=", pc_types, COUNT(pc_types), "inc or mask");
    fde->fre_type = (uint8_t)sfr_scan_choice(s, " fre=", fre_types, COUNT(fre_types), "addr1, addr2 or addr4");
    fde->fde_type =
        (uint8_t)sfr_scan_choice(s, " type=", fde_types, v3 ? COUNT(fde_types) : 1, "default, or in version 3 flex");
    fde->pauth_key_b = sfr_scan_choice(s, " key=", keys, aarch64 ? COUNT(keys) : 1, "a, or for AArch64 b") == 1;
    fde->signal_p = sfr_scan_nat(s, " signal=", v3, "0, or in version 3 1") == 1;
    fde->rep_size = (uint8_t)sfr_scan_nat(s, " rep=", p->version == 1 ? 0 : UINT8_MAX,
                                          "a decimal number from 0 to 255, in version 1 0");
}

static void parse_fde(struct parser *p, uint64_t index)
{
    struct sfr_scanner *s = &p->scan;
    struct sfr_model *m = p->model;
    struct sfr_model_fde fde = { .first_fre = m->num_fres };

    expect_nat(s, "fde ", index, "the next number of an fde line, counted from 0");
    fde.start = sfr_scan_hex(s, " start=", UINT64_MAX, "a hexadecimal number (0x...) below 2^64");
    fde.size = (uint32_t)sfr_scan_hex(s, " size=", UINT32_MAX, hex32_expected);
    parse_fde_kind(p, &fde);
    fde.num_fres = sfr_scan_nat(s, " fres=", p->num_fres - m->num_fres,
                                "a decimal number, at most what is left of the section's fres=");
    if (p->layout)
        parse_fde_layout(p, &fde);
    sfr_scan_end_of_line(s);
    if (!sfr_scan_failed(s))
        m->fdes[m->num_fdes++] = fde;
}

/* ---- fre ------------------------------------------------------------------- */

/* " info=" hex " words=": as many words as the info word counts, each of its size. */
static void parse_fre_layout(struct sfr_scanner *s, struct sfr_model_fre *fre)
{
    static const int64_t largest[] = { INT8_MAX, INT16_MAX, INT32_MAX };
    const char *const info_expected = "an info word (0x0 to 0xff) whose size code is not 3";

    sfr_scan_expect(s, " info=");
    const size_t start = s->pos;
    const uint8_t info = (uint8_t)sfr_scan_hex(s, "", UINT8_MAX, info_expected);
    const unsigned count = sfr_bits(info, SFR_FRE_INFO_DATAWORD_COUNT);
    const unsigned size_code = sfr_bits(info, SFR_FRE_INFO_DATAWORD_SIZE);
    if (size_code >= COUNT(largest)) {
        sfr_scan_fail(s, start, info_expected);
        return;
    }
    fre->has_layout = true;
    fre->sfre_info = info;
    sfr_scan_expect(s, " words=");
    if (count == 0)
        sfr_scan_expect(s, "-");
    for (unsigned i = 0; i < count; i++)
        fre->words[i] = (int32_t)sfr_scan_int(s, i > 0 ? "," : "", -largest[size_code] - 1, largest[size_code],
                                              "a word of the size and count that info= says");
}

static void parse_fre(struct parser *p, uint64_t fde_index, uint64_t index)
{
    struct sfr_scanner *s = &p->scan;
    struct sfr_model *m = p->model;
    struct sfr_model_fre fre = { .start = 0 };

    expect_nat(s, "fre ", fde_index, "the number of the fde line above");
    expect_nat(s, ".", index, "the next number of an fre line, counted from 0");
    fre.start = (uint32_t)sfr_scan_hex(s, " at=", UINT32_MAX, hex32_expected);
    fre.rules.cfa = scan_cfa(s, m->abi);
    const bool outermost = fre.rules.cfa.kind == SFR_RULE_NONE;
    fre.rules.ra = scan_saved(s, m->abi, " ra=", outermost, SFR_RULE_UNDEFINED);
    fre.rules.fp = scan_saved(s, m->abi, " fp=", outermost, SFR_RULE_NONE);
    fre.rules.mangled_ra_p = sfr_scan_nat(s, " mangled=", 1, "0 or 1") == 1;
    if (p->layout)
        parse_fre_layout(s, &fre);
    sfr_scan_end_of_line(s);
    if (!sfr_scan_failed(s))
        m->fres[m->num_fres++] = fre;
}

/* ---- document -------------------------------------------------------------- */

static void parse_functions(struct parser *p)
{
    struct sfr_scanner *s = &p->scan;
    struct sfr_model *m = p->model;

    for (uint64_t i = 0; i < p->num_fdes && !sfr_scan_failed(s); i++) {
        parse_fde(p, i);
        const uint64_t rows = sfr_scan_failed(s) ? 0 : m->fdes[i].num_fres;
        for (uint64_t row = 0; row < rows && !sfr_scan_failed(s); row++)
            parse_fre(p, i, row);
    }
    if (s->pos < s->len)
        sfr_scan_fail(s, s->pos, "the end of the text: fdes= and fres= count no more lines");
    if (m->num_fres != p->num_fres)
        sfr_scan_fail(s, s->pos, "as many fre lines as the section's fres= counts");
}

bool sfr_parse(const struct sfr_dump_text *dump, struct sfr_model *model, struct sfr_text_error *error)
{
    struct parser p = {
        .scan = { .text = dump->text, .len = dump->len, .line = 1 },
        .model = model,
        .aux = dump->aux,
    };

    *model = (struct sfr_model){ .addr = dump->addr, .fdes = dump->fdes, .fres = dump->fres };
    sfr_scan_expect(&p.scan, "sframe-dump 1");
    sfr_scan_end_of_line(&p.scan);
    parse_section(&p, dump->profile);
    parse_functions(&p);
    if (!sfr_scan_failed(&p.scan))
        return true;
    error->line = p.scan.line;
    error->column = p.scan.failed_at - p.scan.line_start + 1;
    error->expected = p.scan.expected;
    return false;
}

static bool starts_with(const char *text, size_t len, const char *prefix)
{
    const size_t n = strlen(prefix);
    return n <= len && memcmp(text, prefix, n) == 0;
}

void sfr_count_lines(const char *text, size_t len, size_t *num_fdes, size_t *num_fres)
{
    *num_fdes = 0;
    *num_fres = 0;
    while (len > 0) {
        const char *const newline = memchr(text, '\n', len);
        const size_t line = newline ? (size_t)(newline - text) + 1 : len;

        if (starts_with(text, len, "fde "))
            ++*num_fdes;
        else if (starts_with(text, len, "fre "))
            ++*num_fres;
        text += line;
        len -= line;
    }
}
