/* SPDX-License-Identifier: MIT */
/*
 * sframe-conform promote: from an input that found something to the draft of a case. The input is made as small as it
 * can be while it shows the same; a case that shows it already is named and nothing is written; where one field changed
 * in an accepted case shows it too, the draft is a recipe, else a line for corpus/regress/.
 */
#define _DEFAULT_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "promote.h"

enum { STATUS_DUPLICATE = 1 };

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

/* ---- The input ---------------------------------------------------------------------------------- */

/* As fuzz/fuzz.h describes it: 8 bytes of address, a byte for the profile, a mark. */
static void take_trailer(struct fuzz_promotion *p)
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

static bool read_input(struct fuzz_promotion *p, struct sfc_error *error)
{
    p->in.data = (uint8_t *)sfc_read_file(p->path, FUZZ_PROMOTE_MAX, &p->in.size, error);
    if (!p->in.data)
        return false;
    p->size = p->in.size;
    gen_sha256(p->in.data, p->in.size, p->sha256);
    take_trailer(p);
    if (p->in.profile == SFR_PROFILE_AUTO && p->in.size > 2) {
        const uint8_t version = p->in.data[2];
        p->in.profile = version == 1   ? SFR_PROFILE_V1
                        : version == 2 ? SFR_PROFILE_V2E2
                        : version == 3 ? SFR_PROFILE_V3
                                       : SFR_PROFILE_AUTO;
    }
    return true;
}

/* ---- The command -------------------------------------------------------------------------------------------- */

static int promote_with(struct fuzz_promotion *p, const struct sfc_corpus *corpus)
{
    fuzz_minimise(&p->in, fuzz_promotion_shows, p);
    p->signature = fuzz_signature_of(&p->in);
    const struct sfc_case *known = fuzz_promotion_duplicate(p, corpus);
    if (p->stopped) {
        sfc_complain(p->why.text);
        return p->stopped;
    }
    if (known) {
        const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
        printf("the corpus has it: %s (%s%s%s)\n", known->id, fault ? fault->name : "the same bytes",
               fault ? " at " : "", p->signature.field);
        return STATUS_DUPLICATE;
    }
    return fuzz_promotion_draft(p, corpus);
}

static int promote(struct fuzz_promotion *p)
{
    struct sfc_error error = { "" };
    struct sfc_corpus corpus;

    if (!read_input(p, &error))
        return sfc_complain(error.text);
    p->signature = fuzz_signature_of(&p->in);
    if (p->signature.fault == SFR_FAULT_NONE && !p->command)
        return sfc_complain("the reference accepts this input; say with --while what goes wrong with it");
    int status = p->command ? fuzz_promotion_prepare(p) : 0;
    if (status != 0)
        return status;
    if (!sfc_corpus_load(&corpus, p->corpus, &error))
        return sfc_complain(error.text);
    status = promote_with(p, &corpus);
    sfc_corpus_free(&corpus);
    return status;
}

enum { OPT_PROFILE = 256, OPT_ADDR, OPT_WHILE, OPT_STORY, OPT_NAME, OPT_CORPUS };
static const struct option long_options[] = {
    { "profile", required_argument, NULL, OPT_PROFILE },
    { "addr", required_argument, NULL, OPT_ADDR },
    { "while", required_argument, NULL, OPT_WHILE },
    { "story", required_argument, NULL, OPT_STORY },
    { "name", required_argument, NULL, OPT_NAME },
    { "corpus", required_argument, NULL, OPT_CORPUS },
    { "output", required_argument, NULL, 'o' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
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

static bool take_option(struct fuzz_promotion *p, int option, const char *value)
{
    switch (option) {
    case OPT_PROFILE:
        return (strcmp(value, "auto") != 0 && sfr_profile_from_name(value, &p->in.profile))
               || sfc_complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
    case OPT_ADDR:
        p->has_addr = true;
        return sfc_parse_hex(value, strlen(value), &p->in.addr)
               || sfc_complain("--addr takes a number such as 0x400000") == 0;
    case OPT_WHILE: p->command = value; return is_line(value) || sfc_complain("--while takes one line") == 0;
    case OPT_STORY: p->story = value; return is_line(value) || sfc_complain("--story takes one line") == 0;
    case OPT_NAME:
        p->name = value;
        return value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0'
               || sfc_complain("--name takes lower-case letters, digits and -") == 0;
    case OPT_CORPUS: p->corpus = value; return true;
    case 'o': p->output = value; return true;
    default: return sfc_complain("see sframe-conform promote --help") == 0;
    }
}

int fuzz_command_promote(int argc, char **argv, const char *corpus)
{
    struct fuzz_promotion p = { .corpus = corpus, .in = { .addr = 0x400000 } };
    int option;

    while ((option = getopt_long(argc, argv, "ho:", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return 0;
        }
        if (!take_option(&p, option, optarg))
            return SFC_STATUS_ERROR;
    }
    if (optind + 1 != argc)
        return sfc_complain("name one input; see sframe-conform promote --help");
    p.path = argv[optind];
    const int status = promote(&p);
    if (p.scratch)
        unlink(p.scratch);
    free(p.scratch);
    free(p.in.data);
    return status;
}
