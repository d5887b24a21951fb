/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include "report.h"

void sfr_report_tap_case(FILE *out, const struct sfr_run *run, size_t index)
{
    const struct sfr_case *c = run->cases[index];
    const struct sfr_result *r = &run->results[index];
    const struct sfr_known_entry *entry = sfr_known_find(run->known, c->id);
    const enum sfr_standing standing = run->standings[index];
    const bool good = standing == SFR_STANDS_GOOD;
    fprintf(out, "%sok %zu - %s", good ? "" : "not ", index + 1, c->id);
    if (r->outcome == SFR_SKIPPED && good)
        fprintf(out, " # SKIP %s", r->message ? r->message : "");
    else if (standing == SFR_STANDS_KNOWN)
        fprintf(out, " # TODO %s: %s", sfr_outcome_name(r->outcome), entry->reason);
    else if (standing == SFR_STANDS_SHOWN)
        fprintf(out, " # TODO %s: the case has several faults and gates nothing", sfr_outcome_name(r->outcome));
    fputc('\n', out);
    if (good || standing == SFR_STANDS_KNOWN)
        return;
    fprintf(out, "# %s%s%s\n", sfr_outcome_name(r->outcome), r->detail ? " " : "", r->detail ? r->detail : "");
    if (standing == SFR_STANDS_STALE)
        fprintf(out, "# line %u of the known-failure file says %s\n", entry->line, entry->outcomes);
    if (r->expected)
        fprintf(out, "# expected %s\n# seen     %s\n", r->expected, r->seen);
    if (r->message)
        fprintf(out, "# says     %s\n", r->message);
}

void sfr_report_tap_end(FILE *out, const struct sfr_run *run)
{
    for (size_t i = 0; i < run->num_unmatched; i++)
        fprintf(out, "not ok %zu - line %u of the known-failure file: there is no case %s\n", run->count + i + 1,
                run->unmatched[i]->line, run->unmatched[i]->id);
    fprintf(out, "1..%zu\n", run->count + run->num_unmatched);
}
