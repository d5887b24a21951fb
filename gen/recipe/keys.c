/* SPDX-License-Identifier: MIT */
/* The keys of recipes. */
#include "ops.h"
#include "readers.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct gen_plan, member)
#define NOWHERE \
    {           \
        0, 0, 0 \
    }
#define BYTES "bytes such as '00aa' or '00*8'"

static const struct gen_key keys[] = {
    { "title", false, gen_read_title, NULL, NOWHERE },
    { "clauses", true, gen_read_clauses, NULL, NOWHERE },
    { "catches", false, gen_read_catches, NULL, NOWHERE },
    { "rev", false, gen_read_number, "a revision of at least 1", { AT(rev), 1, 9999 } },
    { "for", false, NULL, NULL, NOWHERE },
    { "vary", false, NULL, NULL, NOWHERE },
    { "elf", false, gen_read_elf, "'exec', 'dyn' or 'object BYTES-OF-CODE'", NOWHERE },
    { "addr", false, gen_read_addr, "an address", NOWHERE },
    { "flags", false, gen_read_flags, "'none' or some of sorted,frame-pointer,pcrel", NOWHERE },
    { "fixed-ra", false, gen_read_number, "an offset from -128 to 127", { AT(model.fixed_ra), INT8_MIN, INT8_MAX } },
    { "fixed-fp", false, gen_read_number, "an offset from -128 to 127", { AT(model.fixed_fp), INT8_MIN, INT8_MAX } },
    { "aux", false, gen_read_bytes, BYTES, { AT(model.aux), 0, 255 } },
    { "num-fres", false, gen_read_num_fres, "a number of FREs", NOWHERE },
    { "fdeoff", false, gen_read_number, "a number of bytes from 1 to 65535", { AT(model.fdeoff), 1, 65535 } },
    { "slack", false, gen_read_bytes, BYTES, { AT(model.slack), 0, INT64_MAX } },
    { "tail", false, gen_read_bytes, BYTES, { AT(model.tail), 0, INT64_MAX } },
    { "func", true, gen_read_func, NULL, NOWHERE },
    { "row", true, gen_read_row, NULL, NOWHERE },
    { "order", false, gen_read_order, NULL, NOWHERE },
    { "abi", false, gen_read_abi, "an ABI with its byte order such as amd64-little", NOWHERE },
    { "from", false, gen_read_from, "'AREA/NAME' or 'AREA/NAME as PROFILE'", NOWHERE },
    { "transform", false, gen_read_transform,
      "reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest", NOWHERE },
    { "random", false, gen_read_random, "'SEED functions=N'", NOWHERE },
    { "pairs", false, gen_read_pairs, "'N of MOST' or 'N of MOST encoded' after the title and the clauses", NOWHERE },
    { "parent", false, gen_read_parent, "'AREA/NAME' or 'AREA/NAME as PROFILE'", NOWHERE },
    { "truncations", false, gen_read_truncations, "'all'", NOWHERE },
    { "mutate", false, gen_read_mutate, "a seed of at least 1", NOWHERE },
    { "faults", false, gen_read_faults, "'pairs'", NOWHERE },
    { "set", true, gen_read_set, "'FIELD = NUMBER' (or +=, -=, |=)", NOWHERE },
    { "cut", true, gen_read_cut, NULL, NOWHERE },
    { "append", true, gen_read_append, BYTES, NOWHERE },
    { "insert", true, gen_read_insert, "'BYTES before FIELD' or 'BYTES after FIELD'", NOWHERE },
    { "pcs", false, gen_read_pcs, NULL, NOWHERE },
    { "sequence", false, gen_read_sequence, NULL, NOWHERE },
    { "second", false, gen_read_second, NULL, NOWHERE },
    { "damaged", false, gen_read_damaged, NULL, NOWHERE },
    { "merge", false, gen_read_merge, "'AREA/NAME', optionally followed by 'policy " GEN_MERGE_POLICY "'", NOWHERE },
    { "only", false, gen_read_only, "'lookup', 'unwind', 'encode', 'sequence' or 'merge'", NOWHERE },
    { "regs", false, gen_read_regs, NULL, NOWHERE },
    { "mem", true, gen_read_mem, NULL, NOWHERE },
    { "pac-mask", false, gen_read_trace_limit, "the bits to clear", NOWHERE },
    { "max", false, gen_read_trace_limit, "1 to 256 frames", NOWHERE },
    { "ends", false, gen_read_ends, "one of " GEN_END_NAMES ", optionally followed by 'policy ID'", NOWHERE },
    { "encode", false, gen_read_encode,
      "'canonical', 'fit' and a width such as addr4, or 'sorted' and the functions by number", NOWHERE },
    { "say", true, gen_read_say, "a line of the dump with new values, such as 'fre 0.1 cfa=sp+8'", NOWHERE },
    { "expect", false, gen_read_expect, "'accept', 'reject CLASS at FIELD', 'policy ID', 'refuse NAME' or 'error NAME'",
      NOWHERE },
    { "also", true, gen_read_also, NULL, NOWHERE },
    { "level", false, gen_read_level, "'refuse', 'validate' or 'strict', then 'because REASON'", NOWHERE },
    { "open", false, gen_read_open,
      "AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA, of this profile",
      NOWHERE },
    { "parent-open", false, gen_read_text, NULL, { AT(parent_open), 0, 0 } },
    { "elsewhere", false, gen_read_text, NULL, { AT(elsewhere), 0, 0 } },
    { "multi-fault", false, gen_read_text, NULL, { AT(multi_fault), 0, 0 } },
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
