/* SPDX-License-Identifier: MIT */
/* What a reader is, and what it is asked. */
#include <string.h>

#include "mix.h"
#include "pcs.h"
#include "view.h"

/* ---- Declarations ---- */

/* The next word of a list, or NULL; *at is after it. */
static const char *next_word(const char **at, size_t *len)
{
    const char *word = *at + strspn(*at, " ");

    *len = strcspn(word, " ");
    *at = word + *len;
    return *len > 0 ? word : NULL;
}

static bool is_word(const char *word, size_t len, const char *text)
{
    return strlen(text) == len && memcmp(word, text, len) == 0;
}

bool sfk_declare(struct sfk_reader *reader, const char *question, const char *answer)
{
    const struct sfr_policy_info *info;
    unsigned policy = 1;
    uint8_t number = 1;
    size_t len;

    while ((info = sfr_policy_info((enum sfr_policy)policy)) && strcmp(info->id, question) != 0)
        policy++;
    const char *at = info ? info->answers : "", *word;
    while ((word = next_word(&at, &len)) && !is_word(word, len, answer))
        number++;
    if (word)
        reader->answers[policy] = number;
    return word;
}

bool sfk_policy_allows(const struct sfk_reader *reader, enum sfr_policy policy, bool refusing)
{
    const struct sfr_policy_info *info = sfr_policy_info(policy);
    const char *at = info ? info->answers : "";
    size_t len;
    unsigned number = 1;

    /* What is right in one case and wrong in another has a finding for each. */
    if (!info || strcmp(info->verdict, refusing ? "invalid" : "mixed") == 0 || strcmp(info->verdict, "valid") == 0)
        return false;
    for (const char *word; (word = next_word(&at, &len)); number++) {
        const bool refuses = is_word(word, len, "reject") || is_word(word, len, "refuse");
        if (is_word(word, len, "-") || (reader->answers[policy] != 0 && reader->answers[policy] != number))
            continue;
        if (refuses == refusing)
            return true;
    }
    return false;
}

static unsigned version_of(enum sfr_profile profile)
{
    return profile == SFR_PROFILE_V1 ? 1 : profile == SFR_PROFILE_V3 ? 3 : 2;
}

/* A reader without an ABI or byte order does not care what such a section says. */
static bool has_abi(const struct sfk_reader *reader, unsigned abi)
{
    const bool any = reader->reads.abis == 0 || (reader->reads.abis >> (abi & 31) & 1);
    const bool big = reader->reads.order == SFK_ORDER_BIG;
    return !sfr_abi_name(abi) || (any && (reader->reads.order == SFK_ORDER_ANY || sfr_abi_is_big(abi) == big));
}

bool sfk_is_for(const struct sfk_reader *reader, struct sfk_section *section)
{
    const unsigned reads = reader->reads.profiles ? reader->reads.profiles : ~0u;
    const unsigned version = section->size > 2 ? section->data[2] : 0;
    enum sfr_profile known = SFR_PROFILE_AUTO, any = SFR_PROFILE_AUTO;

    for (unsigned p = SFR_PROFILE_V1; p <= SFR_PROFILE_V3; p++) {
        if (!(reads >> p & 1))
            continue;
        any = (enum sfr_profile)p;
        if (version_of(any) == version && (known == SFR_PROFILE_AUTO || any == section->profile))
            known = any;
    }
    /* Of a version that the reader does not know it must say so by any of its profiles. */
    section->profile = known != SFR_PROFILE_AUTO ? known : any;
    return any != SFR_PROFILE_AUTO && (section->size < 5 || has_abi(reader, section->data[4]));
}

/* ---- PCs ---- */

static void add(void *ctx, uint64_t pc)
{
    struct sfk_questions *q = ctx;
    if (q->num_pcs < SFK_MAX_PCS)
        q->pcs[q->num_pcs++] = pc;
}

void sfk_ask(const struct sfk_section *section, struct sfk_questions *questions)
{
    struct sfr_section s;

    questions->num_pcs = 0;
    if (sfr_open(&s, section->data, section->size, section->addr, section->profile, NULL) == SFR_FAULT_NONE)
        fuzz_each_pc(&s, SFK_MAX_PCS - 8, add, questions);
    add(questions, section->addr);
    add(questions, section->addr + UINT64_C(0x100000000));
    /* In another order than the table's: a search that keeps state shows. */
    uint64_t state = section->size;
    for (size_t i = questions->num_pcs; i > 1; i--) {
        const size_t j = (size_t)(sfr_mix_next(&state) % i);
        const uint64_t pc = questions->pcs[i - 1];
        questions->pcs[i - 1] = questions->pcs[j];
        questions->pcs[j] = pc;
    }
}

/* ---- A stopped program ---- */

/* Half of all values are places in functions, so that traces have several frames. */
static uint64_t value_at(const struct sfk_program *p, uint64_t number)
{
    uint64_t state = p->seed ^ number * UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t value = sfr_mix_next(&state);

    return p->questions->num_pcs > 0 && (value & 1) ? p->questions->pcs[value / 2 % p->questions->num_pcs]
                                                    : p->frame.sp + value % 4096;
}

static bool read_register(void *ctx, uint32_t number, uint64_t *value)
{
    *value = value_at(ctx, UINT64_MAX - number);
    return number < 64;
}

static bool read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    *value = value_at(ctx, address);
    return true;
}

void sfk_stop(const struct sfk_section *section, const struct sfk_questions *questions, struct sfk_program *program)
{
    uint64_t state = section->size + section->addr;

    for (size_t i = 0; i < section->size; i += 16)
        state += section->data[i] * UINT64_C(0x100000001b3);
    *program = (struct sfk_program){
        .machine = { read_register, read_memory, program, UINT64_C(0xff) << 56 },
        .seed = sfr_mix_next(&state),
        .addr = section->addr,
        .questions = questions,
    };
    program->frame.sp = 0x7fff0000;
    program->frame.fp = 0x7fff0100;
    program->frame.topmost = true;
    if (questions->num_pcs > 0)
        program->frame.pc = questions->pcs[program->seed % questions->num_pcs];
}
