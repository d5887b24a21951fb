/* SPDX-License-Identifier: MIT */
/* Prints findings as text: one line each, on standard error. */
#include <inttypes.h>

#include "section_fields.h"
#include "tool.h"

struct printer {
    const char *name;
    bool doubts; /* print them too */
    struct shown shown;
};

bool is_shown(struct shown *shown, const struct sfr_finding *f)
{
    const bool first_violation = f->severity == SFR_SEVERITY_VIOLATION && !shown->any_violation;

    shown->any_violation = shown->any_violation || first_violation;
    if (shown->all || shown->count < MOST_FINDINGS || first_violation) {
        shown->count++;
        return true;
    }
    shown->left_out++;
    return false;
}

static void print_finding(void *ctx, const struct sfr_finding *f)
{
    struct printer *p = ctx;
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_policy_info *policy = sfr_policy_info(fault->policy);

    if ((f->severity != SFR_SEVERITY_VIOLATION && !p->doubts) || !is_shown(&p->shown, f))
        return;
    fprintf(stderr, "%s:0x%" PRIx64 "-0x%" PRIx64 ": %s: %s: %s (0x%" PRIx64 ")", p->name, f->start, f->end,
            fault->name, sfr_clause_info(f->clause)->id, fault->message, f->value);
    if (f->fde != SFR_NO_INDEX)
        fprintf(stderr, f->fre != SFR_NO_INDEX ? ", fde %" PRIu32 " fre %" PRIu32 : ", fde %" PRIu32, f->fde, f->fre);
    if (f->severity == SFR_SEVERITY_DOUBT)
        fprintf(stderr, " [doubt%s%s]", policy ? " " : "", policy ? policy->id : "");
    fputc('\n', stderr);
}

bool contradicts_file(const struct input *in)
{
    const unsigned abi = in->size > SFR_AT_ABI ? in->data[SFR_AT_ABI] : 0;
    return in->elf_abi != 0 && abi != 0 && sfr_abi_name(abi) && abi != in->elf_abi;
}

struct sfr_verdict judge(const struct input *in, const struct options *o, bool doubts)
{
    struct printer p = { in->name, doubts, { .all = o->all } };
    if (contradicts_file(in) && !o->quiet)
        fprintf(stderr, "%s: the file is for %s, the section says %s [doubt SFR-ELF-TARGET]\n", in->name,
                sfr_abi_name(in->elf_abi), sfr_abi_name(in->data[SFR_AT_ABI]));
    const struct sfr_verdict v =
        sfr_check(in->data, in->size, in->addr, o->profile, o->quiet ? NULL : print_finding, &p);
    if (p.shown.left_out > 0)
        fprintf(stderr, "%s: %" PRIu64 " more findings (--all prints them)\n", in->name, p.shown.left_out);
    fflush(stderr);
    return v;
}
