/* SPDX-License-Identifier: MIT */
/* The report of one judged file, as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "json.h"
#include "producer_report.h"
#include "sfr_text.h"

/* ---- Both sides of a range ---- */

struct side {
    char cfa[SFR_RULE_TEXT_MAX], ra[SFR_RULE_TEXT_MAX], fp[SFR_RULE_TEXT_MAX], sp[SFR_RULE_TEXT_MAX];
};

static struct side spell(const struct sfr_rules *rules, const struct sfr_rule *sp, unsigned abi)
{
    struct side s;
    sfr_rule_text(s.sp, sp, abi);
    sfr_rule_text(s.cfa, &rules->cfa, abi);
    sfr_rule_text(s.ra, &rules->ra, abi);
    sfr_rule_text(s.fp, &rules->fp, abi);
    return s;
}

static const char *mark(unsigned bit, const struct sfc_pair *p, bool of_cfi)
{
    switch (bit) {
    case SFC_DIFFERS_PAC: return (of_cfi ? p->cfi : p->sframe).mangled_ra_p ? "signed" : "not signed";
    case SFC_DIFFERS_KEY: return (of_cfi ? p->cfi_key_b : p->sframe_key_b) ? "B" : "A";
    default: return (of_cfi ? p->cfi_signal : p->sframe_signal) ? "yes" : "no";
    }
}

static const char *value_of(unsigned bit, const struct side *side, const struct sfc_pair *p, bool of_cfi)
{
    switch (bit) {
    case SFC_DIFFERS_CFA: return side->cfa;
    case SFC_DIFFERS_RA: return side->ra;
    case SFC_DIFFERS_FP: return side->fp;
    case SFC_DIFFERS_SP: return side->sp;
    default: return mark(bit, p, of_cfi);
    }
}

static const char *clause_id(enum sfr_clause clause)
{
    const struct sfr_clause_info *info = sfr_clause_info(clause);
    return info ? info->id : "";
}

/* ---- Text ---- */

static const char *profile_text(const struct sfc_producer *p)
{
    const char *name = sfr_profile_name(p->profile);
    return p->num_sections > 0 && name ? name : "unreadable";
}

static const char *cfi_name(const struct sfc_producer *p)
{
    return p->cfi.num_sections > 0 ? sfc_cfi_section_name(&p->cfi.sections[0]) : ".eh_frame";
}

static void print_complaints(FILE *out, const struct sfc_producer *p, size_t most)
{
    for (size_t i = 0; i < p->num_complaints; i++) {
        const struct sfc_complaint *c = &p->complaints[i];
        if (most != 0 && i == most) {
            fprintf(out, "  ... and %zu more of these (--all shows them)\n", p->num_complaints - most);
            break;
        }
        fprintf(out, "  %s %s: %s%s%s%s\n", c->is_doubt ? "doubt" : "WRONG", c->area, c->text, c->clause[0] ? " [" : "",
                c->clause, c->clause[0] ? "]" : "");
    }
    if (p->unlisted_complaints > 0)
        fprintf(out, "  ... and %zu that were not kept\n", p->unlisted_complaints);
}

static void print_wrong(FILE *out, const struct sfc_producer *p, const struct sfc_wrong *w)
{
    char name[SFC_IMAGE_NAME_MAX];
    const struct sfr_rule implied = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(p->abi) };
    const struct side sframe = spell(&w->range.pair.sframe, &implied, p->abi),
                      cfi = spell(&w->range.pair.cfi, &w->range.pair.cfi_sp, p->abi);
    sfc_image_name(&p->image, w->range.start, name);
    fprintf(out, "  WRONG %s (0x%" PRIx64 "..0x%" PRIx64 ")\n", name, w->range.start, w->range.end);
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++)
        if (w->range.differs & 1u << i)
            fprintf(out, "    %s: SFrame %s, CFI %s [%s]\n", sfc_difference_names[i],
                    value_of(1u << i, &sframe, &w->range.pair, false), value_of(1u << i, &cfi, &w->range.pair, true),
                    clause_id(w->clauses[i]));
}

static void print_agreement(FILE *out, const struct sfc_producer *p)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        all += p->ranges[i];
    fprintf(out, "  %" PRIu64 " ranges:", all);
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        fprintf(out, "%s %" PRIu64 " %s", i ? "," : "", p->ranges[i], sfc_agreement_name((enum sfc_agreement)i));
    fprintf(out, " (");
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        fprintf(out, "%s%" PRIu64, i ? " + " : "", p->bytes_of[i]);
    fprintf(out, " bytes of code)\n");
    for (unsigned i = 1; i < SFC_NUM_REASONS; i++)
        if (p->reasons[i] > 0)
            fprintf(out, "    %" PRIu64 " %s\n", p->reasons[i], sfc_reason_name((enum sfc_reason)i));
}

/* Code that only one side covers. */
static void print_coverage(FILE *out, const struct sfc_producer *p, size_t most)
{
    size_t shown = 0;
    for (size_t i = 0; i < p->num_results; i++) {
        const struct sfc_function_result *r = &p->results[i];
        char name[SFC_IMAGE_NAME_MAX];
        if (r->reason != SFC_REASON_NO_FUNCTION && r->reason != SFC_REASON_NO_CFI)
            continue;
        if (most != 0 && shown++ == most) {
            fprintf(out, "  ... and more code that only one side covers (--all shows it)\n");
            return;
        }
        sfc_image_name(&p->image, r->start, name);
        fprintf(out, "  no %s: %s (0x%" PRIx64 "..0x%" PRIx64 ")\n",
                r->reason == SFC_REASON_NO_CFI ? cfi_name(p) : "SFrame", name, r->start, r->end);
    }
}

void sfc_producer_text(FILE *out, const struct sfc_producer *p, size_t most)
{
    if (p->state != SFC_PRODUCER_JUDGED) {
        fprintf(out, "%s: %s: %s\n", p->path,
                p->state == SFC_PRODUCER_NO_SFRAME ? "nothing to judge" : "cannot be judged", p->why);
        return;
    }
    fprintf(out, "%s: %s, %s, SFrame functions: %zu, %s functions: %zu\n", p->path,
            p->abi ? sfr_abi_name(p->abi) : "no section", profile_text(p), p->num_functions, cfi_name(p),
            p->cfi.num_fdes);
    if (p->is_image)
        fprintf(out, "  an image that is found by symbols: it needs no PT_GNU_SFRAME\n");
    print_agreement(out, p);
    print_coverage(out, p, most);
    print_complaints(out, p, most);
    const size_t shown = most != 0 && most < p->num_wrong ? most : p->num_wrong;
    for (size_t i = 0; i < shown; i++)
        print_wrong(out, p, &p->wrong[i]);
    if (p->ranges[SFC_AGREE_WRONG] > shown)
        fprintf(out, "  ... and %" PRIu64 " more wrong ranges%s\n", p->ranges[SFC_AGREE_WRONG] - shown,
                shown < p->num_wrong ? " (--all shows them)" : ", which were not kept");
}

/* ---- JSON ---- */

static void json_counts(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, ", \"ranges\": {");
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, i ? ", " : "", sfc_agreement_name((enum sfc_agreement)i),
                          p->ranges[i]);
    sfc_buffer_printf(b, "}, \"bytes\": {");
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, i ? ", " : "", sfc_agreement_name((enum sfc_agreement)i),
                          p->bytes_of[i]);
    sfc_buffer_printf(b, "}, \"reasons\": {");
    const char *comma = "";
    for (unsigned i = 1; i < SFC_NUM_REASONS; i++) {
        if (p->reasons[i] == 0)
            continue;
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, comma, sfc_reason_name((enum sfc_reason)i), p->reasons[i]);
        comma = ", ";
    }
    sfc_buffer_printf(b, "}");
}

static void json_complaints(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, ", \"complaints\": [");
    for (size_t i = 0; i < p->num_complaints; i++) {
        const struct sfc_complaint *c = &p->complaints[i];
        sfc_buffer_printf(b, "%s\n    {\"severity\": \"%s\"", i ? "," : "", c->is_doubt ? "doubt" : "violation");
        sfc_json_member(b, "area", c->area);
        sfc_json_member(b, "clause", c->clause);
        sfc_json_member(b, "text", c->text);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "], \"unlisted_complaints\": %zu", p->unlisted_complaints);
}

static void json_wrong(struct sfc_buffer *b, const struct sfc_producer *p, const struct sfc_wrong *w)
{
    char name[SFC_IMAGE_NAME_MAX];
    const struct sfr_rule implied = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(p->abi) };
    const struct side sframe = spell(&w->range.pair.sframe, &implied, p->abi),
                      cfi = spell(&w->range.pair.cfi, &w->range.pair.cfi_sp, p->abi);
    const char *comma = "";
    sfc_image_name(&p->image, w->range.start, name);
    sfc_buffer_printf(b, "{\"start\": \"0x%" PRIx64 "\", \"end\": \"0x%" PRIx64 "\"", w->range.start, w->range.end);
    sfc_json_member(b, "place", name);
    sfc_buffer_printf(b, ", \"differences\": [");
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++) {
        if (!(w->range.differs & 1u << i))
            continue;
        sfc_buffer_printf(b, "%s{\"what\": \"%s\"", comma, sfc_difference_names[i]);
        sfc_json_member(b, "sframe", value_of(1u << i, &sframe, &w->range.pair, false));
        sfc_json_member(b, "cfi", value_of(1u << i, &cfi, &w->range.pair, true));
        sfc_json_member(b, "clause", clause_id(w->clauses[i]));
        sfc_buffer_printf(b, "}");
        comma = ", ";
    }
    sfc_buffer_printf(b, "]}");
}

/* The functions that are not equal on both sides. */
static void json_functions(struct sfc_buffer *b, const struct sfc_producer *p)
{
    const char *comma = "";
    sfc_buffer_printf(b, ", \"functions\": [");
    for (size_t i = 0; i < p->num_results; i++) {
        const struct sfc_function_result *r = &p->results[i];
        char name[SFC_IMAGE_NAME_MAX];
        if (r->reason == SFC_REASON_NONE && r->differs == 0)
            continue;
        sfc_image_name(&p->image, r->start, name);
        sfc_buffer_printf(b, "%s\n    {\"start\": \"0x%" PRIx64 "\", \"end\": \"0x%" PRIx64 "\"", comma, r->start,
                          r->end);
        sfc_json_member(b, "name", name);
        sfc_json_member(b, "reason", sfc_reason_name(r->reason));
        for (unsigned k = 0; k < SFC_NUM_AGREEMENTS; k++)
            sfc_buffer_printf(b, ", \"%s\": %" PRIu64, sfc_agreement_name((enum sfc_agreement)k), r->ranges[k]);
        sfc_buffer_printf(b, "}");
        comma = ",";
    }
    sfc_buffer_printf(b, "]");
}

void sfc_producer_json(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, "{\"file\": ");
    sfc_json_string(b, p->path);
    sfc_json_member(b, "state", sfc_producer_state_name(p->state));
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
    json_counts(b, p);
    json_complaints(b, p);
    json_functions(b, p);
    sfc_buffer_printf(b, ", \"wrong\": [");
    for (size_t i = 0; i < p->num_wrong; i++) {
        sfc_buffer_printf(b, "%s\n    ", i ? "," : "");
        json_wrong(b, p, &p->wrong[i]);
    }
    sfc_buffer_printf(b, "]}");
}
