/* SPDX-License-Identifier: MIT */
/*
 * Searches for a question that shows a mutant to a plain adapter: one that gives the verdict and the
 * meaning alone. Linked with a mutant it is a shared object, which serve.c loads.
 *
 * The questions are the corpus's with changes by the mutators of fuzz/: of a part of the section, a byte, the
 * PCs, or a word or line of a dump. The reference itself, which this is linked with, is asked the same
 * (own_answer.c). A mutant that gives none but its answers is out of sight. This is a search, not a
 * proof: a mutant out of sight may differ where no question came.
 */
#include "asking.h"
#include <inttypes.h>

#include "chance.h"
#include "mutate.h"
#include "registers.h"
#include "sfr_text.h"

/* In each round every fourth case is changed, so each case is changed twice. */
enum { ROUNDS = 8, STRIDE = 4, MAX_SIZE = 4096, MAX_PCS = 64, MAX_SHOWN = 160, MOST_ROUNDS = 64 };

/* The questions are written to memory of this size. */
enum { ROOM = 2 * MAX_SIZE };

struct sight {
    const struct sfc_case **cases; /* the smallest first */
    size_t count;
    struct asking asking, own; /* the mutant; the reference */
    struct sfc_config plain;
    uint8_t changed[ROOM + 1];
    uint64_t pcs[MAX_PCS];
};

enum sfa_status own_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);
int judge(const struct sfc_corpus *corpus, long milliseconds);

/* ---- Questions ---- */

/* A section, or a dump: changed with knowledge of its format, or a byte of it. */
static size_t change(uint8_t *out, const struct sfc_case *c, const struct sfc_case *other, struct fuzz_chance *chance)
{
    const struct fuzz_mutate_input in = { c->bytes, other->bytes, c->size, other->size };
    fuzz_mutate_fn *const by_format = c->op == SFC_OP_ENCODE ? fuzz_mutate_text : fuzz_mutate;
    const size_t size = fuzz_below(chance, 3) > 0 ? by_format(&in, out, ROOM, fuzz_draw(chance)) : 0;
    if (size > 0)
        return size;
    const size_t at = fuzz_below(chance, (uint32_t)c->size);
    memcpy(out, c->bytes, c->size);
    out[at] = (uint8_t)fuzz_changed(chance, out[at]);
    return c->size - (fuzz_one_in(chance, 8) ? fuzz_below(chance, (uint32_t)c->size) : 0);
}

/* A PC near one of the question, or near the section, where its functions lie. */
static void change_pcs(struct sight *s, struct sfc_case *q, struct fuzz_chance *c)
{
    for (size_t i = 0; i < q->num_pcs; i++) {
        const uint64_t near = fuzz_below(c, 3) > 0 ? q->pcs[i] : q->pcs[fuzz_below(c, (uint32_t)q->num_pcs)];
        s->pcs[i] = fuzz_below(c, 4) > 0 ? near + fuzz_below(c, 64) - 32 : fuzz_changed(c, near);
    }
    q->pcs = s->pcs;
}

/* The case with one change. Its expected answer is not known yet. */
static struct sfc_case make_question(struct sight *s, size_t index, uint64_t round)
{
    const struct sfc_case *c = s->cases[index];
    struct fuzz_chance chance = { (uint64_t)index * MOST_ROUNDS + round };
    struct sfc_case q = *c;
    q.fault_class = q.policy = NULL;
    q.num_also = q.num_readings = 0;
    q.readings = NULL;
    if (c->op != SFC_OP_ENCODE && c->num_pcs > 0 && fuzz_one_in(&chance, 2)) {
        change_pcs(s, &q, &chance);
        return q;
    }
    /* Another section for a section, another dump for a dump. */
    const struct sfc_case *other;
    unsigned tries = 0;
    do
        other = s->cases[fuzz_below(&chance, (uint32_t)s->count)];
    while ((other->op == SFC_OP_ENCODE) != (c->op == SFC_OP_ENCODE) && ++tries < 400);
    q.size = change(s->changed, c, tries < 400 ? other : c, &chance);
    q.bytes = s->changed;
    return q;
}

static int by_size(const void *a, const void *b)
{
    const struct sfc_case *const x = *(const struct sfc_case *const *)a, *const y = *(const struct sfc_case *const *)b;
    return x->size != y->size ? (x->size > y->size) - (x->size < y->size) : strcmp(x->id, y->id);
}

static void choose_cases(struct sight *s, const struct sfc_corpus *corpus)
{
    s->cases = sfc_alloc(corpus->count + 1, sizeof s->cases[0]);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_case *c = &corpus->cases[i];
        if (!c->elf && c->size > 0 && c->size <= MAX_SIZE && c->num_pcs <= MAX_PCS)
            s->cases[s->count++] = c;
    }
    qsort(s->cases, s->count, sizeof s->cases[0], by_size);
}

/* ---- The answer of the reference ---- */

static bool add_text(void *ctx, const char *text, size_t len)
{
    sfc_buffer_add(ctx, text, len);
    return true;
}

/* The meaning of the section that an encoder made. */
static bool dump_section(const struct sfc_case *q, const struct sfc_answer *answer, struct sfc_buffer *dump)
{
    struct sfr_section section;
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    sfr_profile_from_name(q->profile, &profile);
    return answer->section
           && sfr_open(&section, answer->section, answer->section_size, q->addr, profile, NULL) == SFR_FAULT_NONE
           && sfr_dump(&section, 0, add_text, dump) == SFR_FAULT_NONE;
}

struct findings {
    bool doubtful;      /* a reader may reject because of this */
    bool wrong, strict; /* it is wrong; every reader must reject because of this */
};

static void note_finding(void *ctx, const struct sfr_finding *finding)
{
    struct findings *all = ctx;
    const struct sfr_policy_info *policy = sfr_policy_info(sfr_fault_info(finding->fault)->policy);
    if (finding->severity != SFR_SEVERITY_VIOLATION) {
        all->doubtful |= policy && sfc_answer_is_allowed(policy, "reject");
        return;
    }
    all->wrong = true;
    all->strict |= !policy || !sfc_answer_is_allowed(policy, "accept");
}

/* As the register of open questions says of what the section has. */
static bool is_open(const struct sfc_case *q)
{
    struct findings all = { false, false, false };
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    sfr_profile_from_name(q->profile, &profile);
    sfr_check(q->bytes, q->size, q->addr, profile, note_finding, &all);
    return all.wrong ? !all.strict : all.doubtful;
}

/* Makes the answer of the reference what the question expects. Returns whether there is something to compare. `dump`
   holds what an encoder's section means. */
static bool expect(struct sfc_case *q, const struct sfc_answer *own, struct sfc_buffer *dump)
{
    q->expect = own->reply == SFC_REPLY_ACCEPT ? SFC_EXPECT_ACCEPT : SFC_EXPECT_REJECT;
    q->result_bytes = own->section;
    q->result_size = own->section ? own->section_size : 0;
    q->body = own->dump;
    if (own->reply == SFC_REPLY_ACCEPT && q->op == SFC_OP_ENCODE) {
        const bool good = dump_section(q, own, dump);
        q->body = dump->data;
        return good;
    }
    return own->reply == SFC_REPLY_ACCEPT ? own->dump != NULL : own->reply == SFC_REPLY_REJECT;
}

/* ---- Judging ---- */

/* As a refusal has no name in a plain adapter, only the verdict counts there. Where the manuals leave open whether the
   section is right, either verdict is. */
static bool differs(const struct sight *s, const struct sfc_case *q, const struct sfc_answer *answer)
{
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT, rejects = answer->reply == SFC_REPLY_REJECT;
    if ((q->expect == SFC_EXPECT_REJECT ? accepts : rejects) && q->op != SFC_OP_ENCODE && is_open(q))
        return false;
    if (q->expect == SFC_EXPECT_REJECT)
        return !rejects;
    return is_wrong(&s->plain, q, answer);
}

/* Which question it is, and the bytes of a small section; of a dump the line that differs from the case's. */
static void show(const struct sfc_case *q, const struct sfc_case *c, const struct sfc_answer *answer, uint64_t round)
{
    printf("%s, round %" PRIu64 ", expected %s, seen %d:", c->id, round,
           q->expect == SFC_EXPECT_ACCEPT ? "accept" : "reject", (int)answer->reply);
    size_t from = 0;
    if (c->op == SFC_OP_ENCODE)
        for (size_t i = 0; i < q->size && i < c->size && q->bytes[i] == c->bytes[i]; i++)
            from = q->bytes[i] == '\n' ? i + 1 : from;
    for (size_t i = 0; i < q->num_pcs && i < 8; i++)
        printf(" pc=0x%" PRIx64, q->pcs[i]);
    putchar(' ');
    for (size_t i = from; i < q->size && i < from + MAX_SHOWN; i++)
        if (c->op == SFC_OP_ENCODE)
            putchar(q->bytes[i] == '\n' ? ';' : q->bytes[i]);
        else
            printf("%02x", q->bytes[i]);
    putchar('\n');
}

/* Returns whether the answer is another one than the reference's. */
static bool judge_question(struct sight *s, size_t index, uint64_t round)
{
    struct sfc_case q = make_question(s, index, round);
    struct sfc_answer own, answer;
    struct sfc_buffer dump = { 0 };
    bool other = false;
    ask(&s->own, &q, &own);
    make_plain(&own);
    if (expect(&q, &own, &dump)) {
        ask(&s->asking, &q, &answer);
        make_plain(&answer);
        other = differs(s, &q, &answer);
        if (other)
            show(&q, s->cases[index], &answer, round);
        sfc_answer_free(&answer);
    }
    sfc_answer_free(&own);
    sfc_buffer_free(&dump);
    return other;
}

int judge(const struct sfc_corpus *corpus, long milliseconds)
{
    struct sight *s = sfc_alloc(1, sizeof *s);
    bool other = false;
    *s = (struct sight){ .cases = NULL };
    choose_cases(s, corpus);
    start_asking(&s->asking, "sight");
    start_asking(&s->own, "own");
    s->own.adapter.answer = own_answer;
    for (uint64_t round = 0; round < ROUNDS && !other; round++)
        for (size_t i = round % STRIDE; i < s->count && !other && set_timer(ITIMER_PROF, milliseconds) == 0;
             i += STRIDE)
            other = judge_question(s, i, round);
    return other;
}
