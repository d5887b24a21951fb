/* SPDX-License-Identifier: MIT */
/* The report of one judged file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "producer.h"
#include "sfr_text.h"

/* ---- Both sides of a range ---- */

/* In the order of sfc_difference_names. */
struct side {
    char rules[4][SFR_RULE_TEXT_MAX];
    const char *words[SFC_NUM_DIFFERENCES];
};

static void spell(struct side *s, const struct sfr_rules *rules, const struct sfr_rule *sp, bool key_b, bool signal,
                  unsigned abi)
{
    const struct sfr_rule *const all[] = { &rules->cfa, &rules->ra, &rules->fp, sp };
    for (unsigned i = 0; i < 4; i++)
        sfr_rule_text(s->rules[i], all[i], abi);
    const char *const words[SFC_NUM_DIFFERENCES] = { s->rules[0],       s->rules[1],
                                                     s->rules[2],       rules->mangled_ra_p ? "signed" : "not signed",
                                                     key_b ? "B" : "A", signal ? "yes" : "no",
                                                     s->rules[3] };
    memcpy(s->words, words, sizeof words);
}

static void spell_both(const struct sfc_producer *p, const struct sfc_pair *pair, struct side *sframe, struct side *cfi)
{
    const struct sfr_rule implied = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(p->abi) };
    spell(sframe, &pair->sframe, &implied, pair->sframe_key_b, pair->sframe_signal, p->abi);
    spell(cfi, &pair->cfi, &pair->cfi_sp, pair->cfi_key_b, pair->cfi_signal, p->abi);
}

static const char *clause_id(enum sfr_clause clause)
{
    const struct sfr_clause_info *info = sfr_clause_info(clause);
    return info ? info->id : "";
}

/* "v2e1", and ".eh_frame", of the first section. */
static const char *profile_text(const struct sfc_producer *p)
{
    const char *name = sfr_profile_name(p->profile);
    return p->num_sections > 0 && name ? name : "unreadable";
}

static const char *cfi_name(const struct sfc_producer *p)
{
    return p->cfi.num_sections > 0 ? sfc_cfi_section_name(&p->cfi.sections[0]) : ".eh_frame";
}

/* A member for each agreement. */
static void add_agreements(struct sfc_buffer *b, const uint64_t counts[SFC_NUM_AGREEMENTS])
{
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, i ? ", " : "", sfc_agreement_names[i], counts[i]);
}

static void add_counts(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, ", \"ranges\": {");
    add_agreements(b, p->ranges);
    sfc_buffer_printf(b, "}, \"bytes\": {");
    add_agreements(b, p->bytes_of);
    sfc_buffer_printf(b, "}, \"reasons\": {");
    const char *comma = "";
    for (unsigned i = 1; i < SFC_NUM_REASONS; i++) {
        if (p->reasons[i] == 0)
            continue;
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, comma, sfc_reason_names[i], p->reasons[i]);
        comma = ", ";
    }
    sfc_buffer_printf(b, "}");
}

static void add_complaint(struct sfc_buffer *b, const struct sfc_complaint *c)
{
    sfc_buffer_printf(b, "\n    {\"severity\": \"%s\"", c->is_doubt ? "doubt" : "violation");
    sfc_json_member(b, "area", c->area);
    sfc_json_member(b, "clause", c->clause);
    sfc_json_member(b, "fault", c->fault);
    sfc_json_member(b, "text", c->text);
    sfc_buffer_printf(b, "}");
}

/* Starts an object about the code at `start`. */
static void add_place(struct sfc_buffer *b, const struct sfc_producer *p, uint64_t start, uint64_t end, const char *key)
{
    char name[SFC_IMAGE_NAME_MAX];
    sfc_image_name(&p->image, start, name);
    sfc_buffer_printf(b, "\n    {\"start\": \"0x%" PRIx64 "\", \"end\": \"0x%" PRIx64 "\"", start, end);
    sfc_json_member(b, key, name);
}

static void add_function(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_function_result *r)
{
    const char *comma = "";
    add_place(b, p, r->start, r->end, "name");
    sfc_json_member(b, "reason", sfc_reason_names[r->reason]);
    sfc_buffer_printf(b, ", ");
    add_agreements(b, r->ranges);
    sfc_buffer_printf(b, ", \"differs\": [");
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++) {
        if (!(r->differs & 1u << i))
            continue;
        sfc_buffer_printf(b, "%s\"%s\"", comma, sfc_difference_names[i]);
        comma = ", ";
    }
    sfc_buffer_printf(b, "]}");
}

static void add_wrong(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_range *r)
{
    struct side sframe, cfi;
    const char *comma = "";
    const struct sfr_section *s = &p->sections[r->function->section];
    spell_both(p, &r->pair, &sframe, &cfi);
    add_place(b, p, r->start, r->end, "place");
    sfc_buffer_printf(b, ", \"differences\": [");
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++) {
        if (!(r->differs & 1u << i))
            continue;
        sfc_buffer_printf(b, "%s{\"what\": \"%s\"", comma, sfc_difference_names[i]);
        sfc_json_member(b, "sframe", sframe.words[i]);
        sfc_json_member(b, "cfi", cfi.words[i]);
        sfc_json_member(b, "clause", clause_id(sfc_difference_clause(s, r, 1u << i)));
        sfc_buffer_printf(b, "}");
        comma = ", ";
    }
    sfc_buffer_printf(b, "]}");
}

/* ---- The rows of both sides ---- */

static void add_rules(struct sfc_buffer *b, uint64_t start, const struct sfr_rules *rules, const struct sfr_rule *sp,
                      unsigned abi)
{
    const struct sfr_rule *const all[] = { &rules->cfa, &rules->ra, &rules->fp, sp };
    char text[SFR_RULE_TEXT_MAX];
    sfc_buffer_printf(b, "[%" PRIu64, start);
    for (unsigned i = 0; i < 4; i++) {
        sfr_rule_text(text, all[i], abi);
        sfc_buffer_printf(b, ", \"%s\"", text);
    }
    sfc_buffer_printf(b, ", %s]", rules->mangled_ra_p ? "true" : "false");
}

static void add_row_head(struct sfc_buffer *b, const struct sfc_producer *p, uint64_t start, uint64_t size, bool key_b,
                         bool signal)
{
    add_place(b, p, start, start + size, "name");
    sfc_buffer_printf(b, ", \"size\": %" PRIu64 ", \"key_b\": %s, \"signal\": %s, \"rows\": [", size,
                      key_b ? "true" : "false", signal ? "true" : "false");
}

/* The rows of stubs, which repeat, are left out. */
static void add_sframe(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfr_section *s, uint32_t index)
{
    const struct sfr_rule sp = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(p->abi) };
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    struct sfr_rules rules = { .ra = { .kind = SFR_RULE_UNDEFINED } };
    bool more = true;
    const char *comma = "";
    sfr_read_fde(s, index, &fde);
    add_row_head(b, p, fde.start, fde.sfde_func_size, fde.pauth_key_b, fde.signal_p);
    /* A default function without rows is an outermost frame. */
    if (fde.sfde_func_num_fres == 0 && s->profile == SFR_PROFILE_V3 && fde.fde_type == SFR_FDE_TYPE_DEFAULT
        && !fde.signal_p)
        add_rules(b, 0, &rules, &sp, p->abi);
    if (fde.fre_pos != 0 && fde.pc_type != SFR_FDE_PCTYPE_MASK) {
        sfr_fres(&cursor, s, &fde);
        while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more) {
            if (sfr_read_rules(s, &fde, &fre, &rules) != SFR_FAULT_NONE)
                break;
            sfc_buffer_printf(b, "%s", comma);
            add_rules(b, fre.sfre_start_address, &rules, &sp, p->abi);
            comma = ", ";
        }
    }
    sfc_buffer_printf(b, "]}");
}

static void add_cfi(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_cfi_fde *fde,
                    struct sfc_cfi_rows *rows)
{
    const struct sfc_cfi_cie *cie = &p->cfi.cies[fde->cie];
    struct sfc_error error = { "" };
    const bool good = sfc_cfi_read_rows(&p->cfi, fde, rows, &error);
    bool varies = false;
    add_row_head(b, p, fde->start, fde->size, cie->key_b, cie->signal);
    for (size_t i = 0; i < rows->count; i++) {
        const struct sfc_cfi_row *row = &rows->rows[i];
        const struct sfr_rules rules = { .cfa = sfc_cfi_rule_at(p->abi, &row->cfa, row->start, &varies),
                                         .ra = sfc_cfi_rule_at(p->abi, &row->ra, row->start, &varies),
                                         .fp = sfc_cfi_rule_at(p->abi, &row->fp, row->start, &varies),
                                         .mangled_ra_p = row->mangled };
        const struct sfr_rule sp = sfc_cfi_rule_at(p->abi, &row->sp, row->start, &varies);
        sfc_buffer_printf(b, "%s", i > 0 ? ", " : "");
        add_rules(b, row->start - fde->start, &rules, &sp, p->abi);
    }
    sfc_buffer_printf(b, "], \"varies\": %s, \"readable\": %s}", varies ? "true" : "false", good ? "true" : "false");
}

static void add_rows(struct sfc_buffer *b, const struct sfc_producer *p)
{
    struct sfc_cfi_rows rows = { 0 };
    const char *comma = "";
    sfc_buffer_printf(b, ", \"sframe\": [");
    for (size_t i = 0; i < p->num_sections; i++)
        for (uint32_t k = 0; k < p->sections[i].hdr.sfh_num_fdes; k++, comma = ",") {
            sfc_buffer_printf(b, "%s", comma);
            add_sframe(b, p, &p->sections[i], k);
        }
    sfc_buffer_printf(b, "], \"cfi_rows\": [");
    for (size_t i = 0; i < p->cfi.num_fdes; i++) {
        sfc_buffer_printf(b, "%s", i ? "," : "");
        add_cfi(b, p, &p->cfi.fdes[i], &rows);
    }
    sfc_buffer_printf(b, "]");
    free(rows.rows);
}

/* ---- The file ---- */

void sfc_producer_json(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, "{\"file\": ");
    sfc_json_string(b, p->path);
    sfc_json_member(b, "state", sfc_producer_state_names[p->state]);
    if (p->state != SFC_PRODUCER_JUDGED) {
        sfc_json_member(b, "why", p->why);
        sfc_buffer_printf(b, "}");
        return;
    }
    sfc_json_member(b, "abi", p->abi ? sfr_abi_name(p->abi) : NULL);
    sfc_json_member(b, "profile", profile_text(p));
    sfc_json_member(b, "cfi", p->num_cfi_sections == 0 ? "none" : cfi_name(p) + 1);
    sfc_buffer_printf(b, ", \"image\": %s", p->is_image ? "true" : "false");
    sfc_buffer_printf(b, ", \"sframe_functions\": %zu, \"cfi_functions\": %zu", p->num_functions, p->cfi.num_fdes);
    add_counts(b, p);
    sfc_buffer_printf(b, ", \"complaints\": [");
    for (size_t i = 0; i < p->num_complaints; i++) {
        sfc_buffer_printf(b, "%s", i ? "," : "");
        add_complaint(b, &p->complaints[i]);
    }
    sfc_buffer_printf(b, "], \"unlisted_complaints\": %zu, \"functions\": [", p->unlisted_complaints);
    for (size_t i = 0; i < p->num_results; i++) {
        sfc_buffer_printf(b, "%s", i ? "," : "");
        add_function(b, p, &p->results[i]);
    }
    sfc_buffer_printf(b, "], \"wrong\": [");
    for (size_t i = 0; i < p->num_wrong; i++) {
        sfc_buffer_printf(b, "%s", i ? "," : "");
        add_wrong(b, p, &p->wrong[i]);
    }
    sfc_buffer_printf(b, "]");
    if (p->shows_rows)
        add_rows(b, p);
    sfc_buffer_printf(b, "}");
}
