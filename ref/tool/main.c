/* SPDX-License-Identifier: MIT */
/* sframe-ref: the reference as a command. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

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
    const char *arguments, *help;
} commands[] = {
    { "dump", cmd_dump, 1, 1, READ | 1u << OPT_LAYOUT, "FILE", "the section as canonical text" },
    { "check", cmd_check, 1, SIZE_MAX, JUDGED, "FILE...",
      "all findings: violations and doubts, with clause and byte range" },
    { "find", cmd_find, 1, 1, READ | 1u << OPT_PC | 1u << OPT_SCAN, "FILE --pc X", "the function and row for each PC" },
    { "unwind", cmd_unwind, 1, 1, READ | STATE, "FILE --pc X --sp Y --fp Z",
      "a stack trace from the given registers and memory" },
    { "encode", cmd_encode, 1, 1, WRITTEN, "DUMP -o OUT", "a section from its dump" },
    { "extract", cmd_extract, 1, 1, FORM | 1u << OPT_ADDR | 1u << OPT_OUTPUT | 1u << OPT_QUIET, "FILE -o OUT",
      "the section of an ELF file; of an object, relocated" },
    { "clauses", cmd_clauses, 0, 1, 1u << OPT_JSON | 1u << OPT_OUTPUT, "[WHAT]",
      "the registers: clauses, faults, policies, refusals, or one id" },
};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0], HELP_COLUMN = 22 };

/* ---- Help ------------------------------------------------------------------------------------ */

/* A left column, and its text on the same line if there is room. */
static void put_help(FILE *out, const char *left, const char *text)
{
    if (strlen(left) >= HELP_COLUMN)
        fprintf(out, "%s\n%*s%s\n", left, HELP_COLUMN, "", text);
    else
        fprintf(out, "%-*s%s\n", HELP_COLUMN, left, text);
}

static void put_help_of_option(FILE *out, const struct known_option *option)
{
    char left[64];
    const char letter[] = { '-', option->letter, ',', ' ', '\0' };
    snprintf(left, sizeof left, "  %s--%s%s%s", option->letter ? letter : "", option->name, option->value ? " " : "",
             option->value ? option->value : "");
    put_help(out, left, option->help);
}

static void put_usage(FILE *out)
{
    char left[64];
    fputs("usage: sframe-ref COMMAND [OPTIONS] [FILE]\n"
          "\n"
          "Reads, checks and writes SFrame stack-trace sections, version 1 to 3. FILE is a raw section or an\n"
          "ELF file, detected by its content; - is standard input.\n"
          "\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
        snprintf(left, sizeof left, "  %s %s", commands[i].name, commands[i].arguments);
        put_help(out, left, commands[i].help);
    }
    for (size_t i = 0; i < NUM_OPTIONS; i++) {
        if (i == 0 || strcmp(known_options[i].heading, known_options[i - 1].heading) != 0)
            fprintf(out, "\n%s:\n", known_options[i].heading);
        put_help_of_option(out, &known_options[i]);
    }
    fputs("\n", out);
    put_help(out, "  -h, --help", "this text");
    put_help(out, "  -V, --version", "the version");
    fputs("\nExit status: 0 accepted, 1 rejected or refused, 2 I/O error or bad file, 64 usage error.\n", out);
}

static void put_version(FILE *out)
{
    fputs("sframe-ref " VERSION "\n", out);
}

/* Hidden: commands and options for ci/install/completion.py, which describes the columns. */
static void put_table(FILE *out)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
        fprintf(out, "command\t%s\t%s\t%s\n", commands[i].name, commands[i].arguments, commands[i].help);
        for (size_t j = 0; j < NUM_OPTIONS; j++) {
            const struct known_option *o = &known_options[j];
            const char letter[] = { o->letter, '\0' };
            if (commands[i].options >> j & 1)
                fprintf(out, "option\t%s\t%s\t%s\t%s\n", o->name, letter, o->value ? o->value : "", o->help);
        }
    }
}

/* ---- Running --------------------------------------------------------------------------------- */

static int run_command(const struct options *o)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
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

static int print(void (*put)(FILE *out))
{
    struct output out;
    open_output(&out, NULL);
    put(out.file);
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
    if (argc == 2 && strcmp(argv[1], "--completion-table") == 0)
        return print(put_table);
    switch (parse_options(argc, argv, &o)) {
    case PARSED_GOOD: status = run_command(&o); break;
    case PARSED_HELP: status = print(put_usage); break;
    case PARSED_VERSION: status = print(put_version); break;
    case PARSED_BAD: status = STATUS_USAGE; break;
    default: break;
    }
    free_options(&o);
    return status;
}
