/* SPDX-License-Identifier: MIT */
/* The report of one judged file, as text and as JSON. */
#include <inttypes.h>
#include <string.h>

#include "json.h"
#include "producer_report.h"
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
    struct side sframe, cfi;
    spell_both(p, &w->range.pair, &sframe, &cfi);
    sfc_image_name(&p->image, w->range.start, name);
    fprintf(out, "  WRONG %s (0x%" PRIx64 "..0x%" PRIx64 ")\n", name, w->range.start, w->range.end);
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++)
        if (w->range.differs & 1u << i)
            fprintf(out, "    %s: SFrame %s, CFI %s [%s]\n", sfc_difference_names[i], sframe.words[i], cfi.words[i],
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

/* A member for each agreement. */
static void json_agreements(struct sfc_buffer *b, const uint64_t counts[SFC_NUM_AGREEMENTS])
{
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        sfc_buffer_printf(b, "%s\"%s\": %" PRIu64, i ? ", " : "", sfc_agreement_name((enum sfc_agreement)i), counts[i]);
}

static void json_counts(struct sfc_buffer *b, const struct sfc_producer *p)
{
    sfc_buffer_printf(b, ", \"ranges\": {");
    json_agreements(b, p->ranges);
    sfc_buffer_printf(b, "}, \"bytes\": {");
    json_agreements(b, p->bytes_of);
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
    struct side sframe, cfi;
    spell_both(p, &w->range.pair, &sframe, &cfi);
    const char *comma = "";
    sfc_image_name(&p->image, w->range.start, name);
    sfc_buffer_printf(b, "{\"start\": \"0x%" PRIx64 "\", \"end\": \"0x%" PRIx64 "\"", w->range.start, w->range.end);
    sfc_json_member(b, "place", name);
    sfc_buffer_printf(b, ", \"differences\": [");
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++) {
        if (!(w->range.differs & 1u << i))
            continue;
        sfc_buffer_printf(b, "%s{\"what\": \"%s\"", comma, sfc_difference_names[i]);
        sfc_json_member(b, "sframe", sframe.words[i]);
        sfc_json_member(b, "cfi", cfi.words[i]);
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
        sfc_buffer_printf(b, ", ");
        json_agreements(b, r->ranges);
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
