/* SPDX-License-Identifier: MIT */
/*
 * Decoders with a planted error. Each is the reference with one misunderstanding that real readers
 * had: it changes the bytes before the reference reads them, or the rules of its rows. They show what
 * reports say of such readers; which mistakes the corpus finds is the matter of ci/trust/designs.
 */
#include "readers.h"
#include "ref_answer.h"

struct wrong_decoder {
    const char *name;
    /* Changes the bytes to what the decoder takes them for. `s` is a view of the right bytes;
       NULL if they are not a section. */
    void (*change)(uint8_t *bytes, size_t size, const struct sfr_section *s);
    /* Changes a row's rules. */
    void (*bend)(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                 struct sfr_rules *rules);
};

/* ---- Bytes ------------------------------------------------------------------------ */

static void ignore_aux(uint8_t *bytes, size_t size, const struct sfr_section *s)
{
    (void)size;
    if (s)
        bytes[7] = 0;
}

/* The position of a function's info byte. */
static size_t info_at(const struct sfr_section *s, const struct sfr_fde *fde)
{
    return (size_t)(s->hdr.sfp_version == 3 ? fde->attr_pos + 2 : fde->pos + 16);
}

/* Bit 0 is the PC type, bits 1 and 2 the FRE type. */
static void swap_fde_info(uint8_t *bytes, size_t size, const struct sfr_section *s)
{
    struct sfr_fde fde;
    for (uint32_t i = 0; s && i < s->hdr.sfh_num_fdes; i++) {
        if (sfr_read_fde(s, i, &fde) != SFR_FAULT_NONE || info_at(s, &fde) >= size)
            continue;
        const unsigned info = fde.sfde_func_info;
        bytes[info_at(s, &fde)] = (uint8_t)((info & 0xe0) | (info & 1) << 4 | ((info >> 1) & 3));
    }
}

/* Base register 0 is SP. */
static void swap_base(uint8_t *bytes, size_t size, const struct sfr_section *s)
{
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_fre_cursor c;
    bool more;
    (void)size;
    for (uint32_t i = 0; s && i < s->hdr.sfh_num_fdes; i++) {
        if (sfr_read_fde(s, i, &fde) != SFR_FAULT_NONE)
            continue;
        sfr_fres(&c, s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more)
            if (fre.num_words > 0)
                bytes[fre.pos + (1u << fde.fre_type)] = (uint8_t)(fre.sfre_info ^ 1);
    }
}

/* ---- Rules ------------------------------------------------------------------------- */

static void zero_extend(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                        struct sfr_rules *rules)
{
    struct sfr_fre unsigned_fre = *fre;
    struct sfr_rules bent;
    for (unsigned i = 0; i < fre->num_words; i++)
        unsigned_fre.words[i] &= fre->word_size == 1 ? 0xff : fre->word_size == 2 ? 0xffff : INT32_MAX;
    if (sfr_read_rules(s, fde, &unsigned_fre, &bent) == SFR_FAULT_NONE)
        *rules = bent;
}

/* Takes the control word of a flexible CFA as a signed number: a register from 16 on in a word of one byte is
   negative. */
static void sign_registers(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                           struct sfr_rules *rules)
{
    (void)s;
    if (fde->fde_type == SFR_FDE_TYPE_FLEX && fre->num_words > 0 && fre->words[0] < 0)
        rules->cfa.reg = (uint32_t)((fre->words[0] - 7) / 8);
}

static const struct wrong_decoder decoders[] = {
    { .name = "swaps-base-register", .change = swap_base }, { .name = "swaps-fde-info", .change = swap_fde_info },
    { .name = "ignores-aux-header", .change = ignore_aux }, { .name = "zero-extends", .bend = zero_extend },
    { .name = "signs-registers", .bend = sign_registers },
};

/* ---- Answers -------------------------------------------------------------------------- */

/* Replaces the rules of `line`: the text between " cfa=" and " mangled=" or the end. */
static void write_bent(struct sfa_answer *answer, const char *line, size_t len, unsigned abi,
                       const struct sfr_rules *rules)
{
    char cfa[SFR_RULE_TEXT_MAX], ra[SFR_RULE_TEXT_MAX], fp[SFR_RULE_TEXT_MAX];
    const char *start = strstr(line, " cfa="), *end = strstr(line, " mangled=");
    if (!start || start > line + len) {
        sfa_write(answer, line, len);
        return;
    }
    if (!end || end > line + len)
        end = line + len - 1; /* the newline */
    sfr_rule_text(cfa, &rules->cfa, abi);
    sfr_rule_text(ra, &rules->ra, abi);
    sfr_rule_text(fp, &rules->fp, abi);
    sfa_write(answer, line, (size_t)(start - line));
    const bool plain = rules->cfa.kind == SFR_RULE_REG && rules->cfa.offset == 0;
    sfa_printf(answer, " cfa=%s%s ra=%s fp=%s", cfa, plain ? "+0" : "", ra, fp);
    sfa_write(answer, end, (size_t)(line + len - end));
}

/* Finds the row of a line "fre F.R ...". */
static bool row_of(const struct sfr_section *s, const char *line, struct sfr_fde *fde, struct sfr_fre *fre)
{
    unsigned long f, r;
    struct sfr_fre_cursor c;
    bool more = true;
    if (sscanf(line, "fre %lu.%lu ", &f, &r) != 2 || sfr_read_fde(s, (uint32_t)f, fde) != SFR_FAULT_NONE)
        return false;
    sfr_fres(&c, s, fde);
    for (unsigned long i = 0; i <= r; i++)
        if (sfr_next_fre(&c, fre, &more) != SFR_FAULT_NONE || !more)
            return false;
    return true;
}

static enum sfa_status dump(const struct wrong_decoder *d, const struct sfr_section *s, struct sfa_answer *answer)
{
    struct sfa_answer plain = { .text = NULL };
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_rules rules;
    sfr_dump(s, 0, ref_add_text, &plain);
    sfa_write(&plain, "", 1);
    for (const char *line = plain.text, *next; *line; line = next) {
        const size_t len = strcspn(line, "\n") + 1;
        next = line + len;
        const bool is_row = strncmp(line, "fre ", 4) == 0;
        if (is_row && d->bend && row_of(s, line, &fde, &fre)
            && sfr_read_rules(s, &fde, &fre, &rules) == SFR_FAULT_NONE) {
            d->bend(s, &fde, &fre, &rules);
            write_bent(answer, line, len, s->hdr.sfh_abi_arch, &rules);
        } else {
            sfa_write(answer, line, len);
        }
    }
    free(plain.text);
    return SFA_ACCEPT;
}

static enum sfa_status look_up(const struct wrong_decoder *d, const struct sfr_section *s,
                               const struct sfa_request *request, struct sfa_answer *answer)
{
    struct sfr_hit hit;
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const uint64_t pc = request->pcs[i];
        const enum sfr_found found = sfr_find(s, pc, &hit);
        if (found == SFR_FOUND && d->bend)
            d->bend(s, &hit.fde, &hit.fre, &hit.rules);
        sfr_dump_hit(s, pc, found, &hit, ref_add_text, answer);
    }
    return SFA_ACCEPT;
}

/* `bytes` are those that the decoder sees. */
static enum sfa_status judge(const struct wrong_decoder *d, const struct sfa_request *request, const uint8_t *bytes,
                             enum sfr_profile profile, struct sfa_answer *answer)
{
    struct sfr_section s;
    if (!sfr_check(bytes, request->size, request->addr, profile, NULL, NULL).accepted
        || sfr_open(&s, bytes, request->size, request->addr, profile, NULL) != SFR_FAULT_NONE)
        return SFA_REJECT;
    return request->op == SFA_DECODE ? dump(d, &s, answer) : look_up(d, &s, request, answer);
}

static enum sfa_status wrong_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    const struct wrong_decoder *d = ctx;
    struct sfr_section s;
    enum sfr_profile profile;
    if (!sfr_profile_from_name(request->profile, &profile) || (request->op != SFA_DECODE && request->op != SFA_LOOKUP))
        return SFA_UNSUPPORTED;
    uint8_t *bytes = malloc(request->size + 1);
    if (!bytes)
        return SFA_LIMIT;
    memcpy(bytes, request->body, request->size);
    const bool opens = sfr_open(&s, request->body, request->size, request->addr, profile, NULL) == SFR_FAULT_NONE;
    if (d->change)
        d->change(bytes, request->size, opens ? &s : NULL);
    const enum sfa_status status = judge(d, request, bytes, profile, answer);
    free(bytes);
    return status;
}

bool wrong_declare(const char *name, struct sfa_adapter *adapter)
{
    for (unsigned i = 0; i < sizeof decoders / sizeof decoders[0]; i++)
        if (strcmp(decoders[i].name, name) == 0) {
            adapter->answer = wrong_answer;
            adapter->ctx = (void *)(uintptr_t)&decoders[i];
            return true;
        }
    return false;
}
