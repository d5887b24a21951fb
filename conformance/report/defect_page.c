/* SPDX-License-Identifier: MIT */
/* The page of one defect, for the bug tracker of an implementation: what is wrong, who shows it, what
   the manual says, and what is expected. */
#include <stdlib.h>
#include <string.h>

#include "defect.h"
#include "defect_ask.h"
#include "markup.h"
#include "registers.h"
#include "report.h"

/* More bytes of a section do not help in a hexdump. */
enum { MAX_HEX = 512, MAX_QUESTIONS = 4 };

/* "LABEL text". */
static void add_labelled(struct sfc_buffer *b, const char *label, const char *text)
{
    sfc_buffer_printf(b, "%s", label);
    sfc_add_markdown(b, text);
}

/* A sentence that may lack its end. */
static void add_sentence(struct sfc_buffer *b, const char *text)
{
    const size_t len = strlen(text);
    sfc_add_markdown(b, text);
    sfc_buffer_printf(b, "%s", len > 0 && strchr(".?!", text[len - 1]) ? "" : ".");
}

/* ---- Basis ------------------------------------------------------------------------------- */

/* The weakest thing that the right answer rests on: of a reject its fault, else its clauses and policy. */
static enum sfr_basis weakest_basis(const struct sfc_record *r)
{
    const struct sfr_basis_info *basis;
    enum sfr_basis weakest = SFR_BASIS_TEXT;
    const char *words = r->clauses, *word;
    size_t len;
    if (r->fault_class) {
        basis = sfc_find_basis(SFC_FAULTS, r->fault_class, strlen(r->fault_class), r->profile);
        return basis ? basis->basis : SFR_BASIS_OURS;
    }
    while ((word = sfc_next_word(&words, &len))) {
        basis = sfc_find_basis(SFC_CLAUSES, word, len, r->profile);
        if (basis && basis->basis > weakest)
            weakest = basis->basis;
    }
    basis = r->policy ? sfc_find_basis(SFC_POLICIES, r->policy, strlen(r->policy), r->profile) : NULL;
    return basis && basis->basis > weakest ? basis->basis : weakest;
}

/* What is wrong, in words that claim no more than the basis. A crash needs no manual. */
static void add_claim(struct sfc_buffer *b, const struct sfc_defect *d, const struct sfc_record *r)
{
    const enum sfr_basis basis = weakest_basis(r);
    sfc_buffer_printf(b, "**What is wrong:** ");
    add_sentence(b, d->what);
    if (sfc_outcome_is_unsafe(r->outcome))
        sfc_buffer_printf(b, " It must not fail in this way, whatever its input is.");
    if (basis == SFR_BASIS_PRACTICE)
        sfc_buffer_printf(
            b, " The manual does not say so in words: real producers and readers do it so (basis practice).");
    else if (basis != SFR_BASIS_TEXT)
        sfc_buffer_printf(
            b, " This suite reads the manual as %s; the manual does not say so in so many words (basis %s).",
            strcmp(r->expect, "reject") == 0   ? "forbidding this section"
            : strcmp(r->expect, "policy") == 0 ? "leaving a question open that has only the answers named below"
                                               : "giving this section the meaning expected below",
            sfr_basis_name(basis));
    sfc_buffer_printf(b, "\n");
}

/* ---- Open questions -------------------------------------------------------------------------- */

struct questions {
    const struct sfr_policy_info *items[MAX_QUESTIONS];
    size_t count;
};

static void add_question(struct questions *q, const struct sfr_policy_info *policy)
{
    for (size_t i = 0; i < q->count; i++)
        if (q->items[i] == policy)
            return;
    if (policy && q->count < MAX_QUESTIONS)
        q->items[q->count++] = policy;
}

/* Each "AMB-nnn" in a text. */
static void find_questions(struct questions *q, const char *text)
{
    enum { LEN = 7 };
    for (; text && (text = strstr(text, "AMB-")); text++) /* AMBIGUITY AMB- */
        if (strlen(text) >= LEN)
            add_question(q, sfc_find_policy(text, LEN));
}

static void add_questions(struct sfc_buffer *b, const struct sfc_defect *d, const struct sfc_record *r)
{
    const struct sfr_fault_info *fault = r->fault_class ? sfc_find_fault(r->fault_class, strlen(r->fault_class)) : NULL;
    struct questions q = { .count = 0 };
    add_question(&q, r->policy ? sfc_find_policy(r->policy, strlen(r->policy)) : NULL);
    find_questions(&q, d->token);
    if (fault)
        add_question(&q, sfr_policy_info(fault->policy));
    find_questions(&q, d->is_known ? r->reason : NULL);
    for (size_t i = 0; i < q.count; i++) {
        const struct sfr_policy_info *p = q.items[i];
        const bool is_open = strchr(p->answers, ' ') != NULL;
        if (i == 0)
            sfc_buffer_printf(b, "\nQuestions that the manual leaves open or answers only in passing:\n\n");
        sfc_buffer_printf(b, "- %s, ", p->id);
        add_sentence(b, p->question);
        if (is_open)
            add_labelled(b, " The manual leaves room here; this suite takes each of: ", p->answers);
        add_labelled(b, is_open ? ". Its own answer: " : " This suite's answer: ", p->answer);
        sfc_buffer_printf(b, "\n");
    }
}

/* ---- Who shows it ------------------------------------------------------------------------------ */

static size_t count_cases(const struct sfc_defect *d)
{
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++)
        count += i == 0 || strcmp(d->failures[i].record->id, d->failures[i - 1].record->id) != 0;
    return count;
}

/* "crash 3, too-lenient 30" of one run. */
static void add_outcomes(struct sfc_buffer *b, const struct sfc_defect *d, const struct sfc_results *run)
{
    size_t counts[SFC_NUM_OUTCOMES] = { 0 };
    const char *separator = "";
    for (size_t i = 0; i < d->count; i++)
        if (d->failures[i].run == run)
            counts[d->failures[i].record->outcome]++;
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (counts[i] > 0) {
            sfc_buffer_printf(b, "%s%s %zu", separator, sfc_outcome_name((enum sfc_outcome)i), counts[i]);
            separator = ", ";
        }
    if (!*separator)
        sfc_buffer_printf(b, "none");
}

/* The failure of a case by a run, or by the first one that has it (NULL). */
static const struct sfc_failure *failure_of(const struct sfc_defect *d, const struct sfc_case *c,
                                            const struct sfc_results *run)
{
    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->failures[i].record->id, c->id) == 0 && (!run || d->failures[i].run == run))
            return &d->failures[i];
    return NULL;
}

/* The smallest case that shows the defect may not show how bad it is. */
static void add_worst(struct sfc_buffer *b, const struct sfc_defect *d)
{
    const struct sfc_record *worst = NULL;
    for (size_t i = 0; i < d->count; i++) {
        const struct sfc_record *r = d->failures[i].record;
        if (r->outcome == SFC_CRASH && (!worst || r->size < worst->size))
            worst = r;
    }
    if (worst && !sfc_outcome_is_unsafe(failure_of(d, d->shown[0], NULL)->record->outcome))
        sfc_buffer_printf(b, " Some end in a crash, such as `%s` (%zu bytes).", worst->id, worst->size);
}

/* The first shown case that the run fails, or else gets right; NULL if there is none. */
static const struct sfc_record *table_record(const struct sfc_defect *d, const struct sfc_results *run)
{
    const struct sfc_record *r;
    for (size_t i = 0; i < d->num_shown; i++) {
        const struct sfc_failure *f = failure_of(d, d->shown[i], run);
        if (f)
            return f->record;
    }
    for (size_t i = 0; i < d->num_shown; i++)
        if ((r = sfc_results_find(run, d->shown[i]->id)) && r->outcome == SFC_PASS)
            return r;
    return NULL;
}

/* Implementations that fail, and those that get a shown case right: newer releases, perhaps. */
static void add_table(struct sfc_buffer *b, const struct sfc_defects *all, const struct sfc_defect *d)
{
    const size_t count = count_cases(d);
    sfc_buffer_printf(b, "\n%zu case%s", count, count == 1 ? " shows it." : "s show it.");
    add_worst(b, d);
    sfc_buffer_printf(b, "\n\n| implementation | failures of this kind | case | outcome |\n|---|---|---|---|\n");
    for (size_t s = 0; s < all->num_runs; s++) {
        const struct sfc_results *run = &all->runs[s];
        const struct sfc_record *r = table_record(d, run);
        struct sfc_buffer outcome = { 0 };
        if (!r)
            continue;
        add_labelled(b, "| ", run->implementation);
        add_labelled(b, " ", run->version);
        sfc_buffer_printf(b, " | ");
        add_outcomes(b, d, run);
        sfc_add_outcome(&outcome, r);
        sfc_buffer_printf(b, " | `%s`", r->id);
        add_labelled(b, " | ", outcome.data);
        sfc_buffer_printf(b, " |\n");
        sfc_buffer_free(&outcome);
    }
}

/* ---- The manual ------------------------------------------------------------------------------------ */

static void add_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    add_labelled(b, "- ", ground->name);
    sfc_buffer_printf(b, ": ");
    add_sentence(b, ground->says);
    if (ground->source)
        add_labelled(b, " Section ", ground->source);
    add_labelled(b, ground->source ? ". Basis " : " Basis ", ground->basis);
    sfc_buffer_printf(b, "\n");
}

static void add_manual(struct sfc_buffer *b, const struct sfc_defect *d, const struct sfc_case *c,
                       const struct sfc_record *r)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    sfc_buffer_printf(b, "\n### What the manual says\n");
    add_labelled(b, "\nLevel ", level.data);
    sfc_buffer_printf(b, ". ABI %s, %s-endian, by the rules of %s.\n\n", c->abi, c->order, c->profile);
    sfc_buffer_free(&level);
    sfc_add_grounds(b, r, add_ground);
    add_questions(b, d, r);
}

/* ---- The bytes, and the right answer ------------------------------------------------------------------ */

static void add_bytes(struct sfc_buffer *b, const struct sfc_case *c)
{
    if (c->op == SFC_OP_ENCODE)
        return;
    struct sfc_shown_bytes shown = { c->bytes, c->size < MAX_HEX ? c->size : MAX_HEX, 0, c->size, 0, 0 };
    /* The range of a fault counts from the section, not from the file around it. */
    if (c->expect == SFC_EXPECT_REJECT && !c->elf) {
        shown.start = (size_t)c->range_start;
        shown.end = (size_t)c->range_end;
    }
    sfc_buffer_printf(b, "\n### The %s\n", c->elf ? "ELF file" : "section");
    add_labelled(b, "\n", c->title);
    sfc_buffer_printf(b, ": %zu bytes.", c->size);
    if (c->multi_fault)
        add_labelled(b, " It has several deliberate faults: ", c->multi_fault);
    sfc_buffer_printf(b, "\n\n```\n");
    sfc_add_hexdump(b, &shown);
    sfc_buffer_printf(b, "```\n");
}

static void add_range(struct sfc_buffer *b, size_t start, size_t end)
{
    if (end > start + 1)
        sfc_buffer_printf(b, "bytes 0x%zx to 0x%zx", start, end - 1);
    else
        sfc_buffer_printf(b, "byte 0x%zx", start);
}

static void add_expected(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_record *r)
{
    sfc_buffer_printf(b, "\n### Expected\n\n");
    if (c->refusal) {
        sfc_buffer_printf(b, "The encoder refuses (`%s`%s%s).\n", c->refusal, c->at ? ", at " : "", c->at ? c->at : "");
    } else if (c->expect == SFC_EXPECT_POLICY) {
        sfc_buffer_printf(b, "One of the answers to the open question above, and if it accepts, the right meaning.\n");
    } else if (c->elf_error) {
        sfc_buffer_printf(b, "The ELF file is refused: it has no section to read (`%s`).\n", c->elf_error);
    } else if (c->expect == SFC_EXPECT_REJECT) {
        const struct sfr_fault_info *fault = sfc_find_fault(c->fault_class, strlen(c->fault_class));
        sfc_buffer_printf(
            b, "%s `%s` (",
            c->op == SFC_OP_SEQUENCE ? "The damaged function is refused:" : "The section is refused:", c->fault_class);
        sfc_add_markdown(b, fault ? fault->message : "unknown");
        sfc_buffer_printf(b, "). At fault: ");
        add_range(b, (size_t)c->range_start, (size_t)c->range_end);
        sfc_buffer_printf(b, " of the section.\n");
    } else {
        sfc_buffer_printf(b, "%s\n",
                          c->op == SFC_OP_ENCODE ? "A section with the meaning of the dump."
                                                 : "The section is accepted, with the right meaning.");
    }
    if (r->expected)
        sfc_add_dump_line(b, "In the words of this suite's dump:", r->expected);
}

/* ---- The page -------------------------------------------------------------------------------------------- */

/* One case, and what each run made of it. */
static void add_case(struct sfc_buffer *out, const struct sfc_defects *all, const struct sfc_defect *d,
                     const struct sfc_case *c)
{
    const struct sfc_record *r = failure_of(d, c, NULL)->record;
    struct sfc_made made = { false, false };
    sfc_buffer_printf(out, "\n## Case `%s`\n", c->id);
    add_manual(out, d, c, r);
    add_bytes(out, c);
    add_expected(out, c, r);
    for (size_t s = 0; s < all->num_runs; s++) {
        const struct sfc_failure *f = failure_of(d, c, &all->runs[s]);
        if (f)
            sfc_add_reproduction(out, c, f, &made);
    }
}

/* "A field is ignored (B20)": the sentence without its full stop. A reason without a token has none. */
static char *make_title(const struct sfc_defect *d)
{
    const size_t len = strlen(d->what), end = len > 1 && d->what[len - 1] == '.' ? len - 1 : len;
    if (!d->is_known)
        return sfc_copy_string(d->what);
    return sfc_format("%.*s (%s)", (int)end, d->what, d->key);
}

void sfc_defect_page(struct sfc_buffer *out, const struct sfc_defects *all, const struct sfc_defect *d)
{
    char *title = make_title(d);
    add_labelled(out, "# ", title);
    sfc_buffer_printf(out, "\n\n");
    free(title);
    add_claim(out, d, failure_of(d, d->shown[0], NULL)->record);
    add_table(out, all, d);
    for (size_t i = 0; i < d->num_shown; i++)
        add_case(out, all, d, d->shown[i]);
    sfc_buffer_printf(
        out, "\nFound by the SFrame conformance suite. v1, v2, v2e1 and v3 are editions of the manual: versions 1\n"
             "and 2 of the format, version 2 with errata 1, and version 3; v2e2 adds errata 2.\n");
}
