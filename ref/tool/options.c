/* SPDX-License-Identifier: MIT */
/* sframe-ref: the command line. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#ifdef HAVE_ELF
#include "sfr_elf.h"
#endif

/* Decimal or 0x hexadecimal; a leading '-' gives the two's complement, for addresses below a
   section at 0. */
static bool parse_number(const char *text, uint64_t *out)
{
    const bool negative = text[0] == '-';
    const char *digits = negative ? text + 1 : text;
    char *end;

    if (digits[0] < '0' || digits[0] > '9')
        return false;
    errno = 0;
    const unsigned long long v =
        strtoull(digits, &end, digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10);
    if (errno != 0 || *end != '\0')
        return false;
    *out = negative ? 0 - (uint64_t)v : (uint64_t)v;
    return true;
}

static void add_pair(struct list *list, uint64_t key, uint64_t value)
{
    if (list->count == list->room) {
        const size_t room = list->room ? list->room * 2 : 16;
        struct pair *items = realloc(list->items, room * sizeof *items);
        if (!items) {
            complain("out of memory");
            exit(STATUS_TROUBLE);
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = (struct pair){ key, value };
}

_Static_assert(NUM_OPTIONS <= 32, "a bit each in struct options");

/* getopt_long() returns LONG + the option, or 'o', 'q', 'h' and 'V'. */
enum { LONG = 256 };

/* In the order of the enum, in which the help has them too. */
const struct known_option known_options[NUM_OPTIONS] = {
    [OPT_RAW] = { "raw", 0, NULL, "input", "FILE is a raw section, whatever its content" },
    [OPT_ELF] = { "elf", 0, NULL, "input", "FILE is an ELF file, whatever its content" },
    [OPT_ADDR] = { "addr", 0, "ADDRESS", "input", "address of the section (default: the ELF file's, or 0)" },
    [OPT_PROFILE] = { "profile", 0, "P", "input",
                      "rules to judge by: v1, v2, v2e1, v2e2, v3 or auto (the default; version 2 is v2e2)" },
    [OPT_BY] = { "by", 0, "ROUTE", "input", "ELF: find the section by name, type, segment or auto (the default)" },
    [OPT_NTH] = { "nth", 0, "N", "input", "ELF: take section N of several, counted from 0" },
    [OPT_JSON] = { "json", 0, NULL, "output", "JSON instead of text (dump, check, find, unwind, clauses)" },
    [OPT_LAYOUT] = { "layout", 0, NULL, "output", "dump: append the keys that encode needs to make the same bytes" },
    [OPT_PARTIAL] = { "partial", 0, NULL, "output", "dump, find, unwind: read a rejected section as far as possible" },
    [OPT_OUTPUT] = { "output", 'o', "FILE", "output",
                     "write to FILE instead of standard output; it appears only when it is complete" },
    [OPT_QUIET] = { "quiet", 'q', NULL, "output", "print no findings and no summary" },
    [OPT_ALL] = { "all", 0, NULL, "output", "print every finding, not only the first 100" },
    [OPT_PC] = { "pc", 0, "ADDRESS", "find and unwind", "the PC; find: any number of times" },
    [OPT_SCAN] = { "scan", 0, NULL, "find and unwind", "find: test every function, even if the section is sorted" },
    [OPT_SP] = { "sp", 0, "VALUE", "find and unwind", "unwind: stack pointer of the topmost frame" },
    [OPT_FP] = { "fp", 0, "VALUE", "find and unwind", "unwind: frame pointer of the topmost frame" },
    [OPT_REG] = { "reg", 0, "N=VALUE", "find and unwind", "unwind: DWARF register N of the topmost frame" },
    [OPT_MEM] = { "mem", 0, "ADDR=VALUE", "find and unwind", "unwind: the 8 bytes at ADDR" },
    [OPT_STACK] = { "stack", 0, "FILE", "find and unwind", "unwind: a copy of the stack" },
    [OPT_STACK_ADDR] = { "stack-addr", 0, "ADDR", "find and unwind", "unwind: the address of its first byte" },
    [OPT_PAC_MASK] = { "pac-mask", 0, "MASK", "find and unwind",
                       "unwind: bits to clear from a mangled return address" },
    [OPT_MAX] = { "max", 0, "N", "find and unwind", "unwind: stop after N frames (256)" },
    [OPT_CANONICAL] = { "canonical", 0, NULL, "encode",
                        "smallest widths, sorted by start, no gaps; ignores layout keys" },
    [OPT_SORT] = { "sort", 0, NULL, "encode", "sort the functions by start first" },
};

/* What getopt_long() reads, from the table. */
static struct option long_options[NUM_OPTIONS + 3];

static void fill_long_options(void)
{
    for (int i = 0; i < NUM_OPTIONS; i++)
        long_options[i] = (struct option){ known_options[i].name,
                                           known_options[i].value ? required_argument : no_argument, NULL, LONG + i };
    long_options[NUM_OPTIONS] = (struct option){ "help", no_argument, NULL, 'h' };
    long_options[NUM_OPTIONS + 1] = (struct option){ "version", no_argument, NULL, 'V' };
}

bool given(const struct options *o, enum option_id which)
{
    return o->given >> which & 1;
}

static const char *long_name(int value)
{
    const struct option *at = long_options;
    while (at->name && at->val != value)
        at++;
    return at->name;
}

static bool number_option(const char *name, const char *text, uint64_t *out)
{
    return parse_number(text, out)
           || misused("--%s takes a number (decimal or 0x...) of at most 64 bits, not '%s'", name, text);
}

/* KEY=VALUE, both numbers. */
static bool pair_option(const char *name, const char *text, struct list *list)
{
    const char *eq = strchr(text, '=');
    char key[32];
    uint64_t k, v;

    if (eq && (size_t)(eq - text) < sizeof key) {
        memcpy(key, text, (size_t)(eq - text));
        key[eq - text] = '\0';
        if (parse_number(key, &k) && parse_number(eq + 1, &v)) {
            add_pair(list, k, v);
            return true;
        }
    }
    return misused("--%s takes NUMBER=VALUE, not '%s'", name, text);
}

static bool nth_option(const char *text, struct options *o)
{
    uint64_t n;
    if (!number_option("nth", text, &n))
        return false;
    if (n >= UINT32_MAX)
        return misused("--nth takes a number below %u, not '%s'", UINT32_MAX, text);
    o->nth = (uint32_t)n;
    return true;
}

static bool max_option(const char *text, struct options *o)
{
    if (!number_option("max", text, &o->max_frames))
        return false;
    return o->max_frames > 0 || misused("--max must be at least 1: the topmost frame is always printed");
}

static bool by_option(const char *text, struct options *o)
{
    o->route = text;
#ifdef HAVE_ELF
    enum sfr_elf_route route;
    if (!sfr_elf_route_from_name(text, &route))
        return misused("--by takes name, type, segment or auto, not '%s'", text);
#endif
    return true;
}

static bool pc_option(const char *text, struct options *o)
{
    uint64_t pc;
    if (!number_option("pc", text, &pc))
        return false;
    add_pair(&o->pcs, pc, 0);
    return true;
}

static bool profile_option(const char *text, struct options *o)
{
    return sfr_profile_from_name(text, &o->profile)
           || misused("--profile takes auto, v1, v2, v2e1, v2e2 or v3, not '%s'", text);
}

static bool take_option(enum option_id which, const char *arg, struct options *o)
{
    o->given |= UINT32_C(1) << which;
    switch (which) {
    case OPT_RAW: o->form = FORM_RAW; return true;
    case OPT_ELF: o->form = FORM_ELF; return true;
    case OPT_ADDR: return number_option("addr", arg, &o->addr);
    case OPT_PROFILE: return profile_option(arg, o);
    case OPT_BY: return by_option(arg, o);
    case OPT_NTH: return nth_option(arg, o);
    case OPT_JSON: o->json = true; return true;
    case OPT_LAYOUT: o->layout = true; return true;
    case OPT_PARTIAL: o->partial = true; return true;
    case OPT_PC: return pc_option(arg, o);
    case OPT_SCAN: o->scan = true; return true;
    case OPT_REG: return pair_option("reg", arg, &o->regs);
    case OPT_MEM: return pair_option("mem", arg, &o->mem);
    case OPT_SP: return number_option("sp", arg, &o->sp);
    case OPT_FP: return number_option("fp", arg, &o->fp);
    case OPT_PAC_MASK: return number_option("pac-mask", arg, &o->pac_mask);
    case OPT_MAX: return max_option(arg, o);
    case OPT_STACK: o->stack_file = arg; return true;
    case OPT_STACK_ADDR: return number_option("stack-addr", arg, &o->stack_addr);
    case OPT_SORT: o->sort = true; return true;
    case OPT_CANONICAL: o->canonical = true; return true;
    case OPT_OUTPUT: o->output = arg; return true;
    case OPT_QUIET: o->quiet = true; return true;
    case OPT_ALL: o->all = true; return true;
    case NUM_OPTIONS:
    default: return false;
    }
}

/* Is the word "--NAME" or "--NAME=VALUE" the start of an option's name? getopt_long() completes it if
   it is the start of one only. */
static bool is_abbreviation(const char *word)
{
    const char *name = word + 2;
    const size_t len = strcspn(name, "=");
    const struct option *at = long_options;
    while (at->name && strncmp(at->name, name, len) != 0)
        at++;
    return at->name != NULL;
}

/* getopt_long() returned '?' or ':'. In a word like -xq only optopt says which letter is wrong. */
static void complain_about(int c, const char *word)
{
    char letter[] = { '-', (char)optopt, '\0' };
    const char *name = optopt >= LONG ? long_name(optopt) : NULL;

    if (c == ':')
        misused("%s%s needs a value", name ? "--" : "", name ? name : letter);
    else if (optopt == 0)
        misused("%s option %s", is_abbreviation(word) ? "ambiguous" : "unknown", word);
    else if (name || optopt == 'h' || optopt == 'V')
        misused("--%s takes no value", name ? name : long_name(optopt));
    else
        misused("unknown option %s", letter);
}

/* The subcommand is the first word that is not an option. */
enum parsed parse_options(int argc, char **argv, struct options *o)
{
    *o = (struct options){ .max_frames = 256 };
    fill_long_options();
    opterr = 0;
    for (;;) {
        const int c = getopt_long(argc, argv, ":o:qhV", long_options, NULL);
        if (c == -1)
            break;
        if (c == 'h' || c == 'V')
            return c == 'h' ? PARSED_HELP : PARSED_VERSION;
        if (c == '?' || c == ':') {
            complain_about(c, argv[optind - 1]);
            return PARSED_BAD;
        }
        const enum option_id which = c == 'o' ? OPT_OUTPUT : c == 'q' ? OPT_QUIET : (enum option_id)(c - LONG);
        if (!take_option(which, optarg, o))
            return PARSED_BAD;
    }
    if (given(o, OPT_RAW) && given(o, OPT_ELF)) {
        misused("--raw and --elf cannot be used together");
        return PARSED_BAD;
    }
    if (given(o, OPT_RAW) && (given(o, OPT_BY) || given(o, OPT_NTH))) {
        misused("--raw and --%s cannot be used together", given(o, OPT_BY) ? "by" : "nth");
        return PARSED_BAD;
    }
    if (optind == argc) {
        misused("no command");
        return PARSED_BAD;
    }
    o->command = argv[optind];
    o->files = argv + optind + 1;
    o->num_files = (size_t)(argc - optind - 1);
    return PARSED_GOOD;
}

/* Does the subcommand take all options that were given? */
bool options_apply(const struct options *o, uint32_t taken)
{
    const uint32_t wrong = o->given & ~taken;
    for (int i = 0; i < NUM_OPTIONS; i++) {
        if (wrong >> i & 1)
            return misused("%s does not take --%s", o->command, long_name(LONG + i));
    }
    return true;
}

void free_options(struct options *o)
{
    free(o->pcs.items);
    free(o->regs.items);
    free(o->mem.items);
}
