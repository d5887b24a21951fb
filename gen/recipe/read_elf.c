/* SPDX-License-Identifier: MIT */
/* The line of a recipe about the ELF file around the section. */
#include "readers.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct gen_elf_plan, member)
/* What is unusual about a file: marks, and numbers from 1 to `most`. */
static const struct option {
    const char *name;
    size_t at; /* in struct gen_elf_plan: a bool, or a number of 32 bits */
    int64_t most;
    unsigned only, never; /* kinds of files; 0: none */
} options[] = {
    { "no-sections", AT(no_sections), 0, 0, 0 },
    { "no-segment", AT(no_segment), 0, 0, 0 },
    { "no-alloc", AT(no_alloc), 0, 0, 0 },
    { "comment", AT(comment), 0, ET_REL, 0 },
    { "two", AT(two), 0, 0, 0 },
    { "other-name", AT(other_name), 0, 0, 0 },
    { "other-order", AT(other_order), 0, 0, 0 },
    { "large-numbers", AT(large_numbers), 0, 0, 0 },
    { "shape=", AT(shape), INT32_MAX, 0, 0 },
    { "code=", AT(text), GEN_ELF_PAGE, 0, ET_REL },
    { "type=", AT(section_type), UINT32_MAX, 0, 0 },
    { "machine=", AT(machine), UINT16_MAX, 0, 0 },
    { "align=", AT(align), GEN_ELF_PAGE, 0, 0 },
    { "more=", AT(more), GEN_ELF_PAGE, 0, 0 },
};

static bool read_option(struct gen_reading *in, const char *word)
{
    struct gen_elf_plan *elf = &in->plan->elf;
    for (const struct option *o = options; o < options + sizeof options / sizeof *options; o++) {
        const size_t len = strlen(o->name);
        void *const member = (char *)elf + o->at;
        int64_t number = 0;
        if (strncmp(word, o->name, len) != 0 || (o->only && elf->kind != o->only) || elf->kind == o->never)
            continue;
        if (o->most ? !gen_parse_int(word + len, 1, o->most, &number) : word[len])
            break;
        if (o->most)
            *(uint32_t *)member = (uint32_t)number;
        else
            *(bool *)member = true;
        return true;
    }
    return gen_refuse(in,
                      "unknown '%s'; expected no-sections, no-segment, no-alloc, comment (of an object), two, "
                      "other-name, other-order, large-numbers, shape=SEED, code=N (of a linked file), type=N, "
                      "machine=N, align=N or more=N",
                      word);
}

/* "exec", "dyn", or "object 0x30" with so many bytes of code; then what is unusual about the file.
   */
bool gen_read_elf(struct gen_reading *in)
{
    struct gen_elf_plan *elf = &in->plan->elf;
    size_t at = 1;
    int64_t text = 0;
    const bool object = gen_word_is(in, 0, "object");
    elf->line = in->line->number;
    elf->kind = object ? ET_REL : gen_word_is(in, 0, "exec") ? ET_EXEC : gen_word_is(in, 0, "dyn") ? ET_DYN : 0;
    if (!elf->kind || (object && (in->count < 2 || !gen_parse_int(in->words[at++], 1, GEN_ELF_PAGE, &text))))
        return false;
    if (in->plan->num_pcs || in->plan->has_model)
        return gen_refuse(in, "expected 'elf:' before the lines that use its address");
    elf->text = (uint32_t)text;
    /* An object has no addresses: its sections are laid out from 0 on, with a byte between them. */
    in->plan->model.addr = object ? (uint64_t)(text + 1 + 7) / 8 * 8 : GEN_ELF_ADDR;
    for (; at < in->count; at++)
        if (!read_option(in, in->words[at]))
            return false;
    return true;
}
