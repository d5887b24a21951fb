/* SPDX-License-Identifier: MIT */
/* What the rungs share. */
#include <stdlib.h>
#include <string.h>

#include "rung.h"

const struct sfc_rung *sfc_rung_find(const struct sfc_config *config)
{
    return config->rung_kind == SFC_RUNG_COMMAND ? &sfc_rung_command : &sfc_rung_framed;
}

void sfc_answer_free(struct sfc_answer *a)
{
    free(a->dump);
    free(a->detail);
    free(a->message);
    free(a->fault_class);
    free(a->section);
    free(a->place);
    free(a->before.message);
    *a = (struct sfc_answer){ 0 };
}

/* Of two with one name the first counts. Not both: bash and the dynamic loader take the last one, Python the first. */
static void add_variable(char ***env, char *text)
{
    const size_t len = strcspn(text, "=") + 1;
    bool is_there = false;
    for (size_t i = 0; *env && (*env)[i]; i++)
        is_there = is_there || strncmp((*env)[i], text, len) == 0;
    if (is_there)
        free(text);
    else
        sfc_words_add(env, text);
}

/* The adapter file's own variables come first. */
char **sfc_make_env(const struct sfc_config *config)
{
    static const char *const passed[] = { "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH" };
    char **env = NULL;
    for (size_t i = 0; config->env && config->env[i]; i++)
        add_variable(&env, sfc_copy_string(config->env[i]));
    add_variable(&env, sfc_copy_string("LC_ALL=C"));
    for (unsigned i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (getenv(passed[i]))
            add_variable(&env, sfc_format("%s=%s", passed[i], getenv(passed[i])));
    return env;
}

void sfc_add_corpus_option(struct sfc_buffer *b, const char *corpus)
{
    if (!corpus)
        return;
    sfc_buffer_printf(b, "--corpus ");
    sfc_add_quoted(b, corpus);
    sfc_buffer_printf(b, " ");
}
