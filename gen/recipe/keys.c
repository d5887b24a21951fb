/* SPDX-License-Identifier: MIT */
/* The keys of recipes. */
#include "ops.h"
#include "readers.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct gen_plan, member)
#define BYTES "bytes such as '00aa' or '00*8'"

static const struct gen_key keys[] = {
    { "title", false, gen_read_text, .at = AT(title), .line_at = AT(title_line) },
    { "clauses", true, .read = gen_read_clauses },
    { "catches", false, .read = gen_read_catches },
    { "rev", false, gen_read_number, "a revision of at least 1", .at = AT(rev), .min = 1, .max = 9999 },
    { "for", .many = false },
    { "vary", .many = false },
    { "elf", false, gen_read_elf, "'exec', 'dyn' or 'object BYTES-OF-CODE'", .line_at = AT(elf.line) },
    { "addr", false, gen_read_addr, .expects = "an address" },
    { "flags", false, gen_read_flags, .expects = "'none' or some of sorted,frame-pointer,pcrel" },
    { "fixed-ra", false, gen_read_number, "an offset from -128 to 127", .at = AT(model.fixed_ra), .min = INT8_MIN,
      .max = INT8_MAX },
    { "fixed-fp", false, gen_read_number, "an offset from -128 to 127", .at = AT(model.fixed_fp), .min = INT8_MIN,
      .max = INT8_MAX },
    { "aux", false, gen_read_bytes, BYTES, .at = AT(model.aux), .max = 255 },
    { "num-fres", false, gen_read_num_fres, .expects = "a number of FREs" },
    { "fdeoff", false, gen_read_number, "a number of bytes from 1 to 65535", .at = AT(model.fdeoff), .min = 1,
      .max = 65535 },
    { "slack", false, gen_read_bytes, BYTES, .at = AT(model.slack), .max = INT64_MAX },
    { "tail", false, gen_read_bytes, BYTES, .at = AT(model.tail), .max = INT64_MAX },
    { "func", true, .read = gen_read_func },
    { "row", true, .read = gen_read_row },
    { "order", false, .read = gen_read_order },
    { "abi", false, gen_read_abi, .expects = "an ABI with its byte order such as amd64-little" },
    { "from", false, gen_read_from, .expects = "'AREA/NAME' or 'AREA/NAME as PROFILE'" },
    { "transform", false, gen_read_transform,
      .expects = "reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest" },
    { "random", false, gen_read_random, .expects = "'SEED functions=N'" },
    { "pairs", false, gen_read_pairs, .expects = "'N of MOST' or 'N of MOST encoded' after the title and the clauses" },
    { "parent", false, gen_read_parent, "'AREA/NAME' or 'AREA/NAME as PROFILE'", .line_at = AT(parent_line) },
    { "truncations", false, gen_read_truncations, "'all'", .line_at = AT(expect_line) },
    { "mutate", false, gen_read_mutate, "a seed of at least 1", .line_at = AT(expect_line) },
    { "faults", false, gen_read_faults, "'pairs'", .line_at = AT(expect_line) },
    { "set", true, gen_read_set, .expects = "'FIELD = NUMBER' (or +=, -=, |=)" },
    { "cut", true, .read = gen_read_cut },
    { "append", true, gen_read_append, .expects = BYTES },
    { "insert", true, gen_read_insert, .expects = "'BYTES before FIELD' or 'BYTES after FIELD'" },
    { "pcs", false, .read = gen_read_pcs },
    { "sequence", false, gen_read_sequence, .line_at = AT(sequence.line) },
    { "second", false, gen_read_text, .at = AT(sequence.second), .line_at = AT(sequence.second_line) },
    { "damaged", false, gen_read_damaged, .line_at = AT(sequence.damaged_line) },
    { "merge", false, gen_read_merge, "'AREA/NAME', optionally followed by 'policy " GEN_MERGE_POLICY "'",
      .line_at = AT(merge.line) },
    { "only", false, gen_read_only, .expects = "'lookup', 'unwind', 'encode', 'sequence' or 'merge'" },
    { "regs", false, gen_read_regs, .line_at = AT(machine.line) },
    { "mem", true, gen_read_mem, .line_at = AT(machine.mem_line) },
    { "pac-mask", false, gen_read_trace_limit, "the bits to clear", .line_at = AT(machine.mem_line) },
    { "max", false, gen_read_trace_limit, "1 to 256 frames", .line_at = AT(machine.mem_line) },
    { "ends", false, gen_read_ends, "one of " GEN_END_NAMES ", optionally followed by 'policy ID'",
      .line_at = AT(machine.ends_line) },
    { "encode", false, gen_read_encode,
      "'canonical', 'fit' and a width such as addr4, or 'sorted' and the functions by number",
      .line_at = AT(encoding.line) },
    { "say", true, gen_read_say, .expects = "a line of the dump with new values, such as 'fre 0.1 cfa=sp+8'" },
    { "expect", false, gen_read_expect, "'accept', 'reject CLASS at FIELD', 'policy ID', 'refuse NAME' or 'error NAME'",
      .line_at = AT(expect_line) },
    { "also", true, .read = gen_read_also },
    { "level", false, gen_read_level, .expects = "'refuse', 'validate' or 'strict', then 'because REASON'" },
    { "open", false, gen_read_open,
      "AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA, of this profile",
      .line_at = AT(open_line) },
    { "parent-open", false, gen_read_text, .at = AT(parent_open) },
    { "elsewhere", false, gen_read_text, .at = AT(elsewhere) },
    { "multi-fault", false, gen_read_text, .at = AT(multi_fault) },
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
