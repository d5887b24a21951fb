/* SPDX-License-Identifier: MIT */
/* The keys of recipes. */
#include "keys.h"

#include "readers.h"

#include <string.h>

static const struct gen_key keys[] = {
    { "title", false, gen_read_title },
    { "clauses", true, gen_read_clauses },
    { "catches", false, gen_read_catches },
    { "rev", false, gen_read_rev },
    { "for", false, NULL },
    { "vary", false, NULL },
    { "elf", false, gen_read_elf },
    { "addr", false, gen_read_addr },
    { "flags", false, gen_read_flags },
    { "fixed-ra", false, gen_read_fixed },
    { "fixed-fp", false, gen_read_fixed },
    { "aux", false, gen_read_filling },
    { "num-fres", false, gen_read_filling },
    { "fdeoff", false, gen_read_filling },
    { "slack", false, gen_read_filling },
    { "tail", false, gen_read_filling },
    { "func", true, gen_read_func },
    { "row", true, gen_read_row },
    { "order", false, gen_read_order },
    { "abi", false, gen_read_abi },
    { "from", false, gen_read_from },
    { "transform", false, gen_read_transform },
    { "random", false, gen_read_random },
    { "pairs", false, gen_read_pairs },
    { "parent", false, gen_read_parent },
    { "truncations", false, gen_read_truncations },
    { "mutate", false, gen_read_mutate },
    { "faults", false, gen_read_faults },
    { "set", true, gen_read_set },
    { "cut", true, gen_read_cut },
    { "append", true, gen_read_append },
    { "insert", true, gen_read_insert },
    { "pcs", false, gen_read_pcs },
    { "sequence", false, gen_read_sequence },
    { "second", false, gen_read_second },
    { "damaged", false, gen_read_damaged },
    { "merge", false, gen_read_merge },
    { "only", false, gen_read_only },
    { "regs", false, gen_read_regs },
    { "mem", true, gen_read_mem },
    { "pac-mask", false, gen_read_trace_limit },
    { "max", false, gen_read_trace_limit },
    { "ends", false, gen_read_ends },
    { "encode", false, gen_read_encode },
    { "say", true, gen_read_say },
    { "expect", false, gen_read_expect },
    { "also", true, gen_read_also },
    { "level", false, gen_read_level },
    { "open", false, gen_read_open },
    { "parent-open", false, gen_read_parent_open },
    { "elsewhere", false, gen_read_elsewhere },
    { "multi-fault", false, gen_read_multi },
};

const struct gen_key *gen_find_key(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i].name) == len && strncmp(keys[i].name, name, len) == 0)
            return &keys[i];
    return NULL;
}

const char *gen_key_names(struct gen_pool *pool)
{
    struct gen_buf out = { .pool = pool };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        gen_addf(&out, "%s%s", i ? ", " : "", keys[i].name);
    return gen_text(&out);
}
