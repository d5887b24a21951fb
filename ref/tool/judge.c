/* SPDX-License-Identifier: MIT */
/* Prints findings: as text a line each, on standard error; or as JSON. */
#include <inttypes.h>
#include <string.h>

#include "section_fields.h"
#include "tool.h"

/* How many findings of a section are shown without --all. */
enum { MOST_FINDINGS = 100 };

/* Which findings are shown: the first ones, and the first violation in any case. */
struct printer {
    const char *name;
    FILE *json;
    bool doubts, all;
    bool any_violation;
    uint64_t shown, left_out;
};

static bool is_shown(struct printer *p, const struct sfr_finding *f)
{
    const bool violation = f->severity == SFR_SEVERITY_VIOLATION, first = violation && !p->any_violation;

    if (!violation && !p->doubts)
        return false;
    p->any_violation = p->any_violation || violation;
    const bool is_shown = p->all || p->shown < MOST_FINDINGS || first;
    p->shown += is_shown;
    p->left_out += !is_shown;
    return is_shown;
}

static void print_json(const struct printer *p, const struct sfr_finding *f)
{
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_policy_info *policy = sfr_policy_info(fault->policy);

    fprintf(p->json,
            "%s\n      {\"class\": \"%s\", \"clause\": \"%s\", \"severity\": \"%s\", \"start\": %" PRIu64
            ", \"end\": %" PRIu64 ", \"value\": \"0x%" PRIx64 "\"",
            p->shown > 1 ? "," : "", fault->name, sfr_clause_info(f->clause)->id,
            f->severity == SFR_SEVERITY_VIOLATION ? "violation" : "doubt", f->start, f->end, f->value);
    if (f->fde != SFR_NO_INDEX)
        fprintf(p->json, ", \"fde\": %" PRIu32, f->fde);
    if (f->fre != SFR_NO_INDEX)
        fprintf(p->json, ", \"fre\": %" PRIu32, f->fre);
    if (policy)
        fprintf(p->json, ", \"policy\": \"%s\"", policy->id);
    fputs(", \"message\": ", p->json);
    json_string(p->json, fault->message, strlen(fault->message));
    fputc('}', p->json);
}

static void print_text(const struct printer *p, const struct sfr_finding *f)
{
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_policy_info *policy = sfr_policy_info(fault->policy);

    fprintf(stderr, "%s:0x%" PRIx64 "-0x%" PRIx64 ": %s: %s: %s (0x%" PRIx64 ")", p->name, f->start, f->end,
            fault->name, sfr_clause_info(f->clause)->id, fault->message, f->value);
    if (f->fde != SFR_NO_INDEX)
        fprintf(stderr, f->fre != SFR_NO_INDEX ? ", fde %" PRIu32 " fre %" PRIu32 : ", fde %" PRIu32, f->fde, f->fre);
    if (f->severity == SFR_SEVERITY_DOUBT)
        fprintf(stderr, " [doubt%s%s]", policy ? " " : "", policy ? policy->id : "");
    fputc('\n', stderr);
}

static void print_finding(void *ctx, const struct sfr_finding *f)
{
    struct printer *p = ctx;
    if (is_shown(p, f))
        (p->json ? print_json : print_text)(p, f);
}

struct sfr_verdict judge(const struct input *in, const struct options *o, bool doubts, FILE *json)
{
    struct printer p = { .name = in->name, .json = json, .doubts = doubts, .all = given(o, OPT_ALL) };
    /* SFR-ELF-TARGET. SFrame does not know every machine and byte order. */
    const char *const file_abi = !in->is_elf ? NULL : in->elf.abi ? sfr_abi_name(in->elf.abi) : "another ABI";
    const char *const abi = in->size > SFR_AT_ABI ? sfr_abi_name(in->data[SFR_AT_ABI]) : NULL;
    const bool contradicts = file_abi && abi && strcmp(file_abi, abi) != 0;

    if (contradicts && json)
        fprintf(json, ", \"file_abi\": \"%s\"", in->elf.abi ? file_abi : "other");
    else if (contradicts && !given(o, OPT_QUIET))
        fprintf(stderr, "%s: the file is for %s, the section says %s [doubt SFR-ELF-TARGET]\n", in->name, file_abi,
                abi);
    if (json)
        fputs(", \"findings\": [", json);
    const struct sfr_verdict v =
        sfr_check(in->data, in->size, in->addr, o->profile, given(o, OPT_QUIET) && !json ? NULL : print_finding, &p);
    if (json)
        fprintf(json, "%s], ", p.shown > 0 ? "\n    " : "");
    if (p.left_out > 0 && json)
        fprintf(json, "\"left_out\": %" PRIu64 ", ", p.left_out);
    else if (p.left_out > 0)
        fprintf(stderr, "%s: %" PRIu64 " more findings (--all prints them)\n", in->name, p.left_out);
    fflush(stderr);
    return v;
}
