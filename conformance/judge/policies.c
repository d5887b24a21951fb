/* SPDX-License-Identifier: MIT */
/* Open questions that an adapter does not declare: one answer throughout a run. */
#include <limits.h>
#include <string.h>

#include "registers.h"
#include "run.h"

bool sfc_is_left_open(const struct sfc_config *config, const struct sfc_case *c)
{
    return c->policy && c->expect == SFC_EXPECT_POLICY && !sfc_op_makes_section(c->op) && !sfc_case_open_end(c)
           && !sfc_config_policy(config, c->policy);
}

/* The register's answers: words. */
static const char *answers_of(const struct sfc_case *c)
{
    const struct sfr_policy_info *policy = sfc_find_policy(c->policy, strlen(c->policy));
    return policy ? policy->answers : "";
}

/* Counts only as many words as `unsigned` has bits; the register has at most four. */
enum { MAX_ANSWERS = sizeof(unsigned) * CHAR_BIT };

unsigned sfc_answer_bit(const struct sfc_case *c, const char *answer)
{
    const char *rest = answers_of(c), *word;
    size_t len;
    for (unsigned i = 0; i < MAX_ANSWERS && (word = sfc_next_word(&rest, &len)); i++)
        if (strlen(answer) == len && memcmp(word, answer, len) == 0)
            return 1u << i;
    return 0;
}

unsigned sfc_accepting_answers(const struct sfc_case *c)
{
    const char *rest = answers_of(c);
    unsigned all = 0;
    size_t len;
    for (unsigned i = 0; i < MAX_ANSWERS && sfc_next_word(&rest, &len); i++)
        all |= 1u << i;
    return all & ~sfc_answer_bit(c, "reject");
}

/* How many cases of one question each of its answers fits, and their number. */
struct votes {
    size_t fits[MAX_ANSWERS], cases;
};

enum { VERSION_AT = 2 }; /* sfp_version, in every version */

/* The version byte of a raw section; 0 if there is none. */
static unsigned version_of(const struct sfc_case *c)
{
    return !c->elf && c->size > VERSION_AT ? c->bytes[VERSION_AT] : 0;
}

/* Must both be answered in one way? A look-up need not check what a decode does, a reader of a newer
   version may know only some of the older ones, a file is read by other code than a section, and a reader may
   know one machine of another byte order and not the next. */
static bool are_alike(const struct sfc_case *a, const struct sfc_case *b)
{
    return strcmp(a->policy, b->policy) == 0 && a->op == b->op && a->elf == b->elf && version_of(a) == version_of(b)
           && sfc_other_abi(a) == sfc_other_abi(b);
}

static void count(const struct sfc_run *run, const struct sfc_case *c, size_t first, struct votes *votes)
{
    for (size_t i = first; i < run->count; i++) {
        const unsigned answers = run->results[i].answers;
        if (answers == 0 || !are_alike(run->cases[i], c))
            continue;
        votes->cases++;
        for (unsigned bit = 0; bit < MAX_ANSWERS; bit++)
            votes->fits[bit] += answers >> bit & 1;
    }
}

/* The word of a bit of `answers`, the lowest. */
static const char *word_of(const struct sfc_case *c, unsigned answers, size_t *len)
{
    const char *rest = answers_of(c), *word = sfc_next_word(&rest, len);
    for (; word && !(answers & 1); answers >>= 1)
        word = sfc_next_word(&rest, len);
    return word ? word : "";
}

static void contradict(struct sfc_result *result, const struct sfc_case *c, unsigned own, const struct votes *votes)
{
    size_t own_len = 0, len = 0;
    const char *own_word = word_of(c, 1u << own, &own_len), *word = word_of(c, result->answers, &len);
    char *message = sfc_format("answers %s with `%.*s`, but %zu of %zu cases that ask it with `%.*s`", c->policy,
                               (int)len, word, votes->fits[own], votes->cases, (int)own_len, own_word);
    sfc_result_become(result, SFC_INCONSISTENT, message);
}

void sfc_settle_policies(struct sfc_run *run)
{
    for (size_t first = 0; first < run->count; first++) {
        struct votes votes = { .cases = 0 };
        unsigned own = 0;
        if (run->broken || run->misread)
            run->results[first].answers = 0;
        if (run->results[first].answers == 0)
            continue;
        const struct sfc_case *c = run->cases[first];
        count(run, c, first, &votes);
        for (unsigned bit = 1; bit < MAX_ANSWERS; bit++)
            own = votes.fits[bit] > votes.fits[own] ? bit : own;
        for (size_t i = first; i < run->count; i++) {
            struct sfc_result *result = &run->results[i];
            if (result->answers == 0 || !are_alike(run->cases[i], c))
                continue;
            if (!(result->answers >> own & 1))
                contradict(result, run->cases[i], own, &votes);
            result->answers = 0;
        }
    }
}
