/* SPDX-License-Identifier: MIT */
/* The stack trace of a case, from the registers and memory of its file. */
#include <stdio.h>
#include <string.h>

#include "subject.h"
#include "two_sections.h"

enum { MAX_FRAMES = 256, UNTOUCHED = 0x77 };

/* The value of the word "NAME=VALUE" in a list. */
static bool find_value(const char *words, const char *name, uint64_t *value)
{
    const char *word;
    size_t len;

    while (words && (word = sfc_next_word(&words, &len)))
        if (len > strlen(name) && strncmp(word, name, strlen(name)) == 0 && word[strlen(name)] == '=')
            return sfc_parse_hex(word + strlen(name) + 1, len - strlen(name) - 1, value);
    return false;
}

/* A stopped program, and how often its memory was read. */
struct program {
    const struct sfc_case *c;
    unsigned reads;
};

static bool read_register(void *ctx, uint32_t number, uint64_t *value)
{
    const struct program *p = ctx;
    char name[16];

    snprintf(name, sizeof name, "r%u", (unsigned)number);
    return find_value(p->c->regs, name, value);
}

static bool read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    struct program *p = ctx;
    char name[24];

    snprintf(name, sizeof name, "0x%llx", (unsigned long long)address);
    p->reads++;
    return find_value(p->c->mem, name, value);
}

/* The values in memory that the rules of a frame's row name. */
static unsigned loads_of(const struct sfr_section *section, const struct sfr_frame *frame)
{
    struct sfr_hit hit;

    if (sfr_find(section, frame->topmost ? frame->pc : frame->pc - 1, &hit) != SFR_FOUND)
        return 0;
    const struct sfr_rule *const rules[] = { &hit.rules.cfa, &hit.rules.ra, &hit.rules.fp };
    unsigned loads = 0;
    for (unsigned i = 0; i < COUNT(rules); i++)
        loads += rules[i]->kind == SFR_RULE_MEM_REG || rules[i]->kind == SFR_RULE_MEM_CFA;
    return loads;
}

/* No more is read than the rules need, and nothing is written after the last frame. */
static void check_thrift(struct subject *s, const struct program *p, const struct sfr_frame *frames, size_t count)
{
    unsigned needed = 0;

    for (size_t i = 0; i < count; i++)
        needed += loads_of(&s->section, &frames[i]);
    require(s, s->c->second || p->reads <= needed, "%u words are read, and the rules need %u", p->reads, needed);
    require(s, count >= MAX_FRAMES || frames[count].pc == UNTOUCHED, "a frame is written that is not in the trace");
}

static bool open_both(struct subject *s, struct sfr_section sections[2])
{
    const struct sfc_case *c = s->c;

    sections[0] = s->section;
    return require(s,
                   sfr_check(c->second_bytes, c->second_size, c->second_addr, s->profile, NULL, NULL).accepted
                       && sfr_open(&sections[1], c->second_bytes, c->second_size, c->second_addr, s->profile, NULL)
                              == 0,
                   "the second section is not one that all readers accept");
}

static enum sfr_stop unwind(struct subject *s, struct sfr_frame frames[MAX_FRAMES], size_t *count)
{
    const struct sfc_case c = *s->c;
    struct program program = { &c, 0 };
    struct sfr_machine machine = { .reg = read_register, .mem = read_memory, .ctx = &program };
    uint64_t max = MAX_FRAMES;

    for (size_t i = 0; i < MAX_FRAMES; i++)
        frames[i].pc = UNTOUCHED;
    frames[0] = (struct sfr_frame){ .topmost = true };
    require(s,
            find_value(c.regs, "pc", &frames[0].pc) && find_value(c.regs, "sp", &frames[0].sp)
                && find_value(c.regs, "fp", &frames[0].fp),
            "there is no topmost frame");
    if (c.pac_mask)
        sfc_parse_hex(c.pac_mask, strlen(c.pac_mask), &machine.pac_mask);
    if (c.max)
        sfc_parse_decimal(c.max, strlen(c.max), MAX_FRAMES, &max);
    struct sfr_section both[2];
    *count = 1;
    if (c.second && !open_both(s, both))
        return SFR_STOP_NO_FDE;
    const enum sfr_stop stop = c.second ? unwind_both(both, &machine, frames, (size_t)max, count)
                                        : sfr_unwind(&s->section, &machine, frames, (size_t)max, count);
    check_thrift(s, &program, frames, *count);
    return stop;
}

void make_trace(struct subject *s, struct sfc_buffer *text)
{
    static const char head[] = "sframe-dump 1\n";
    struct sfr_frame frames[MAX_FRAMES];
    size_t count;

    const enum sfr_stop stop = unwind(s, frames, &count);
    add_text(text, head, sizeof head - 1);
    for (size_t i = 0; i < count; i++)
        sfr_dump_frame(i, &frames[i], add_text, text);
    sfr_dump_stop(stop, add_text, text);
}

bool trace_meets_fault(struct subject *s)
{
    struct sfr_frame frames[MAX_FRAMES];
    struct sfr_hit hit;
    size_t count;

    return unwind(s, frames, &count) == SFR_STOP_NO_FRE
           && sfr_find(&s->section, frames[count - 1].pc, &hit) == SFR_FOUND_BAD;
}
