/* SPDX-License-Identifier: MIT */
/* A judged file as JSON lines. */
#include <inttypes.h>
#include <stdlib.h>

#include "json.h"
#include "producer_lines.h"
#include "sfr_text.h"

/* Starts a line about the function at `start`. */
static void begin(struct sfc_buffer *b, const struct sfc_producer *p, const char *type, uint64_t start, uint64_t size)
{
    char name[SFC_IMAGE_NAME_MAX];
    sfc_image_name(&p->image, start, name);
    sfc_buffer_printf(b, "{\"type\": \"%s\", \"start\": %" PRIu64 ", \"size\": %" PRIu64, type, start, size);
    sfc_json_member(b, "name", name);
}

static void add_rule(struct sfc_buffer *b, const struct sfr_rule *rule, unsigned abi)
{
    char text[SFR_RULE_TEXT_MAX];
    sfr_rule_text(text, rule, abi);
    sfc_buffer_printf(b, ", \"%s\"", text);
}

static void add_rules(struct sfc_buffer *b, uint64_t start, const struct sfr_rules *rules, const struct sfr_rule *sp,
                      unsigned abi)
{
    sfc_buffer_printf(b, "[%" PRIu64, start);
    add_rule(b, &rules->cfa, abi);
    add_rule(b, &rules->ra, abi);
    add_rule(b, &rules->fp, abi);
    add_rule(b, sp, abi);
    sfc_buffer_printf(b, ", %s]", rules->mangled_ra_p ? "true" : "false");
}

static void add_complaint(struct sfc_buffer *b, const struct sfc_complaint *c)
{
    sfc_buffer_printf(b, "{\"type\": \"complaint\", \"severity\": \"%s\"", c->is_doubt ? "doubt" : "violation");
    sfc_json_member(b, "area", c->area);
    sfc_json_member(b, "clause", c->clause);
    sfc_json_member(b, "fault", c->fault);
    sfc_json_member(b, "text", c->text);
    sfc_buffer_printf(b, "}\n");
}

static void add_result(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_function_result *r)
{
    begin(b, p, "result", r->start, r->end - r->start);
    sfc_json_member(b, "reason", sfc_reason_name(r->reason));
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        sfc_buffer_printf(b, ", \"%s\": %" PRIu64, sfc_agreement_name((enum sfc_agreement)i), r->ranges[i]);
    sfc_buffer_printf(b, ", \"differs\": [");
    const char *comma = "";
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++) {
        if (!(r->differs & 1u << i))
            continue;
        sfc_buffer_printf(b, "%s\"%s\"", comma, sfc_difference_names[i]);
        comma = ", ";
    }
    sfc_buffer_printf(b, "]}\n");
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
    begin(b, p, "sframe", fde.start, fde.sfde_func_size);
    sfc_buffer_printf(b, ", \"key_b\": %s, \"signal\": %s, \"rows\": [", fde.pauth_key_b ? "true" : "false",
                      fde.signal_p ? "true" : "false");
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
    sfc_buffer_printf(b, "]}\n");
}

static void add_cfi(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_cfi_fde *fde,
                    struct sfc_cfi_rows *rows)
{
    const struct sfc_cfi_cie *cie = &p->cfi.cies[fde->cie];
    struct sfc_error error = { "" };
    const bool good = sfc_cfi_read_rows(&p->cfi, fde, rows, &error);
    bool varies = false;
    begin(b, p, "cfi", fde->start, fde->size);
    sfc_buffer_printf(b, ", \"key_b\": %s, \"signal\": %s, \"rows\": [", cie->key_b ? "true" : "false",
                      cie->signal ? "true" : "false");
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
    sfc_buffer_printf(b, "], \"varies\": %s, \"readable\": %s}\n", varies ? "true" : "false", good ? "true" : "false");
}

void sfc_producer_lines(struct sfc_buffer *b, const struct sfc_producer *p)
{
    struct sfc_cfi_rows rows = { 0 };
    const char *profile = p->num_sections > 0 ? sfr_profile_name(p->profile) : NULL;
    sfc_buffer_printf(b, "{\"type\": \"file\", \"bytes\": %zu", p->size);
    sfc_json_member(b, "file", p->path);
    sfc_json_member(b, "state", sfc_producer_state_name(p->state));
    sfc_json_member(b, "why", p->why);
    sfc_json_member(b, "profile", profile);
    sfc_buffer_printf(b, "}\n");
    if (p->state != SFC_PRODUCER_JUDGED)
        return;
    for (size_t i = 0; i < p->num_complaints; i++)
        add_complaint(b, &p->complaints[i]);
    for (size_t i = 0; i < p->num_results; i++)
        add_result(b, p, &p->results[i]);
    for (size_t i = 0; i < p->num_sections; i++)
        for (uint32_t k = 0; k < p->sections[i].hdr.sfh_num_fdes; k++)
            add_sframe(b, p, &p->sections[i], k);
    for (size_t i = 0; i < p->cfi.num_fdes; i++)
        add_cfi(b, p, &p->cfi.fdes[i], &rows);
    free(rows.rows);
}
