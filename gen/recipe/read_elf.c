/* SPDX-License-Identifier: MIT */
/* The line of a recipe about the ELF file around the section. */
#include "readers.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct gen_elf_plan, member)
/* What is unusual about a file. The first is for objects alone, the last for linked files. */
static const struct gen_option options[] = {
    { "comment", AT(comment), 0, 0 },
    { "no-sections", AT(no_sections), 0, 0 },
    { "no-segment", AT(no_segment), 0, 0 },
    { "no-alloc", AT(no_alloc), 0, 0 },
    { "two", AT(two), 0, 0 },
    { "other-name", AT(other_name), 0, 0 },
    { "other-order", AT(other_order), 0, 0 },
    { "large-numbers", AT(large_numbers), 0, 0 },
    { "high-address", AT(high_address), 0, 0 },
    { "shape=", AT(shape), 1, INT32_MAX },
    { "type=", AT(section_type), 1, UINT32_MAX },
    { "machine=", AT(machine), 1, UINT16_MAX },
    { "align=", AT(align), 1, GEN_ELF_PAGE },
    { "more=", AT(more), 1, GEN_ELF_PAGE },
    { "code=", AT(text), 1, GEN_ELF_PAGE },
};

/* "exec", "dyn", or "object 0x30" with so many bytes of code; then what is unusual about the file.
   */
bool gen_read_elf(struct gen_reading *in)
{
    struct gen_elf_plan *elf = &in->plan->elf;
    size_t at = 1;
    int64_t text = 0;
    const bool object = gen_word_is(in, 0, "object");
    elf->kind = object ? ET_REL : gen_word_is(in, 0, "exec") ? ET_EXEC : gen_word_is(in, 0, "dyn") ? ET_DYN : 0;
    if (!elf->kind || (object && (in->count < 2 || !gen_parse_int(in->words[at++], 1, GEN_ELF_PAGE, &text))))
        return false;
    if (in->plan->num_pcs || in->plan->has_model)
        return gen_refuse(in, "expected 'elf:' before the lines that use its address");
    elf->text = (uint32_t)text;
    /* An object has no addresses: its sections are laid out from 0 on, with a byte between them. */
    in->plan->model.addr = object ? (uint64_t)(text + 1 + 7) / 8 * 8 : GEN_ELF_ADDR;
    for (; at < in->count; at++)
        if (!gen_read_option(options + !object, sizeof options / sizeof *options - 1, in->words[at], elf))
            return gen_refuse(in,
                              "unknown '%s'; expected no-sections, no-segment, no-alloc, comment (of an object), two, "
                              "other-name, other-order, large-numbers, high-address, shape=SEED, code=N (of a linked "
                              "file), type=N, machine=N, align=N or more=N",
                              in->words[at]);
    if (elf->high_address)
        in->plan->model.addr += GEN_ELF_HIGH;
    return !(elf->high_address && object) || gen_refuse(in, "an object has no address");
}
