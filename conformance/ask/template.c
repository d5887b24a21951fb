/* SPDX-License-Identifier: MIT */
/* Reads a command of an adapter file and checks its placeholders. */
#include <string.h>

#include "template.h"

/* Notes the placeholders of one word. Returns false for any other brace. */
static bool scan_word(struct sfc_template *t, const char *word)
{
    while ((word = strpbrk(word, "{}"))) {
        const size_t len = strcspn(word, "}") + 1;
        const struct {
            const char *name;
            bool *has;
        } known[] = {
            { "{raw}", &t->raw },     { "{elf}", &t->elf }, { "{dump}", &t->dump }, { "{pcs}", &t->pcs },
            { "{trace}", &t->trace }, { "{sort}", NULL },   { "{addr}", NULL },     { "{profile}", NULL },
            { "{abi}", NULL },        { "{order}", NULL },  { "{fit}", &t->fit },
        };
        const unsigned num_known = sizeof known / sizeof known[0];
        unsigned i = 0;
        while (i < num_known && (strlen(known[i].name) != len || memcmp(known[i].name, word, len) != 0))
            i++;
        if (i == num_known)
            return false;
        if (known[i].has)
            *known[i].has = true;
        word += len;
    }
    return true;
}

/* A placeholder that stands for any number of words must be a word of its own. */
static bool stands_alone(const char *word)
{
    static const char *const wide[] = { "{pcs}", "{trace}", "{sort}", "{fit}" };
    for (unsigned i = 0; i < sizeof wide / sizeof wide[0]; i++)
        if (strstr(word, wide[i]) && strcmp(word, wide[i]) != 0)
            return false;
    return true;
}

const char *sfc_template_read(struct sfc_template *t, const char *value, enum sfc_op op)
{
    const bool asks_section = op != SFC_NUM_OPS && op != SFC_OP_ENCODE, is_encode = op == SFC_OP_ENCODE;
    bool sorts = false;
    size_t len;
    const char *word;
    while ((word = sfc_next_word(&value, &len))) {
        if (sfc_words_are_many(t->words))
            return "has more than 1000 words";
        char *own = sfc_copy_text(word, len);
        sfc_words_add(&t->words, own);
        if (!scan_word(t, own))
            return "has a brace that is not in {raw} {elf} {dump} {pcs} {trace} {sort} {fit} {addr} {profile} {abi} "
                   "{order}";
        if (!stands_alone(own))
            return "has {pcs}, {trace}, {sort} or {fit} inside of a word";
        sorts = sorts || strcmp(own, "{sort}") == 0;
    }
    if (asks_section != (t->raw || t->elf))
        return asks_section ? "needs {raw} or {elf}" : "must not have {raw} or {elf}";
    if (t->dump != is_encode || sorts != is_encode)
        return is_encode ? "needs {dump} and {sort}" : "must not have {dump} or {sort}: only `encode-command` has them";
    if (t->fit && !is_encode)
        return "must not have {fit}: only `encode-command` has it";
    if (t->pcs != (op == SFC_OP_LOOKUP))
        return t->pcs ? "must not have {pcs}: only `lookup-command` has it" : "needs {pcs}";
    if (t->trace != (op == SFC_OP_UNWIND))
        return t->trace ? "must not have {trace}: only `unwind-command` has it" : "needs {trace}";
    return NULL;
}
