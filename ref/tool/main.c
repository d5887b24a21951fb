/* SPDX-License-Identifier: MIT */
/* sframe-ref: the reference as a command. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "tool.h"

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

#define COMMAND(name_, min_, max_, synopsis_, summary_, takes_)                       \
    {                                                                                 \
        { .name = #name_,                                                             \
          .synopsis = (synopsis_),                                                    \
          .summary = (summary_),                                                      \
          .options = known_options,                                                   \
          .takes = (takes_),                                                          \
          .statuses = "0 accepted, 1 rejected or refused, 2 I/O error or bad file" }, \
            cmd_##name_, (min_), (max_)                                               \
    }

static const struct command {
    struct sfr_command is;
    int (*run)(const struct options *o);
    size_t min_files, max_files;
} commands[] = {
    COMMAND(dump, 1, 1, "FILE", "the section as canonical text", READ | 1u << OPT_LAYOUT),
    COMMAND(check, 1, SIZE_MAX, "FILE...", "all findings: violations and doubts, with clause and byte range", JUDGED),
    COMMAND(find, 1, 1, "FILE --pc X", "the function and row for each PC", READ | 1u << OPT_PC | 1u << OPT_SCAN),
    COMMAND(unwind, 1, 1, "FILE --pc X --sp Y --fp Z", "a stack trace from the given registers and memory",
            READ | STATE),
    COMMAND(encode, 1, 1, "DUMP -o OUT", "a section from its dump", WRITTEN),
    COMMAND(extract, 1, 1, "FILE -o OUT", "the section of an ELF file; of an object, relocated",
            FORM | 1u << OPT_ADDR | 1u << OPT_OUTPUT | 1u << OPT_QUIET),
    COMMAND(clauses, 0, 1, "[WHAT]", "the registers: clauses, faults, policies, refusals, or one id",
            1u << OPT_JSON | 1u << OPT_OUTPUT),
};

static const struct sfr_command *command_at(size_t i)
{
    return i < sizeof commands / sizeof commands[0] ? &commands[i].is : NULL;
}

static const struct sfr_program program = {
    .name = "sframe-ref",
    .about = "Reads, checks and writes SFrame stack-trace sections, version 1 to 3. FILE is a raw section or an\n"
             "ELF file, detected by its content; - is standard input.",
    .end = "Exit status: 0 accepted, 1 rejected or refused, 2 I/O error or bad file, 64 wrong usage.\n",
    .version = VERSION,
    .command = command_at,
    .options = known_options,
};

/* ---- Running --------------------------------------------------------------------------------- */

static bool go_together(const struct options *o)
{
    if (given(o, OPT_RAW) && given(o, OPT_ELF))
        return misused("--raw and --elf cannot be used together");
    if (given(o, OPT_RAW) && (given(o, OPT_BY) || given(o, OPT_NTH)))
        return misused("--raw and --%s cannot be used together", given(o, OPT_BY) ? "by" : "nth");
    return true;
}

static int run_command(const struct command *command, const struct options *o)
{
    if (o->num_files < command->min_files || o->num_files > command->max_files) {
        misused("%s takes %s, not %zu", command->is.name,
                command->max_files > 1 ? "at least one FILE"
                : command->min_files   ? "one FILE"
                                       : "at most one name",
                o->num_files);
        return STATUS_USAGE;
    }
    return go_together(o) ? command->run(o) : STATUS_USAGE;
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

/* What was printed on standard output may not have arrived. */
static int printed(void)
{
    struct output out;
    return open_output(&out, NULL) && close_output(&out, true) ? STATUS_ACCEPTED : STATUS_TROUBLE;
}

int main(int argc, char **argv)
{
    struct options o = { .max_frames = 256 };
    int first, status;

    if (!occupy_standard_streams())
        return STATUS_TROUBLE;
    /* A section can have a finding for every few bytes. */
    setvbuf(stderr, NULL, _IOFBF, BUFSIZ);
    const struct sfr_command *const command =
        sfr_start(&program, argc, argv, take_option, &o, &o.given, &first, &status);
    if (command) {
        o.files = argv + first;
        o.num_files = (size_t)(argc - first);
        status = run_command((const struct command *)command, &o);
    } else if (status == 0) {
        status = printed();
    }
    free_options(&o);
    return status;
}
