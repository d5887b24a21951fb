/* SPDX-License-Identifier: MIT */
/* sframe-ref: the command line. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

void complain(const char *format, ...)
{
    va_list ap;
    fputs("sframe-ref: ", stderr);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
}

/* Decimal or 0x hexadecimal; a leading '-' gives the two's complement, for addresses below a section at 0. */
bool parse_number(const char *text, uint64_t *out)
{
    const bool negative = text[0] == '-';
    const char *digits = negative ? text + 1 : text;
    char *end;

    if (digits[0] < '0' || digits[0] > '9')
        return false;
    errno = 0;
    const unsigned long long v = strtoull(digits, &end, digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') ? 16 : 10);
    if (errno != 0 || *end != '\0')
        return false;
    *out = negative ? 0 - (uint64_t)v : (uint64_t)v;
    return true;
}

void add_pair(struct list *list, uint64_t key, uint64_t value)
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

enum {
    OPT_RAW = 256, OPT_ELF, OPT_ADDR, OPT_PROFILE, OPT_BY, OPT_NTH, OPT_JSON, OPT_LAYOUT, OPT_PARTIAL, OPT_PC, OPT_SCAN,
    OPT_REG, OPT_MEM, OPT_SP, OPT_FP, OPT_PAC_MASK, OPT_MAX, OPT_STACK, OPT_STACK_ADDR, OPT_SORT, OPT_CANONICAL
};

static const struct option long_options[] = {
    { "raw", no_argument, NULL, OPT_RAW },
    { "elf", no_argument, NULL, OPT_ELF },
    { "addr", required_argument, NULL, OPT_ADDR },
    { "profile", required_argument, NULL, OPT_PROFILE },
    { "by", required_argument, NULL, OPT_BY },
    { "nth", required_argument, NULL, OPT_NTH },
    { "json", no_argument, NULL, OPT_JSON },
    { "layout", no_argument, NULL, OPT_LAYOUT },
    { "partial", no_argument, NULL, OPT_PARTIAL },
    { "pc", required_argument, NULL, OPT_PC },
    { "scan", no_argument, NULL, OPT_SCAN },
    { "reg", required_argument, NULL, OPT_REG },
    { "mem", required_argument, NULL, OPT_MEM },
    { "sp", required_argument, NULL, OPT_SP },
    { "fp", required_argument, NULL, OPT_FP },
    { "pac-mask", required_argument, NULL, OPT_PAC_MASK },
    { "max", required_argument, NULL, OPT_MAX },
    { "stack", required_argument, NULL, OPT_STACK },
    { "stack-addr", required_argument, NULL, OPT_STACK_ADDR },
    { "sort", no_argument, NULL, OPT_SORT },
    { "canonical", no_argument, NULL, OPT_CANONICAL },
    { "output", required_argument, NULL, 'o' },
    { "quiet", no_argument, NULL, 'q' },
    { "help", no_argument, NULL, 'h' },
    { "version", no_argument, NULL, 'V' },
    { NULL, 0, NULL, 0 },
};

static bool number_option(const char *name, const char *text, uint64_t *out)
{
    if (parse_number(text, out))
        return true;
    complain("--%s takes a number (decimal or 0x...) of at most 64 bits, not '%s'", name, text);
    return false;
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
    complain("--%s takes NUMBER=VALUE, not '%s'", name, text);
    return false;
}

static bool nth_option(const char *text, struct options *o)
{
    uint64_t n;
    if (!number_option("nth", text, &n) || n >= UINT32_MAX)
        return false;
    o->nth_given = true;
    o->nth = (uint32_t)n;
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
    if (sfr_profile_from_name(text, &o->profile))
        return true;
    complain("--profile takes auto, v1, v2, v2e1, v2e2 or v3, not '%s'", text);
    return false;
}

static bool take_option(int c, const char *arg, struct options *o)
{
    switch (c) {
    case OPT_RAW: o->form = FORM_RAW; return true;
    case OPT_ELF: o->form = FORM_ELF; return true;
    case OPT_ADDR: o->addr_given = true; return number_option("addr", arg, &o->addr);
    case OPT_PROFILE: return profile_option(arg, o);
    case OPT_BY: o->route = arg; return true;
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
    case OPT_MAX: return number_option("max", arg, &o->max_frames);
    case OPT_STACK: o->stack_file = arg; return true;
    case OPT_STACK_ADDR: return number_option("stack-addr", arg, &o->stack_addr);
    case OPT_SORT: o->sort = true; return true;
    case OPT_CANONICAL: o->canonical = true; return true;
    case 'o': o->output = arg; return true;
    case 'q': o->quiet = true; return true;
    default: return false;
    }
}

/* The subcommand is the first word that is not an option. */
enum parsed parse_options(int argc, char **argv, struct options *o)
{
    *o = (struct options){ .max_frames = 256 };
    opterr = 0;
    for (;;) {
        const int c = getopt_long(argc, argv, ":o:qhV", long_options, NULL);
        if (c == -1)
            break;
        if (c == 'h' || c == 'V')
            return c == 'h' ? PARSED_HELP : PARSED_VERSION;
        if (c == '?' || c == ':') {
            complain(c == ':' ? "%s needs a value; see sframe-ref --help" : "%s is no option here; see sframe-ref --help",
                     argv[optind - 1]);
            return PARSED_BAD;
        }
        if (!take_option(c, optarg, o))
            return PARSED_BAD;
    }
    if (optind == argc)
        return PARSED_NO_COMMAND;
    o->command = argv[optind];
    o->files = argv + optind + 1;
    o->num_files = (size_t)(argc - optind - 1);
    return PARSED_GOOD;
}

void free_options(struct options *o)
{
    free(o->pcs.items);
    free(o->regs.items);
    free(o->mem.items);
}
