/* SPDX-License-Identifier: MIT */
/* sframe-ref: the reference as a command. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

static const char help[] =
    "usage: sframe-ref COMMAND [OPTIONS] [FILE]\n"
    "\n"
    "Reads, checks and writes SFrame stack-trace sections, version 1 to 3. FILE is a raw section or an\n"
    "ELF file, detected by its content; - is standard input.\n"
    "\n"
    "commands:\n"
    "  dump FILE           the section as canonical text\n"
    "  check FILE...       all findings: violations and doubts, with clause and byte range\n"
    "  find FILE --pc X    the function and row for each PC\n"
    "  unwind FILE --pc X --sp Y --fp Z\n"
    "                      a stack trace from the given registers and memory\n"
    "  encode DUMP -o OUT  a section from its dump\n"
    "  extract FILE -o OUT the section of an ELF file; of an object, relocated\n"
    "  clauses [WHAT]      the registers: clauses, faults, policies, refusals, or one id\n"
    "\n"
    "input:\n"
    "  --raw, --elf        FILE is a raw section or an ELF file, whatever its content\n"
    "  --addr ADDRESS      address of the section (default: the ELF file's, or 0)\n"
    "  --profile P         rules to check by: auto (default; version 2 is v2e2), v1, v2, v2e1, v2e2, v3\n"
    "  --by ROUTE          ELF: find the section by name, type or segment (default: auto)\n"
    "  --nth N             ELF: take section N of several, counted from 0\n"
    "\n"
    "output:\n"
    "  -o, --output FILE   write to FILE instead of standard output; it appears only when it is complete\n"
    "  --json              JSON instead of text (dump, check, find, unwind, clauses)\n"
    "  --layout            dump: append the keys that encode needs to make the same bytes\n"
    "  --partial           dump, find, unwind: read a rejected section as far as possible\n"
    "  -q, --quiet         print no findings and no summary\n"
    "  --all               print every finding, not only the first 100\n"
    "\n"
    "find and unwind:\n"
    "  --pc ADDRESS        find: any number of times\n"
    "  --scan              find: test every function, even if the section is sorted\n"
    "  --sp, --fp VALUE    unwind: stack and frame pointer of the topmost frame\n"
    "  --reg N=VALUE       unwind: DWARF register N of the topmost frame\n"
    "  --mem ADDR=VALUE    unwind: the 8 bytes at ADDR\n"
    "  --stack FILE --stack-addr ADDR\n"
    "                      unwind: a copy of the stack and its address\n"
    "  --pac-mask MASK     unwind: bits to clear from a mangled return address\n"
    "  --max N             unwind: stop after N frames (256)\n"
    "\n"
    "encode:\n"
    "  --canonical         smallest widths, sorted by start, no gaps; ignores layout keys\n"
    "  --sort              sort the functions by start first\n"
    "\n"
    "  -h, --help          this text\n"
    "  -V, --version       the version\n"
    "\n"
    "Exit status: 0 accepted, 1 rejected or refused, 2 I/O error or bad file, 64 usage error.\n";

/* The options that a subcommand takes, a bit each. */
enum {
    FORM = 1u << OPT_RAW | 1u << OPT_ELF | 1u << OPT_BY | 1u << OPT_NTH,
    JUDGED =
        FORM | 1u << OPT_ADDR | 1u << OPT_PROFILE | 1u << OPT_QUIET | 1u << OPT_JSON | 1u << OPT_OUTPUT | 1u << OPT_ALL,
    READ = JUDGED | 1u << OPT_PARTIAL,
    STATE = 1u << OPT_PC | 1u << OPT_SP | 1u << OPT_FP | 1u << OPT_REG | 1u << OPT_MEM | 1u << OPT_STACK
            | 1u << OPT_STACK_ADDR | 1u << OPT_PAC_MASK | 1u << OPT_MAX,
    WRITTEN = 1u << OPT_ADDR | 1u << OPT_PROFILE | 1u << OPT_OUTPUT | 1u << OPT_SORT | 1u << OPT_CANONICAL,
};

static const struct command {
    const char *name;
    int (*run)(const struct options *o);
    size_t min_files, max_files;
    uint32_t options;
} commands[] = {
    { "dump", cmd_dump, 1, 1, READ | 1u << OPT_LAYOUT },
    { "check", cmd_check, 1, SIZE_MAX, JUDGED },
    { "find", cmd_find, 1, 1, READ | 1u << OPT_PC | 1u << OPT_SCAN },
    { "unwind", cmd_unwind, 1, 1, READ | STATE },
    { "encode", cmd_encode, 1, 1, WRITTEN },
    { "extract", cmd_extract, 1, 1, FORM | 1u << OPT_ADDR | 1u << OPT_OUTPUT | 1u << OPT_QUIET },
    { "clauses", cmd_clauses, 0, 1, 1u << OPT_JSON | 1u << OPT_OUTPUT },
};

static int run_command(const struct options *o)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const struct command *c = &commands[i];
        if (strcmp(o->command, c->name) != 0)
            continue;
        if (o->num_files < c->min_files || o->num_files > c->max_files) {
            misused("%s takes %s, not %zu", c->name,
                    c->max_files > 1 ? "at least one FILE"
                    : c->min_files   ? "one FILE"
                                     : "at most one name",
                    o->num_files);
            return STATUS_USAGE;
        }
        return options_apply(o, c->options) ? c->run(o) : STATUS_USAGE;
    }
    misused("unknown command '%s'", o->command);
    return STATUS_USAGE;
}

/*
 * If a standard stream is closed, the next file to be opened takes its number, and messages would
 * go into that file. So a closed stream becomes one that fails: input that can't be read, output
 * that can't be written to.
 */
static bool occupy_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        const int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", flags) != fd)
            return false;
    }
    return true;
}

static int print(const char *text)
{
    struct output out;
    open_output(&out, NULL);
    fputs(text, out.file);
    return close_output(&out, true) ? STATUS_ACCEPTED : STATUS_TROUBLE;
}

int main(int argc, char **argv)
{
    struct options o;
    int status = STATUS_TROUBLE;

    if (!occupy_standard_streams())
        return STATUS_TROUBLE;
    /* A section can have a finding for every few bytes. */
    setvbuf(stderr, NULL, _IOFBF, BUFSIZ);
    switch (parse_options(argc, argv, &o)) {
    case PARSED_GOOD: status = run_command(&o); break;
    case PARSED_HELP: status = print(help); break;
    case PARSED_VERSION: status = print("sframe-ref " VERSION "\n"); break;
    case PARSED_BAD: status = STATUS_USAGE; break;
    default: break;
    }
    free_options(&o);
    return status;
}
