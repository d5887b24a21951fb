/* SPDX-License-Identifier: MIT */
/* Shared by the files of sframe-ref. */
#ifndef SFR_TOOL_H
#define SFR_TOOL_H

#include <stdio.h>

#include "options.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "sfr_text.h"

/* Exit statuses of every subcommand. */
enum { STATUS_ACCEPTED = 0, STATUS_REJECTED = 1, STATUS_TROUBLE = 2, STATUS_USAGE = SFR_USAGE };

struct pair {
    uint64_t key, value;
};
struct list {
    struct pair *items;
    size_t count, room;
};

enum option_id {
    OPT_RAW,
    OPT_ELF,
    OPT_ADDR,
    OPT_PROFILE,
    OPT_BY,
    OPT_NTH,
    OPT_OUTPUT,
    OPT_JSON,
    OPT_LAYOUT,
    OPT_PARTIAL,
    OPT_QUIET,
    OPT_ALL,
    OPT_PC,
    OPT_SCAN,
    OPT_SP,
    OPT_FP,
    OPT_REG,
    OPT_MEM,
    OPT_STACK,
    OPT_STACK_ADDR,
    OPT_PAC_MASK,
    OPT_MAX,
    OPT_CANONICAL,
    OPT_SORT,
    NUM_OPTIONS
};

/* The command line of any subcommand. */
struct options {
    uint32_t given; /* bit N for enum option_id N: see given() */
    enum sfr_profile profile;
    uint64_t addr;
    enum sfr_elf_route route;
    uint64_t nth; /* below 2^32 - 1 */
    const char *output;
    struct list pcs;       /* --pc, in `key` */
    struct list regs, mem; /* --reg N=V, --mem ADDR=V */
    uint64_t sp, fp, pac_mask;
    uint64_t max_frames;
    const char *stack_file;
    uint64_t stack_addr;
    char **files;
    size_t num_files;
};

/* A file's bytes and the section in them. */
struct input {
    char *name;    /* for messages: control characters are escaped */
    void *memory;  /* mapped or allocated */
    size_t mapped; /* bytes, 0 if allocated */
    const uint8_t *image;
    size_t image_size;
    const uint8_t *data; /* the section */
    size_t size;
    uint64_t addr;
    bool is_elf;
    struct sfr_elf elf;
    char error[256];
};

/* input.c: on an error prints a message, keeps it in `error` and returns false. */
bool map_file(struct input *in, const char *path);
bool open_input(struct input *in, const char *path, const struct options *o);
void close_input(struct input *in);

/* output.c */
/* `temporary` replaces `real` when it is complete. Without it `file` is copied to `real`, or is the
   output itself. */
struct output {
    FILE *file;
    const char *path;
    char *real, *temporary;
};
/* NULL and "-" are stdout. */
bool open_output(struct output *out, const char *path);
bool close_output(struct output *out, bool keep);
/* Removes the temporary file, if there is one. Safe in a signal handler. */
void abandon_output(void);
bool write_text(void *file, const char *text, size_t len);
/* Would a section go to a terminal? Says so. */
bool is_for_terminal(const struct options *o);
int write_section(const void *bytes, size_t size, const struct options *o);

/* judge.c: checks a section, and prints its violations, and its doubts if asked for: on stderr, where --quiet prints
   nothing, or as members of a JSON object that goes on. Before them it says that the section contradicts the ELF
   file: they name different ABIs (SFR-ELF-TARGET). */
struct sfr_verdict judge(const struct input *in, const struct options *o, bool doubts, FILE *json);

/* sink.c: where a dump goes, as text or as JSON. */
struct sink;
bool to_sink(void *sink, const char *text, size_t len);
/* Prints what a section says. */
typedef void print_fn(struct sink *sink, const struct sfr_section *s, const struct input *in, const struct options *o);
/* Opens the section of the first file, if judge() accepts it or with --partial, and the output, and prints. Returns the
   exit status. */
int print_section(const struct options *o, print_fn *print);

/* The subcommands; each returns an exit status. */
int cmd_dump(const struct options *o);
int cmd_check(const struct options *o);
int cmd_find(const struct options *o);
int cmd_unwind(const struct options *o);
int cmd_encode(const struct options *o);
int cmd_extract(const struct options *o);
int cmd_clauses(const struct options *o);

/* command_line.c: the options, for main.c. */
extern const struct sfr_option known_options[NUM_OPTIONS + 1];
bool take_option(void *options, int id, char *arg);
void free_options(struct options *o);
bool given(const struct options *o, enum option_id which);

/* text.c */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A usage error: the message ends with the command to run next. Returns false. */
bool misused(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool json_string(FILE *file, const char *s, size_t len);

#endif
