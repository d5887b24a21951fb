/* SPDX-License-Identifier: MIT */
/* sframe-ref: the command line. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "tool.h"

/* Decimal or 0x hexadecimal; a leading '-' gives the two's complement, for addresses below a
   section at 0. Returns what follows it, or NULL if there is no such number. */
static const char *read_number(const char *text, uint64_t *out)
{
    const bool negative = text[0] == '-';
    const char *digits = negative ? text + 1 : text;
    char *end;

    if (digits[0] < '0' || digits[0] > '9')
        return NULL;
    errno = 0;
    const unsigned long long v =
        strtoull(digits, &end, digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10);
    *out = negative ? 0 - (uint64_t)v : (uint64_t)v;
    return errno == 0 ? end : NULL;
}

static bool add_pair(struct list *list, uint64_t key, uint64_t value)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 16;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        if (!list->items) {
            complain("out of memory");
            exit(STATUS_TROUBLE);
        }
    }
    list->items[list->count++] = (struct pair){ key, value };
    return true;
}

_Static_assert(NUM_OPTIONS <= 32, "a bit each in struct options");

/* Where an option has no letter its id is LONG + the option. */
enum { LONG = 256 };
#define OPTION(which, name, value, help) [OPT_##which] = { name, value, help, LONG + OPT_##which }

/* In the order of the enum, in which the help has them too. */
const struct sfr_option known_options[NUM_OPTIONS + 1] = {
    OPTION(RAW, "raw", NULL, "FILE is a raw section, whatever its content"),
    OPTION(ELF, "elf", NULL, "FILE is an ELF file, whatever its content"),
    OPTION(ADDR, "addr", "ADDRESS", "address of the section (default: the ELF file's, or 0)"),
    OPTION(PROFILE, "profile", "P",
           "rules to judge by: v1, v2, v2e1, v2e2, v3 or auto (the default; version 2 is v2e2)"),
    OPTION(BY, "by", "ROUTE", "ELF: find the section by name, type, segment or auto (the default)"),
    OPTION(NTH, "nth", "N", "ELF: take section N of several, counted from 0"),
    OPTION(JSON, "json", NULL, "JSON instead of text (dump, check, find, unwind, clauses)"),
    OPTION(LAYOUT, "layout", NULL, "dump: append the keys that encode needs to make the same bytes"),
    OPTION(PARTIAL, "partial", NULL, "dump, find, unwind: read a rejected section as far as possible"),
    [OPT_OUTPUT] = { "output", "FILE", "write to FILE instead of standard output; it appears only when it is complete",
                     'o' },
    [OPT_QUIET] = { "quiet", NULL, "print no findings and no summary", 'q' },
    OPTION(ALL, "all", NULL, "print every finding, not only the first 100"),
    OPTION(PC, "pc", "ADDRESS", "the PC; find: any number of times"),
    OPTION(SCAN, "scan", NULL, "find: test every function, even if the section is sorted"),
    OPTION(SP, "sp", "VALUE", "unwind: stack pointer of the topmost frame"),
    OPTION(FP, "fp", "VALUE", "unwind: frame pointer of the topmost frame"),
    OPTION(REG, "reg", "N=VALUE", "unwind: DWARF register N of the topmost frame"),
    OPTION(MEM, "mem", "ADDR=VALUE", "unwind: the 8 bytes at ADDR"),
    OPTION(STACK, "stack", "FILE", "unwind: a copy of the stack"),
    OPTION(STACK_ADDR, "stack-addr", "ADDR", "unwind: the address of its first byte"),
    OPTION(PAC_MASK, "pac-mask", "MASK", "unwind: bits to clear from a mangled return address"),
    OPTION(MAX, "max", "N", "unwind: stop after N frames (256)"),
    OPTION(CANONICAL, "canonical", NULL, "smallest widths, sorted by start, no gaps; ignores layout keys"),
    OPTION(SORT, "sort", NULL, "sort the functions by start first"),
};

bool given(const struct options *o, enum option_id which)
{
    return o->given >> which & 1;
}

static bool number_option(const char *name, const char *text, uint64_t *out)
{
    const char *const end = read_number(text, out);
    return (end && *end == '\0')
           || misused("--%s takes a number (decimal or 0x...) of at most 64 bits, not '%s'", name, text);
}

/* KEY=VALUE, both numbers. */
static bool pair_option(const char *name, const char *text, struct list *list)
{
    uint64_t key, value;
    const char *end = read_number(text, &key);

    if (end && *end == '=' && (end = read_number(end + 1, &value)) && *end == '\0')
        return add_pair(list, key, value);
    return misused("--%s takes NUMBER=VALUE, not '%s'", name, text);
}

static bool by_option(const char *text, struct options *o)
{
#ifdef HAVE_ELF
    return sfr_elf_route_from_name(text, &o->route)
           || misused("--by takes name, type, segment or auto, not '%s'", text);
#else
    (void)text;
    (void)o;
    return true;
#endif
}

bool take_option(void *options, int id, char *arg)
{
    const int which = id == 'o' ? OPT_OUTPUT : id == 'q' ? OPT_QUIET : id - LONG;
    struct options *const o = options;
    uint64_t pc;
    o->given |= UINT32_C(1) << which;
    switch (which) {
    case OPT_ADDR: return number_option("addr", arg, &o->addr);
    case OPT_PROFILE:
        return sfr_profile_from_name(arg, &o->profile)
               || misused("--profile takes auto, v1, v2, v2e1, v2e2 or v3, not '%s'", arg);
    case OPT_BY: return by_option(arg, o);
    case OPT_NTH:
        return number_option("nth", arg, &o->nth)
               && (o->nth < UINT32_MAX || misused("--nth takes a number below %u, not '%s'", UINT32_MAX, arg));
    case OPT_PC: return number_option("pc", arg, &pc) && add_pair(&o->pcs, pc, 0);
    case OPT_REG: return pair_option("reg", arg, &o->regs);
    case OPT_MEM: return pair_option("mem", arg, &o->mem);
    case OPT_SP: return number_option("sp", arg, &o->sp);
    case OPT_FP: return number_option("fp", arg, &o->fp);
    case OPT_PAC_MASK: return number_option("pac-mask", arg, &o->pac_mask);
    case OPT_MAX:
        return number_option("max", arg, &o->max_frames)
               && (o->max_frames > 0 || misused("--max must be at least 1: the topmost frame is always printed"));
    case OPT_STACK: o->stack_file = arg; return true;
    case OPT_STACK_ADDR: return number_option("stack-addr", arg, &o->stack_addr);
    case OPT_OUTPUT: o->output = arg; return true;
    default: return !arg; /* It takes no value. */
    }
}

void free_options(struct options *o)
{
    free(o->pcs.items);
    free(o->regs.items);
    free(o->mem.items);
}
