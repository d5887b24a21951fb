/* SPDX-License-Identifier: MIT */
/* sframe-conform show: a case as it is, or its section alone. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "explain.h"
#include "selection.h"

struct options {
    struct sfc_corpus_choice choice;
    const char *elf, *raw;
};

static int write_section(const struct sfc_case *c, const char *path, bool wrapped)
{
    const struct sfc_request request = sfc_case_request(c);
    struct sfc_buffer b = { 0 };
    struct sfc_error error = { "" };
    if (wrapped && !c->elf)
        sfc_wrap_elf(&request, &b);
    else
        sfc_buffer_add(&b, c->bytes, (size_t)c->size);
    const bool good = sfc_is_stdout(path) && isatty(1)
                          ? sfc_fail(&error, "a section is bytes, not text: send it to a file or a pipe")
                          : sfc_write_file(path, sfc_buffer_text(&b), b.len, &error);
    sfc_buffer_free(&b);
    return good ? 0 : sfc_complain(error.text);
}

static int show_case(const struct sfc_case *c, const void *ctx)
{
    const struct options *o = ctx;
    if (o->elf && c->op == SFC_OP_ENCODE)
        return sfc_complain("the case is about a dump, which no ELF file has: --raw writes it");
    if (o->elf || o->raw) {
        const int status = o->elf ? write_section(c, o->elf, true) : 0;
        return status == 0 && o->raw ? write_section(c, o->raw, false) : status;
    }
    size_t len = 0;
    struct sfc_error error = { "" };
    char *text = sfc_store_read(c->store, c->path, SIZE_MAX / 2, &len, &error);
    if (!text)
        return sfc_complain(error.text);
    fwrite(text, 1, len, stdout);
    free(text);
    return sfc_explain_in_words(c, "show", true);
}

static int show(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .elf = NULL };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, sfc_selection_take, &o, &first);
    if (early >= 0)
        return early;
    if (o.elf && o.raw && sfc_is_stdout(o.elf) && sfc_is_stdout(o.raw))
        return sfc_cmd_misused(self, "--elf - and --raw - cannot both go to standard output");
    return sfc_with_case(self, &o.choice, argc - first, argv + first, show_case, &o);
}

static const struct sfr_option options[] = {
    SFC_CORPUS_OPTION,
    { "elf", "FILE", "write the section to FILE, in a minimal ELF file; - is standard output", SFC_STORED_TEXT(elf) },
    { "raw", "FILE", "write the bytes of the section to FILE; - is standard output", SFC_STORED_TEXT(raw) },
    { 0 },
};

const struct sfr_command sfc_cmd_show = {
    .name = "show",
    .synopsis = "[OPTION...] ID",
    .summary = "print a case, or write its section to a file",
    .options = options,
    .statuses = "0, 4 no such case, or output that cannot be written",
    .run = show,
};
