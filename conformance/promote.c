/* SPDX-License-Identifier: MIT */
/*
 * sframe-conform promote: from an input that found something to the draft of a case. The input is made as small as it
 * can be while it shows the same; a case that shows it already is named and nothing is written; where one field changed
 * in an accepted case shows it too, the draft is a recipe, else a line for corpus/regress/.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../gen/sha256.h"
#include "conform_paths.h"
#include "markup.h"
#include "options.h"
#include "places.h"
#include "promote.h"

enum { STATUS_DUPLICATE = 1, STATUS_INTERRUPTED = 128 + SIGINT };

static const char usage[] =
    "usage: sframe-conform promote [OPTION...] INPUT     make the draft of a case of an input that found something\n"
    "\n"
    "  --profile P          judge it by v1, v2, v2e1, v2e2 or v3 (default: what the version number says)\n"
    "  --addr N             address of the section, hexadecimal (default 0x400000)\n"
    "  --while COMMAND      the input shows something as long as `COMMAND FILE` fails, in a shell; without it, as\n"
    "                       long as the reference refuses it for the same reason\n"
    "  --story TEXT         what it found, in one line\n"
    "  --name NAME          of the files that are written (default: fault class and field)\n"
    "  -o, --output DIR     write NAME.input and NAME.recipe or NAME.md there; without it the draft is printed\n"
    "  --corpus DIR         the corpus that may have such a case (default: the one that came with this program)\n"
    "  -h, --help           print this\n"
    "\n"
    "An input is a section, with or without the trailer of the fuzzing harnesses, which names address and profile.\n"
    "exit status: 0 drafted, 1 the corpus has such a case, 4 wrong usage, nothing wrong with the input, a file\n"
    "that cannot be read or written, or a COMMAND that cannot be run, 130 interrupted\n";

struct promotion {
    const char *path, *story, *name, *output, *corpus, *command;
    bool has_addr;
    struct sfr_input in;
    struct sfr_signature signature;
    char sha256[GEN_SHA256_TEXT];      /* of the file as it was */
    size_t size;
    char *scratch;                     /* the file that the command is given; NULL if there is none */
    int stopped;                       /* the exit status if the command cannot be asked any more, else 0 */
    struct sfr_error why;              /* it cannot */
};

/* ---- The input ---------------------------------------------------------------------------------- */

/* As fuzz/fuzz.h describes it: 8 bytes of address, a byte for the profile, a mark. */
static void take_trailer(struct promotion *p)
{
    enum { TRAILER = 13 };
    const uint8_t *const at = p->in.size < TRAILER ? NULL : p->in.data + p->in.size - TRAILER;

    if (!at || memcmp(at + 9, "\xf5\x5a\x66\x75", 4) != 0)
        return;
    p->in.size -= TRAILER;
    if (!p->has_addr) {
        p->in.addr = 0;
        for (unsigned i = 0; i < 8; i++)
            p->in.addr |= (uint64_t)at[i] << 8 * i;
    }
    if (p->in.profile == SFR_PROFILE_AUTO)
        p->in.profile = (enum sfr_profile)(at[8] % (SFR_PROFILE_V3 + 1));
}

static bool read_input(struct promotion *p, struct sfr_error *error)
{
    p->in.data = (uint8_t *)sfr_read_file(p->path, SFR_PROMOTE_MAX, &p->in.size, error);
    if (!p->in.data)
        return false;
    p->size = p->in.size;
    gen_sha256(p->in.data, p->in.size, p->sha256);
    take_trailer(p);
    if (p->in.profile == SFR_PROFILE_AUTO && p->in.size > 2) {
        const uint8_t version = p->in.data[2];
        p->in.profile = version == 1 ? SFR_PROFILE_V1 : version == 2 ? SFR_PROFILE_V2E2
            : version == 3 ? SFR_PROFILE_V3 : SFR_PROFILE_AUTO;
    }
    return true;
}

/* ---- What it shows ---------------------------------------------------------------------------------- */

/* What the command ends with when it is given this input, as a shell counts; below 0 and p->why if it cannot be run. */
static int run_command(struct promotion *p, const struct sfr_input *in)
{
    struct sfr_buffer line = { 0 };

    if (!sfr_write_file(p->scratch, in->data, in->size, &p->why))
        return -1;
    sfr_buffer_printf(&line, "%s ", p->command);
    sfr_add_quoted(&line, p->scratch);
    sfr_buffer_printf(&line, " >/dev/null 2>&1");
    const int status = system(line.data);
    sfr_buffer_free(&line);
    if (status < 0)
        sfr_fail(&p->why, "a shell cannot be started: %s", strerror(errno));
    return status < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Does the command fail with this input? What says nothing of the input, an interrupt or a command that cannot be run,
   ends all: it must not be taken for a failure. */
static bool fails(struct promotion *p, const struct sfr_input *in)
{
    if (p->stopped)
        return false;
    const int status = run_command(p, in);
    switch (status) {
    case 128 + SIGINT: case 128 + SIGQUIT:
        p->stopped = STATUS_INTERRUPTED;
        return sfr_fail(&p->why, "interrupted; nothing is drafted");
    case 126: case 127:
        p->stopped = SFR_STATUS_ERROR;
        return sfr_fail(&p->why, "`%s` cannot be run (exit status %d); nothing is drafted", p->command, status);
    default:
        p->stopped = status < 0 ? SFR_STATUS_ERROR : 0;
        return status > 0;
    }
}

static bool shows(void *ctx, const struct sfr_input *in)
{
    struct promotion *p = ctx;

    if (p->stopped)
        return false;
    const struct sfr_signature now = sfr_signature_of(in);
    return sfr_signature_same(&now, &p->signature) && (!p->command || fails(p, in));
}

static bool make_scratch(struct promotion *p, struct sfr_error *error)
{
    const char *tmp = getenv("TMPDIR");
    char *path = sfr_format_path(tmp && *tmp ? tmp : "/tmp", "sframe-promote-", "XXXXXX");
    const int fd = mkstemp(path);

    if (fd < 0) {
        sfr_fail(error, "%s: %s", path, strerror(errno));
        free(path);
        return false;
    }
    close(fd);
    p->scratch = path;
    return true;
}

/* Returns 0, or an exit status. */
static int prepare_command(struct promotion *p)
{
    if (!make_scratch(p, &p->why))
        return sfr_complain(p->why.text);
    if (fails(p, &p->in))
        return 0;
    if (!p->stopped) {
        p->stopped = SFR_STATUS_ERROR;
        sfr_fail(&p->why, "`%s` does not fail with %s: it shows nothing", p->command, p->path);
    }
    sfr_complain(p->why.text);
    return p->stopped;
}

/* ---- Cases that show it already ------------------------------------------------------------------------ */

static bool input_of_case(const struct sfr_case *c, struct sfr_input *in)
{
    *in = (struct sfr_input){ (uint8_t *)(uintptr_t)c->bytes, (size_t)c->size, c->addr, SFR_PROFILE_AUTO };
    return c->op == SFR_OP_DECODE && !c->elf && sfr_profile_from_name(c->profile, &in->profile);
}

/* What names no version is judged by no profile, and found again by any. */
static bool is_judged_alike(const struct promotion *p, const struct sfr_input *in)
{
    return p->in.profile == SFR_PROFILE_AUTO || p->in.profile == in->profile;
}

/* Of an accepted input the same bytes, else the same fault, clause and field, judged by the same profile. What the command
   does with the case counts: of two inputs that the reference refuses for the same reason it may fail with one. */
static bool is_duplicate(struct promotion *p, const struct sfr_case *c)
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
    struct sfr_input in;

    if (!input_of_case(c, &in) || !is_judged_alike(p, &in))
        return false;
    if (in.size == p->in.size && memcmp(in.data, p->in.data, in.size) == 0)
        return true;
    if (!fault || c->expect != SFR_EXPECT_REJECT || strcmp(c->fault_class, fault->name) != 0)
        return false;
    const struct sfr_signature other = sfr_signature_of(&in);
    return sfr_signature_same(&other, &p->signature) && (!p->command || fails(p, &in));
}

static const struct sfr_case *find_duplicate(struct promotion *p, const struct sfr_corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        if (is_duplicate(p, &corpus->cases[i]))
            return &corpus->cases[i];
    }
    return NULL;
}

/* ---- As one field of an accepted case -------------------------------------------------------------------- */

struct graft {
    const struct sfr_case *parent;
    struct sfr_field field;
    uint64_t value;
    struct sfr_signature signature;
};

static bool is_big(const struct sfr_input *in)
{
    return in->size > 0 && in->data[0] == 0xde;
}

/* The bytes of the fault, put into the same field of the parent: is it the same fault there? */
static bool try_graft(const struct promotion *p, const struct sfr_field *from, const struct sfr_case *parent,
                      struct graft *g)
{
    struct sfr_input in, changed;

    if (!input_of_case(parent, &in) || in.profile != p->in.profile || is_big(&in) != is_big(&p->in) ||
        !sfr_field_named(&in, from->name, &g->field) || g->field.width != from->width)
        return false;
    changed = in;
    changed.data = sfr_alloc(in.size, 1);
    memcpy(changed.data, in.data, in.size);
    memcpy(changed.data + g->field.start, p->in.data + from->start, from->width);
    g->signature = sfr_signature_of(&changed);
    const bool same = memcmp(changed.data, in.data, in.size) != 0 && sfr_signature_same(&g->signature, &p->signature);
    free(changed.data);
    g->parent = parent;
    g->value = 0;
    for (unsigned i = 0; i < from->width; i++)
        g->value |= (uint64_t)p->in.data[from->start + (is_big(&in) ? from->width - 1 - i : i)] << 8 * i;
    return same;
}

/* AREA/NAME of the id PROFILE/ABI-ORDER/AREA/NAME; NULL if it is none. */
static const char *place_of(const char *id)
{
    const char *slash = strchr(id, '/');

    slash = slash ? strchr(slash + 1, '/') : NULL;
    return slash ? slash + 1 : NULL;
}

/* The smallest accepted case that will do. */
static bool find_graft(const struct promotion *p, const struct sfr_corpus *corpus, struct graft *best)
{
    struct sfr_field from;

    best->parent = NULL;
    if (p->signature.fault == SFR_FAULT_NONE || p->command || !sfr_field_named(&p->in, p->signature.field, &from))
        return false;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfr_case *c = &corpus->cases[i];
        struct graft g;
        /* What real tools made has no recipe that could be a parent. */
        if (c->expect == SFR_EXPECT_ACCEPT && strncmp(c->id, "real/", 5) != 0 && place_of(c->id) &&
            (!best->parent || c->size < best->parent->size) && try_graft(p, &from, c, &g))
            *best = g;
    }
    return best->parent != NULL;
}

/* ---- The draft ------------------------------------------------------------------------------------------- */

static void add_provenance(const struct promotion *p, struct sfr_buffer *b, const char *before)
{
    const char *base = strrchr(p->path, '/');

    sfr_buffer_printf(b, "%sfrom ", before);
    sfr_add_line(b, base ? base + 1 : p->path);
    sfr_buffer_printf(b, ", %zu bytes, sha256 %s\n", p->size, p->sha256);
    sfr_buffer_printf(b, "%sby sframe-conform promote %s; judged as %s at address 0x%" PRIx64 "\n", before,
                      SFR_CONFORM_VERSION, sfr_profile_name(p->in.profile), p->in.addr);
    if (p->command) {
        sfr_buffer_printf(b, "%sas long as this failed: ", before);
        sfr_add_line(b, p->command);
        sfr_buffer_printf(b, "\n");
    }
}

static void draft_recipe(const struct promotion *p, const struct graft *g, struct sfr_buffer *b)
{
    const bool both_orders = strcmp(g->parent->abi, "aarch64") == 0;

    add_provenance(p, b, "# ");
    sfr_buffer_printf(b, "title: %s\n", p->story);
    sfr_buffer_printf(b, "clauses: %s\n", sfr_clause_info(p->signature.clause)->id);
    sfr_buffer_printf(b, "for: %s %s%s%s\n", g->parent->profile, g->parent->abi, both_orders ? "-" : "",
                      both_orders ? g->parent->order : "");
    sfr_buffer_printf(b, "parent: %s\n", place_of(g->parent->id));
    sfr_buffer_printf(b, "set: %s = 0x%" PRIx64 "\n", g->field.name, g->value);
    sfr_buffer_printf(b, "expect: reject %s at %s\n", sfr_fault_info(p->signature.fault)->name, g->signature.field);
}

static void draft_regression(const struct promotion *p, struct sfr_buffer *b)
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);

    sfr_buffer_printf(b, "| `%s.input` | %s |\n\n", p->name, p->story);
    add_provenance(p, b, "- ");
    if (fault)
        sfr_buffer_printf(b, "- refused: %s, %s, %s, bytes 0x%" PRIx64 "-0x%" PRIx64 "\n", fault->name,
                          sfr_clause_info(p->signature.clause)->id, p->signature.field, p->signature.start,
                          p->signature.end);
    else
        sfr_buffer_printf(b, "- accepted by the reference\n");
}

/* DIR/NAME with this ending; NULL and *error if there is such a file, which is not replaced. */
static char *new_path(const struct promotion *p, const char *ending, struct sfr_error *error)
{
    char *path = sfr_format_path(p->output, p->name, ending);

    if (access(path, F_OK) != 0)
        return path;
    sfr_fail(error, "%s is there already; take it away, or give another --name", path);
    free(path);
    return NULL;
}

/* Both files of a draft or none. */
static bool write_files(const struct promotion *p, const char *ending, const struct sfr_buffer *text,
                        struct sfr_error *error)
{
    char *input = new_path(p, ".input", error), *draft = input ? new_path(p, ending, error) : NULL;
    bool good = draft && sfr_write_file(input, p->in.data, p->in.size, error);

    if (good && !sfr_write_file(draft, text->data, text->len, error)) {
        unlink(input);
        good = false;
    }
    if (good)
        fprintf(stderr, "%s\n%s\n", input, draft);
    free(input);
    free(draft);
    return good;
}

static void name_it(struct promotion *p, char name[160])
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
    size_t len = 0;

    snprintf(name, 160, "%s-%s", fault ? fault->name : "accepted", fault ? p->signature.field : p->sha256);
    for (const char *c = name; *c && len < 100; c++) {
        const bool plain = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');
        if (plain || (len > 0 && name[len - 1] != '-'))
            name[len++] = plain ? *c : '-';
    }
    while (len > 0 && name[len - 1] == '-')
        len--;
    name[len] = '\0';
    p->name = name;
}

static int write_draft(struct promotion *p, const struct graft *g)
{
    struct sfr_buffer b = { 0 };
    struct sfr_error error = { "" };
    char name[160];
    bool good = true;

    if (!p->name)
        name_it(p, name);
    if (!p->story)
        p->story = p->signature.fault == SFR_FAULT_NONE ? "say here what it found"
                                                        : sfr_fault_info(p->signature.fault)->message;
    if (g)
        draft_recipe(p, g, &b);
    else
        draft_regression(p, &b);
    if (p->output)
        good = write_files(p, g ? ".recipe" : ".md", &b, &error);
    else
        fputs(b.data, stdout);
    sfr_buffer_free(&b);
    return good ? 0 : sfr_complain(error.text);
}

/* ---- The command -------------------------------------------------------------------------------------------- */

static int promote_with(struct promotion *p, const struct sfr_corpus *corpus)
{
    struct graft g;

    sfr_minimise(&p->in, shows, p);
    p->signature = sfr_signature_of(&p->in);
    const struct sfr_case *known = find_duplicate(p, corpus);
    if (p->stopped) {
        sfr_complain(p->why.text);
        return p->stopped;
    }
    if (known) {
        const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
        printf("the corpus has it: %s (%s%s%s)\n", known->id, fault ? fault->name : "the same bytes",
               fault ? " at " : "", p->signature.field);
        return STATUS_DUPLICATE;
    }
    return write_draft(p, find_graft(p, corpus, &g) ? &g : NULL);
}

static int promote(struct promotion *p)
{
    struct sfr_error error = { "" };
    struct sfr_corpus corpus;

    if (!read_input(p, &error))
        return sfr_complain(error.text);
    p->signature = sfr_signature_of(&p->in);
    if (p->signature.fault == SFR_FAULT_NONE && !p->command)
        return sfr_complain("the reference accepts this input; say with --while what goes wrong with it");
    int status = p->command ? prepare_command(p) : 0;
    if (status != 0)
        return status;
    if (!sfr_corpus_load(&corpus, p->corpus, &error))
        return sfr_complain(error.text);
    status = promote_with(p, &corpus);
    sfr_corpus_free(&corpus);
    return status;
}

enum { OPT_PROFILE = 256, OPT_ADDR, OPT_WHILE, OPT_STORY, OPT_NAME, OPT_CORPUS };
static const struct option long_options[] = {
    { "profile", required_argument, NULL, OPT_PROFILE }, { "addr", required_argument, NULL, OPT_ADDR },
    { "while", required_argument, NULL, OPT_WHILE }, { "story", required_argument, NULL, OPT_STORY },
    { "name", required_argument, NULL, OPT_NAME }, { "corpus", required_argument, NULL, OPT_CORPUS },
    { "output", required_argument, NULL, 'o' }, { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 },
};

/* One line of text without control bytes. */
static bool is_line(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f)
            return false;
    }
    return true;
}

static bool take_option(struct promotion *p, int option, const char *value)
{
    switch (option) {
    case OPT_PROFILE:
        return (strcmp(value, "auto") != 0 && sfr_profile_from_name(value, &p->in.profile))
            || sfr_complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
    case OPT_ADDR:
        p->has_addr = true;
        return sfr_parse_hex(value, strlen(value), &p->in.addr) || sfr_complain("--addr takes a number such as 0x400000") == 0;
    case OPT_WHILE: p->command = value; return is_line(value) || sfr_complain("--while takes one line") == 0;
    case OPT_STORY: p->story = value; return is_line(value) || sfr_complain("--story takes one line") == 0;
    case OPT_NAME:
        p->name = value;
        return value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0'
            || sfr_complain("--name takes lower-case letters, digits and -") == 0;
    case OPT_CORPUS: p->corpus = value; return true;
    case 'o': p->output = value; return true;
    default: return sfr_complain("see sframe-conform promote --help") == 0;
    }
}

int sfr_command_promote(int argc, char **argv, const char *corpus)
{
    struct promotion p = { .corpus = corpus, .in = { .addr = 0x400000 } };
    int option;

    while ((option = getopt_long(argc, argv, "ho:", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return 0;
        }
        if (!take_option(&p, option, optarg))
            return SFR_STATUS_ERROR;
    }
    if (optind + 1 != argc)
        return sfr_complain("name one input; see sframe-conform promote --help");
    p.path = argv[optind];
    const int status = promote(&p);
    if (p.scratch)
        unlink(p.scratch);
    free(p.scratch);
    free(p.in.data);
    return status;
}
