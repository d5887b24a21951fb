/* SPDX-License-Identifier: MIT */
/* The line of a recipe about the ELF file around the section. */
#include "readers.h"

#include <string.h>

static bool read_number(const char *word, const char *key, int64_t min, int64_t max, int64_t *number, bool *good)
{
    const size_t len = strlen(key);
    if (strncmp(word, key, len) != 0)
        return false;
    *good = gen_parse_int(word + len, min, max, number);
    return true;
}

static bool read_option(struct gen_reading *in, const char *word)
{
    struct gen_elf_plan *elf = &in->plan->elf;
    int64_t number = 0;
    bool good = true;
    if (strcmp(word, "no-sections") == 0)
        elf->no_sections = true;
    else if (strcmp(word, "no-segment") == 0)
        elf->no_segment = true;
    else if (strcmp(word, "no-alloc") == 0)
        elf->no_alloc = true;
    else if (strcmp(word, "comment") == 0 && elf->kind == ET_REL)
        elf->comment = true;
    else if (strcmp(word, "two") == 0)
        elf->two = true;
    else if (strcmp(word, "other-name") == 0)
        elf->other_name = true;
    else if (strcmp(word, "other-order") == 0)
        elf->other_order = true;
    else if (strcmp(word, "large-numbers") == 0)
        elf->large_numbers = true;
    else if (read_number(word, "shape=", 1, INT32_MAX, &number, &good))
        elf->shape = (uint64_t)number;
    else if (elf->kind != ET_REL && read_number(word, "code=", 1, GEN_ELF_PAGE, &number, &good))
        elf->text = (uint32_t)number;
    else if (read_number(word, "type=", 1, UINT32_MAX, &number, &good))
        elf->section_type = (uint32_t)number;
    else if (read_number(word, "machine=", 1, UINT16_MAX, &number, &good))
        elf->machine = (uint32_t)number;
    else if (read_number(word, "align=", 1, GEN_ELF_PAGE, &number, &good))
        elf->align = (uint32_t)number;
    else if (read_number(word, "more=", 1, GEN_ELF_PAGE, &number, &good))
        elf->more = (uint32_t)number;
    else
        good = false;
    return good
           || gen_refuse(in,
                         "unknown '%s'; expected no-sections, no-segment, no-alloc, comment (of an object), two, "
                         "other-name, other-order, large-numbers, shape=SEED, code=N (of a linked file), type=N, "
                         "machine=N, align=N or more=N",
                         word);
}

/* "exec", "dyn", or "object 0x30" with so many bytes of code; then what is unusual about the file.
   */
bool gen_read_elf(struct gen_reading *in, const char *value)
{
    struct gen_elf_plan *elf = &in->plan->elf;
    size_t count, at = 1;
    int64_t text = 0;
    char **words = gen_words(in->pool, value, &count);
    const bool object = strcmp(words[0], "object") == 0;
    elf->line = in->line->number;
    elf->kind = object ? ET_REL : strcmp(words[0], "exec") == 0 ? ET_EXEC : strcmp(words[0], "dyn") == 0 ? ET_DYN : 0;
    if (!elf->kind || (object && (count < 2 || !gen_parse_int(words[at++], 1, GEN_ELF_PAGE, &text))))
        return gen_refuse(in, "expected 'exec', 'dyn' or 'object BYTES-OF-CODE', got '%s'", value);
    if (in->plan->num_pcs || in->plan->has_model)
        return gen_refuse(in, "expected 'elf:' before the lines that use its address");
    elf->text = (uint32_t)text;
    /* An object has no addresses: its sections are laid out from 0 on, with a byte between them. */
    in->plan->model.addr = object ? (uint64_t)(text + 1 + 7) / 8 * 8 : GEN_ELF_ADDR;
    for (; at < count; at++)
        if (!read_option(in, words[at]))
            return false;
    return true;
}
