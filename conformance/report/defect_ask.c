/* SPDX-License-Identifier: MIT */
/* How one implementation is asked by hand about a case, and what it answered. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "defect_ask.h"
#include "defect_shell.h"
#include "markup.h"
#include "places.h"
#include "protocol.h"

/* ---- Words ------------------------------------------------------------------------------- */

/* A block of code keeps every character but those that are none. */
static void add_code_line(struct sfc_buffer *b, const char *text)
{
    sfc_buffer_printf(b, "    ");
    sfc_add_line(b, text);
    sfc_buffer_printf(b, "\n");
}

static void add_code_lines(struct sfc_buffer *b, const char *text)
{
    while (*text) {
        const size_t len = strcspn(text, "\n");
        char *line = sfc_copy_text(text, len);
        add_code_line(b, line);
        free(line);
        text += len + (text[len] == '\n');
    }
}

void sfc_add_dump_line(struct sfc_buffer *out, const char *before, const char *line)
{
    sfc_buffer_printf(out, "\n%s\n\n", before);
    add_code_line(out, *line ? line : "(no line)");
}

/* ---- The adapter file ----------------------------------------------------------------------- */

/* The adapter file that came with this program under the name, else the one that the results name. */
static bool read_adapter(struct sfc_config *config, const char *path, struct sfc_error *error)
{
    static const char ending[] = ".conf";
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path ? path : "";
    const size_t len = strlen(name), cut = sizeof ending - 1;
    char *base = sfc_copy_text(name, len > cut && strcmp(name + len - cut, ending) == 0 ? len - cut : len);
    char *folder = sfc_format_path(sfc_data_folder(), "adapters", ""), *shipped = sfc_format_path(folder, base, ending);
    const bool good = sfc_config_read(config, shipped, NULL) || (path && sfc_config_read(config, path, error));
    free(base);
    free(folder);
    free(shipped);
    return good;
}

/* ---- A command ---------------------------------------------------------------------------------- */

/* Makes the file that the command reads, unless a command above has made it. */
static void add_file(struct sfc_buffer *b, const struct sfc_case *c, bool elf, struct sfc_made *made)
{
    bool *have = elf || c->elf ? &made->elf : &made->raw;
    if (*have) {
        sfc_buffer_printf(b, "\nWith the file made above:\n");
        return;
    }
    *have = true;
    if (c->size > SFC_MAX_PASTED) {
        sfc_buffer_printf(b, "\nThe file is too large to paste. This suite writes it:\n\n```sh\n");
        sfc_buffer_printf(b, "sframe-conform show --%s %s ", elf ? "elf" : "raw", elf ? "case.elf" : "section.bin");
        sfc_add_quoted(b, c->id);
        sfc_buffer_printf(b, "\n```\n");
        return;
    }
    sfc_buffer_printf(b, "\nMake the file, in an empty folder:\n\n```sh\n");
    sfc_add_case_commands(b, c, elf);
    sfc_buffer_printf(b, "```\n\nThen ask:\n");
}

static void add_commands(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_config *config,
                         const struct sfc_record *r, struct sfc_made *made)
{
    const struct sfc_request request = sfc_case_request(c);
    const bool elf = sfc_tool_takes_elf(config, &request) || c->elf;
    add_file(b, c, elf, made);
    sfc_buffer_printf(b, "\n```sh\n(\n");
    if (config->memory_mib > 0)
        sfc_buffer_printf(b, "ulimit -v %" PRIu64 "\n", config->memory_mib << 10);
    if (config->cpu_seconds > 0 && (r->outcome == SFC_TIMEOUT || r->outcome == SFC_LIMIT))
        sfc_buffer_printf(b, "ulimit -t %" PRIu64 "\n", config->cpu_seconds);
    sfc_buffer_printf(b, "LC_ALL=C; export LC_ALL\n");
    sfc_add_tool_command(b, config, &request, elf ? "case.elf" : "section.bin");
    sfc_buffer_printf(b, "\n)\n```\n");
}

/* ---- No command ------------------------------------------------------------------------------------- */

static void add_pcs(struct sfc_buffer *b, const struct sfc_case *c)
{
    for (size_t i = 0; i < c->num_pcs; i++) {
        const bool second = c->in_second && c->in_second[i];
        const int64_t distance = (int64_t)(c->pcs[i] - (second ? c->second_addr : c->addr));
        const bool is_far = distance < INT32_MIN || distance > INT32_MAX;
        sfc_buffer_printf(b, "err = sframe_find_fre(%s, %" PRId64 ", &fre); /* PC 0x%" PRIx64 "%s */\n",
                          second ? "second_ctx" : "ctx", distance, c->pcs[i],
                          is_far ? "; before libsframe.so.3 the distance has 32 bits, and this finds nothing" : "");
    }
}

/* The calls that the adapter of libsframe makes. */
static void add_calls(struct sfc_buffer *b, const struct sfc_case *c)
{
    sfc_buffer_printf(b, "\nNo command asks libsframe this question. In C, with <sframe-api.h>:\n\n```c\n"
                         "static const unsigned char section[] = {\n");
    sfc_add_c_bytes(b, c->bytes, c->size);
    sfc_buffer_printf(b, "};\nint err;\nsframe_frame_row_entry fre;\n"
                         "sframe_decoder_ctx *ctx = sframe_decode((const char *)section, sizeof section, &err);\n");
    if (c->second) {
        sfc_buffer_printf(b, "static const unsigned char second[] = {\n");
        sfc_add_c_bytes(b, c->second_bytes, c->second_size);
        sfc_buffer_printf(b, "};\nsframe_decoder_ctx *second_ctx = "
                             "sframe_decode((const char *)second, sizeof second, &err);\n");
    }
    if (c->op == SFC_OP_DECODE)
        sfc_buffer_printf(b, "/* Then sframe_decoder_get_fre(ctx, f, r, &fre) for each FRE r of each function f. */\n");
    else
        sfc_buffer_printf(b, "/* The section is at 0x%" PRIx64 "; a PC is given as its distance from there. */\n",
                          c->addr);
    add_pcs(b, c);
    sfc_buffer_printf(b, "```\n");
}

/* The request of PROTOCOL.md, whose body need not be text. */
static void add_request(struct sfc_buffer *b, const struct sfc_case *c)
{
    struct sfc_request request = sfc_case_request(c);
    const bool is_text = c->op == SFC_OP_ENCODE;
    struct sfc_buffer frame = { 0 };
    sfc_frame_case(&frame, 1, &request, is_text ? "dump" : c->elf ? "elf" : "raw");
    char *text = sfc_copy_text(frame.data, frame.len - (is_text ? 0 : c->size + c->second_size));
    sfc_buffer_printf(b, "\nNo stock tool asks this question. The request to an adapter (PROTOCOL.md)%s:\n\n",
                      is_text     ? ""
                      : c->second ? ", before the bytes of both sections"
                                  : ", before the bytes of the section");
    add_code_lines(b, text);
    free(text);
    sfc_buffer_free(&frame);
}

static bool is_libsframe(const struct sfc_results *run)
{
    return strcmp(run->implementation, "libsframe") == 0;
}

static void add_question(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_results *run)
{
    if (is_libsframe(run) && !c->elf && c->op != SFC_OP_ENCODE && c->size + c->second_size <= SFC_MAX_PASTED)
        add_calls(b, c);
    else
        add_request(b, c);
}

/* ---- The answer ----------------------------------------------------------------------------------------- */

/* The number of "SIGABRT"; 0 if there is no such signal. */
static int find_signal(const char *name)
{
    char text[32];
    for (int i = 1; i < 65; i++)
        if (strcmp(sfc_signal_name(i, text), name) == 0)
            return i;
    return 0;
}

static void add_crash(struct sfc_buffer *b, const struct sfc_record *r, bool by_command)
{
    const int number = r->detail ? find_signal(r->detail) : 0;
    if (number == 0) {
        sfc_buffer_printf(b, "It crashes (");
        sfc_add_markdown(b, r->detail ? r->detail : "in two ways");
        sfc_buffer_printf(b, ").\n");
        return;
    }
    sfc_buffer_printf(b, "It is killed by %s", r->detail);
    if (by_command)
        sfc_buffer_printf(b, ": exit status %d of the shell", 128 + number);
    sfc_buffer_printf(b, ".\n");
}

/* The exit status with which it accepts, or -1 if the adapter file does not say. */
static int accepting_status(const struct sfc_config *config)
{
    for (size_t i = 0; i < config->num_rules; i++)
        for (size_t k = 0; config->rules[i].meaning == SFC_MEANS_ACCEPT && k < config->rules[i].num_conditions; k++)
            if (config->rules[i].conditions[k].source == SFC_SOURCE_EXIT)
                return config->rules[i].conditions[k].status;
    return -1;
}

/* What happened, in a sentence. `config` is NULL if it is not asked by a command. */
static void add_deed(struct sfc_buffer *b, const struct sfc_record *r, const struct sfc_config *config)
{
    static const char *const words[SFC_NUM_OUTCOMES] = {
        [SFC_WRONG_OUTPUT] = "It answers wrongly",
        [SFC_TOO_STRICT] = "It refuses",
        [SFC_TOO_LENIENT] = "It accepts",
        [SFC_TIMEOUT] = "It does not answer in time",
        [SFC_INCONSISTENT] =
            "Its answer is one that the question allows, but not the one that it declares or gives in other cases",
        [SFC_PROTOCOL] = "This suite cannot read its output as an answer",
    };
    const int status = config ? accepting_status(config) : -1;
    if (r->outcome == SFC_CRASH) {
        add_crash(b, r, config != NULL);
        return;
    }
    sfc_buffer_printf(b, "%s%s", words[r->outcome] ? "" : "The outcome is ",
                      words[r->outcome] ? words[r->outcome] : sfc_outcome_name(r->outcome));
    if (r->outcome == SFC_TOO_LENIENT && status >= 0)
        sfc_buffer_printf(b, ", without an error message: exit status %d", status);
    if (r->detail) {
        sfc_buffer_printf(b, ": ");
        sfc_add_markdown(b, r->detail);
    }
    sfc_buffer_printf(b, ".\n");
}

static void add_message(struct sfc_buffer *b, const struct sfc_record *r, bool by_command)
{
    /* Of other outcomes the message is about the answer. */
    const bool is_own =
        by_command
        && (sfc_outcome_is_unsafe(r->outcome) || r->outcome == SFC_TOO_STRICT || r->outcome == SFC_TOO_LENIENT);
    if (!r->message)
        return;
    sfc_buffer_printf(b, "\n%s\n\n",
                      is_own       ? "It prints on standard error:"
                      : by_command ? "The runner's words:"
                                   : "Its words, or the runner's:");
    add_code_line(b, r->message);
}

static void add_seen(struct sfc_buffer *b, const struct sfc_case *c, const struct sfc_record *r,
                     const struct sfc_config *config)
{
    struct sfc_buffer printed = { 0 };
    sfc_buffer_printf(b, "\n#### Seen\n\n");
    add_deed(b, r, config);
    add_message(b, r, config != NULL);
    if (r->seen)
        sfc_add_dump_line(b, "In the words of this suite's dump:", r->seen);
    if (config && config->normaliser && sfc_add_printed(&printed, config->normaliser->name, c, r->detail, r->seen))
        sfc_add_dump_line(b, "It prints on standard output:", printed.data);
    sfc_buffer_free(&printed);
    if (r->standing == SFC_STANDS_KNOWN && r->known && strchr(r->known, '|')) {
        sfc_buffer_printf(b, "\nThe outcome depends on what lies in memory; runs have shown: ");
        sfc_add_markdown(b, r->known);
        sfc_buffer_printf(b, ".\n");
    }
}

void sfc_add_reproduction(struct sfc_buffer *out, const struct sfc_case *c, const struct sfc_failure *failure,
                          struct sfc_made *made)
{
    const struct sfc_results *run = failure->run;
    struct sfc_config config;
    struct sfc_error error = { "" };
    const bool known = read_adapter(&config, run->adapter, &error);
    const bool by_command = known && config.rung_kind == SFC_RUNG_COMMAND && config.commands[c->op].words;
    sfc_buffer_printf(out, "\n### ");
    sfc_add_markdown(out, run->implementation);
    sfc_buffer_printf(out, " ");
    sfc_add_markdown(out, run->version);
    sfc_buffer_printf(out, "\n");
    if (by_command)
        add_commands(out, c, &config, failure->record, made);
    else
        add_question(out, c, run);
    if (is_libsframe(run))
        sfc_buffer_printf(out,
                          "\nThe adapter puts an unreadable page after each block of memory of the library, so that "
                          "an access past its end is a crash. Without it, use a sanitizer or Valgrind.\n");
    if (!known) {
        sfc_buffer_printf(out, "\nThe adapter file cannot be read here, so its command is not known: ");
        sfc_add_markdown(out, error.text);
        sfc_buffer_printf(out, "\n");
    }
    add_seen(out, c, failure->record, by_command ? &config : NULL);
    if (known)
        sfc_config_free(&config);
}
