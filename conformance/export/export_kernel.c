/* SPDX-License-Identifier: MIT */
/* The cases that a reader inside a kernel can be asked, with a driver. */
#include <stdlib.h>
#include <string.h>

#include "export.h"

static bool can_be_asked(const struct sfc_case *c)
{
    return !c->elf && !sfc_op_makes_section(c->op) && !(c->op == SFC_OP_UNWIND && c->second);
}

/* One kernel has one ABI and byte order. */
static bool check_groups(const struct sfc_export_group *groups, size_t count, struct sfc_error *error)
{
    for (size_t i = 1; i < count; i++)
        if (strcmp(groups[i].abi, groups[0].abi) != 0 || strcmp(groups[i].order, groups[0].order) != 0)
            return sfc_fail(error,
                            "a kernel has one ABI and byte order, but the selected cases have %s-%s and %s-%s; select "
                            "one with --abi and --order, or a pattern such as 'v3/%s-%s/*'",
                            groups[0].abi, groups[0].order, groups[i].abi, groups[i].order, groups[0].abi,
                            groups[0].order);
    return true;
}

/* ---- sframe_groups.h ---------------------------------------------------------------------- */

static size_t longest_answer(const struct sfc_case *c)
{
    size_t longest = strlen(c->body);
    for (size_t i = 0; i < c->num_readings; i++)
        if (strlen(c->readings[i].body) > longest)
            longest = strlen(c->readings[i].body);
    return c->op == SFC_OP_DECODE ? 0 : longest;
}

static void write_groups(struct sfc_buffer *b, const struct sfc_corpus *corpus, const char *sha256,
                         const struct sfc_export_group *groups, size_t count)
{
    size_t longest = 0, num_cases = 0;
    for (size_t i = 0; i < count; i++)
        num_cases += groups[i].count;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < groups[i].count; j++)
            if (longest_answer(groups[i].cases[j]) > longest)
                longest = longest_answer(groups[i].cases[j]);
    sfc_export_c_mark(b, "0BSD OR CC0-1.0");
    sfc_buffer_printf(b,
                      "#ifndef SFRAME_GROUPS_H\n#define SFRAME_GROUPS_H\n\n#include \"" SFC_EXPORT_C_PREFIX ".h\"\n\n");
    sfc_buffer_printf(b,
                      "/* Bytes of the longest expected answer to a question about PCs. */\n"
                      "#define SFRAME_LONGEST_ANSWER %zu\n\n"
                      "/* Cases of all groups. */\n"
                      "#define SFRAME_NUM_CASES %zu\n\n"
                      "/* Version and checksum of the corpus that they are of. */\n"
                      "#define SFRAME_CORPUS \"%s %s\"\n\n",
                      longest, num_cases, corpus->version[0] ? corpus->version : "-", sha256);
    for (size_t i = 0; i < count; i++)
        sfc_buffer_printf(b, "extern const struct sframe_case sframe_cases_%s_%s_%s[%zu];\n", groups[i].profile,
                          groups[i].abi, groups[i].order, groups[i].count);
    sfc_buffer_printf(b, "\n/* X(NAME, COUNT) for each group. */\n#define SFRAME_GROUPS(X)");
    for (size_t i = 0; i < count; i++)
        sfc_buffer_printf(b, " \\\n    X(%s_%s_%s, %zu)", groups[i].profile, groups[i].abi, groups[i].order,
                          groups[i].count);
    sfc_buffer_printf(b, "\n\n#endif\n");
}

/* ---- The folder --------------------------------------------------------------------------- */

/* A file of kernel/. */
static bool write_fixed(struct sfc_new_folder *folder, const struct sfc_kernel_file *f, struct sfc_error *error)
{
    static const char mark[] = SFC_EXPORT_MARK "--kernel`: do not edit. SPDX-License-"
                                               "Identifier: MIT";
    const char *dot = strrchr(f->name, '.');
    const bool is_c = dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0);
    const bool is_page = dot && strcmp(dot, ".md") == 0;
    struct sfc_buffer text = { 0 };
    sfc_buffer_printf(&text, is_c ? "/* %s */\n" : is_page ? "<!-- %s -->\n" : "# %s\n", mark);
    sfc_export_parts(&text, f->parts);
    return sfc_export_file(folder, f->name, &text, error);
}

/* `ctx` is the corpus. */
static bool write_files(struct sfc_new_folder *folder, const struct sfc_export_group *groups, size_t count, void *ctx,
                        struct sfc_error *error)
{
    const struct sfc_corpus *corpus = ctx;
    struct sfc_buffer text = { 0 };
    char sha256[SFR_SHA256_TEXT];
    if (!check_groups(groups, count, error) || !sfc_store_hash(corpus->store, sha256, error))
        return false;
    write_groups(&text, corpus, sha256, groups, count);
    bool good = sfc_export_file(folder, SFC_KERNEL_GROUPS, &text, error)
                && sfc_export_c_files(folder, groups, count, NULL, error);
    for (const struct sfc_kernel_file *f = sfc_kernel_files; f->name && good; f++)
        good = write_fixed(folder, f, error);
    return good;
}

bool sfc_export_kernel(const char *path, const struct sfc_run *run, size_t *count, struct sfc_error *error)
{
    struct sfc_run asked = { .corpus = run->corpus, .cases = sfc_alloc(run->count, sizeof run->cases[0]) };
    for (size_t i = 0; i < run->count; i++)
        if (can_be_asked(run->cases[i]))
            asked.cases[asked.count++] = run->cases[i];
    *count = asked.count;
    error->text[0] = '\0';
    const bool good =
        asked.count > 0
        && sfc_export_into(path, sfc_export_is_earlier, &asked, write_files, (void *)(uintptr_t)run->corpus, error);
    free(asked.cases);
    return good;
}
