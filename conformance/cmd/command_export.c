/* SPDX-License-Identifier: MIT */
/* sframe-conform export. A program beside this one (report/arrays.py) writes the forms that are folders. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "export.h"
#include "reporter.h"
#include "selection.h"

struct options {
    struct sfc_corpus_choice choice;
    const char *json, *c_folder, *kernel, *archive, *seeds;
};

/* A file would replace a device or a pipe. */
static bool check_file(const char *path, struct sfc_error *error)
{
    struct stat st;
    return sfc_is_stdout(path) || stat(path, &st) != 0 || S_ISREG(st.st_mode)
           || sfc_fail(error, "%s: is not a file; name one, which may exist", path);
}

static bool write_json(const char *path, const struct sfc_run *run, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    const bool good =
        check_file(path, error) && sfc_export_json(&b, run, false, error) && sfc_write_file(path, b.data, b.len, error);
    if (good && !sfc_is_stdout(path))
        printf("%s: %zu cases\n", path, run->count);
    sfc_buffer_free(&b);
    return good;
}

static bool write_archive(const char *path, const struct sfc_run *run, struct sfc_error *error)
{
    size_t count;
    const bool good = check_file(path, error) && sfc_export_archive(path, run->corpus, &count, error);
    if (good && !sfc_is_stdout(path))
        printf("%s: %zu cases, %zu files\n", path, run->count, count);
    return good;
}

static bool give_cases(const struct sfc_run *run, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    const bool good = sfc_export_json(&b, run, true, error) && sfc_reporter_input(&b, error);
    sfc_buffer_free(&b);
    return good;
}

/* A program beside this one writes folders. */
static int make_folder(const struct options *o)
{
    struct sfc_reporter r;
    sfc_reporter_make(&r, "report", "export");
    sfc_reporter_option(&r, "c", o->c_folder);
    sfc_reporter_option(&r, "kernel", o->kernel);
    sfc_reporter_option(&r, "seeds", o->seeds);
    /* Nothing beside a document that is printed. */
    if (o->json && sfc_is_stdout(o->json))
        sfc_reporter_flag(&r, "quiet");
    return sfc_reporter_become(&r);
}

/* Each form on its own, but for JSON and C, which have the same cases. */
static int export_selected(struct sfc_run *run, const void *ctx)
{
    const struct options *o = ctx;
    struct sfc_error error = { "" };
    const bool is_folder = o->c_folder || o->kernel || o->seeds;
    if ((o->archive && !write_archive(o->archive, run, &error)) || (o->json && !write_json(o->json, run, &error))
        || (is_folder && !give_cases(run, &error)))
        return sfc_complain(error.text);
    return is_folder ? make_folder(o) : SFC_STATUS_CONFORMS;
}

/* Does an option or a pattern select cases? */
static bool selects(const struct sfc_selection *s, bool has_patterns)
{
    return has_patterns || s->profile || s->abi || s->order || s->area || s->clause;
}

/* What a kernel of today reads, unless something else is asked for. */
static void choose_kernel(struct sfc_selection *s, bool has_patterns)
{
    if (!s->profile && !has_patterns)
        s->profile = "v3";
    if (!s->abi && !has_patterns)
        s->abi = "amd64";
    if (!s->order && !has_patterns)
        s->order = strcmp(s->abi, "s390x") == 0 ? "big" : "little";
}

/* What is wrong with the forms asked for, or NULL. */
static const char *wrong_forms(const struct options *o, bool has_selection)
{
    const bool others = o->json || o->c_folder;
    if (!others && !o->kernel && !o->archive && !o->seeds)
        return "export needs --json FILE, --c DIR, --kernel DIR, --seeds DIR or --archive FILE";
    if (o->archive && (others || o->kernel || o->seeds || has_selection))
        return "--archive writes the whole corpus: give it alone, without a selection";
    if (o->seeds && (others || o->kernel))
        return "--seeds writes no cases: give it alone";
    return o->kernel && others ? "--kernel selects other cases than --json and --c: give it alone" : NULL;
}

static int export(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .json = NULL };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, sfc_selection_take, &o, &first);
    if (early >= 0)
        return early;
    const char *wrong = wrong_forms(&o, selects(&o.choice.selection, first < argc));
    if (wrong)
        return sfc_cmd_misused(self, wrong);
    if (o.kernel)
        choose_kernel(&o.choice.selection, first < argc);
    return sfc_with_selection(&o.choice, argc - first, argv + first, export_selected, &o);
}

static const struct sfr_option options[] = {
    { "json", "FILE", "one JSON file, for a test suite in any language; - prints it", SFC_STORED_TEXT(json) },
    { "c", "DIR", "C arrays, for a kernel or libc; DIR is new, empty, or has only an earlier export",
      SFC_STORED_TEXT(c_folder) },
    { "kernel", "DIR",
      "the same with a driver for a kernel, as a module and as a KUnit suite; default: v3,\namd64, its byte order",
      SFC_STORED_TEXT(kernel) },
    { "archive", "FILE",
      "the whole corpus as one FILE.tar.zst or FILE.tar, for --corpus; takes no selection;\n- prints a tar file",
      SFC_STORED_TEXT(archive) },
    { "seeds", "DIR", "the sections as seeds for fuzzers, an archive for each profile and ABI",
      SFC_STORED_TEXT(seeds) },
    SFC_SELECTION_OPTIONS,
    { 0 },
};

const struct sfr_command sfc_cmd_export = {
    .name = "export",
    .synopsis = "[--json FILE] [--c DIR] [--kernel DIR] [--archive FILE] [--seeds DIR] [OPTION...] [ID-PATTERN...]",
    .summary = "write the cases as JSON, as C, or as one archive",
    .about = "Writes the cases for programs without this runner.\n" SFC_SELECTION_ABOUT,
    .options = options,
    .statuses = "0, 4 wrong corpus, or output that cannot be written, 5 no case is selected",
    .run = export,
};
