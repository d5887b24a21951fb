/* SPDX-License-Identifier: MIT */
/* The declaration of an implementation: in its adapter file, or by itself. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "registers.h"

const struct sfc_declared_policy *sfc_config_policy(const struct sfc_config *config, const char *id)
{
    for (size_t i = 0; i < config->num_policies; i++)
        if (strcmp(config->policies[i].id, id) == 0)
            return &config->policies[i];
    return NULL;
}

static const char *wrong_word(struct sfc_config *config, const char *word, size_t len, const char *what,
                              const char *allowed)
{
    snprintf(config->wrong, sizeof config->wrong, "`%.*s` %s%s", len < 80 ? (int)len : 80, word, what, allowed);
    return config->wrong;
}

/* What is wrong with a key of the dump that is declared as unobservable, or NULL. */
static const char *check_dump_key(struct sfc_config *config, const char *word, size_t len)
{
    if (sfc_dump_has_key(word, len))
        return sfc_dump_key_has_abi(word, len)
                   ? NULL
                   : wrong_word(config, word, len, "has another ABI after its @ than aarch64, amd64 or s390x", "");
    struct sfc_buffer keys = { 0 };
    sfc_dump_add_keys(&keys);
    wrong_word(config, word, len, "is not a key of the dump; the keys are ", keys.data);
    sfc_buffer_free(&keys);
    return config->wrong;
}

/* Each word once, and only those of `allowed`, or keys of the dump if that is NULL. */
static const char *take_words(struct sfc_config *config, char **out, const char *value, const char *allowed)
{
    const char *rest = value, *word, *wrong = NULL;
    size_t len;
    *out = sfc_alloc(strlen(value) + 1, 1);
    while (!wrong && (word = sfc_next_word(&rest, &len))) {
        if (sfc_has(*out, word, len))
            wrong = wrong_word(config, word, len, "is given twice", "");
        else if (!allowed)
            wrong = check_dump_key(config, word, len);
        else if (!sfc_has(allowed, word, len))
            wrong = wrong_word(config, word, len, "is not one of ", allowed);
        memcpy(*out, value, (size_t)(rest - value));
    }
    return wrong;
}

static void add_policy(struct sfc_config *config, const char *id, const char *answer)
{
    config->policies = sfc_grow(config->policies, config->num_policies + 1, sizeof config->policies[0]);
    config->policies[config->num_policies++] =
        (struct sfc_declared_policy){ sfc_copy_string(id), sfc_copy_string(answer) };
}

static const char *take_policy(struct sfc_config *config, char *value)
{
    char *space = strchr(value, ' ');
    if (!space)
        return "is not `ID ANSWER`";
    *space = '\0';
    const struct sfr_policy_info *policy = sfc_find_policy(value, strlen(value));
    if (!policy)
        return "names an open question that REGISTERS.md does not have";
    if (!sfc_answer_is_allowed(policy, space + 1)) {
        config->no_hello = SFC_HELLO_BAD_ANSWER;
        snprintf(config->wrong, sizeof config->wrong, "`%.80s` is not an answer to %s; %s%s", space + 1, policy->id,
                 strcmp(policy->answers, "-") == 0 ? "it has none" : "it has ",
                 strcmp(policy->answers, "-") == 0 ? "" : policy->answers);
        return config->wrong;
    }
    if (sfc_config_policy(config, value))
        return "answers the same open question twice";
    add_policy(config, value, space + 1);
    return NULL;
}

/* What is declared beside policies. How it was built is plain words, which nothing compares. */
enum form { WORDS, NEEDED_WORDS, PLAIN };
#define FIELD(name) offsetof(struct sfc_config, name)
static const struct declaration {
    const char *name;
    size_t field;
    enum form form;
    const char *allowed; /* NULL: keys of the dump */
} declarations[] = {
    { "profiles", FIELD(profiles), NEEDED_WORDS, "v1 v2 v2e1 v2e2 v3" },
    { "abis", FIELD(abis), NEEDED_WORDS, "aarch64 amd64 s390x" },
    { "orders", FIELD(orders), NEEDED_WORDS, "little big" },
    { "ops", FIELD(ops), NEEDED_WORDS, "decode validate lookup unwind encode sequence merge" },
    { "containers", FIELD(containers), WORDS, "raw elf" },
    { "unobservable", FIELD(unobservable), WORDS, NULL },
    { "encodes", FIELD(encodes), WORDS, "canonical fits" },
    { "without", FIELD(without), WORDS, "size flexible" },
    { "needs", FIELD(needs), WORDS, "sorted pcrel functions" },
    { "hides", FIELD(hides), WORDS, "function-ends" },
    { "shows", FIELD(shows), WORDS, "pc.signal" },
    { "unwinds", FIELD(unwinds), WORDS, "second" },
    { "commit", FIELD(commit), PLAIN, NULL },
    { "compiler", FIELD(compiler), PLAIN, NULL },
    { "flags", FIELD(flags), PLAIN, NULL },
};
enum { NUM_DECLARATIONS = sizeof declarations / sizeof declarations[0] };

static char **field_of(struct sfc_config *c, const struct declaration *d)
{
    void *field = (char *)c + d->field;
    return field;
}

bool sfc_config_limits(const struct sfc_config *config)
{
    return (config->needs && *config->needs) || (config->hides && *config->hides)
           || sfc_has_word(config->without, "flexible");
}

const char *sfc_config_declare(struct sfc_config *config, const char *key, char *value)
{
    if (strcmp(key, "policy") == 0)
        return take_policy(config, value);
    unsigned i = 0;
    while (i < NUM_DECLARATIONS && strcmp(declarations[i].name, key) != 0)
        i++;
    if (i == NUM_DECLARATIONS)
        return NULL;
    char **out = field_of(config, &declarations[i]);
    if (*out)
        return "is given twice";
    if (declarations[i].form != PLAIN)
        return take_words(config, out, value, declarations[i].allowed);
    *out = sfc_copy_string(value);
    return *value ? NULL : "is empty";
}

void sfc_config_free_declared(struct sfc_config *config)
{
    for (unsigned i = 0; i < NUM_DECLARATIONS; i++)
        free(*field_of(config, &declarations[i]));
    for (size_t i = 0; i < config->num_policies; i++) {
        free(config->policies[i].id);
        free(config->policies[i].answer);
    }
    free(config->policies);
}

/* Does the list say this word? A key of the dump is hidden for one ABI if it is hidden for all. */
static bool says(const char *declared, const char *word, size_t len)
{
    const char *at = memchr(word, '@', len);
    return sfc_has(declared, word, len) || (at && sfc_has(declared, word, (size_t)(at - word)));
}

static bool adopt_list(struct sfc_config *config, const struct declaration *d, const char *declared,
                       struct sfc_error *error)
{
    char **own = field_of(config, d);
    const char *rest = *own, *word;
    size_t len;
    if (!*own) {
        *own = sfc_copy_string(declared ? declared : "");
        return true;
    }
    while ((word = sfc_next_word(&rest, &len)) && says(declared, word, len))
        ;
    if (!word)
        return true;
    config->no_hello = SFC_HELLO_SAYS_LESS;
    return sfc_fail(error, "%s: %s: says `%.*s`, which the adapter itself does not declare (its `hello` says `%s`)",
                    config->path, d->name, (int)len, word, declared ? declared : "");
}

static bool adopt_policy(struct sfc_config *config, const struct sfc_declared_policy *policy, struct sfc_error *error)
{
    const struct sfc_declared_policy *own = sfc_config_policy(config, policy->id);
    if (own && strcmp(own->answer, policy->answer) != 0) {
        config->no_hello = SFC_HELLO_SAYS_LESS;
        return sfc_fail(error, "%s: policy: says `%s %s`, but the adapter itself declares `%s`", config->path, own->id,
                        own->answer, policy->answer);
    }
    if (!own)
        add_policy(config, policy->id, policy->answer);
    return true;
}

bool sfc_config_adopt(struct sfc_config *config, const struct sfc_config *declared, struct sfc_error *error)
{
    struct sfc_config from = *declared;
    for (unsigned i = 0; i < NUM_DECLARATIONS; i++) {
        const struct declaration *d = &declarations[i];
        const char *said = *field_of(&from, d);
        if (d->form == NEEDED_WORDS && !said)
            return sfc_fail(error, "the adapter does not declare `%s`", d->name);
        if (d->form != PLAIN && !adopt_list(config, d, said, error))
            return false;
        if (d->form == PLAIN && said && !*field_of(config, d))
            *field_of(config, d) = sfc_copy_string(said);
    }
    for (size_t i = 0; i < declared->num_policies; i++)
        if (!adopt_policy(config, &declared->policies[i], error))
            return false;
    return true;
}
