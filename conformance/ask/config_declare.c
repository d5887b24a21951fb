/* SPDX-License-Identifier: MIT */
/* The declaration of an implementation: in its adapter file, or by itself. */
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
        char *one = sfc_copy_text(word, len);
        if (sfc_has_word(*out, one))
            wrong = wrong_word(config, word, len, "is given twice", "");
        else if (!allowed)
            wrong = check_dump_key(config, word, len);
        else if (!sfc_has_word(allowed, one))
            wrong = wrong_word(config, word, len, "is not one of ", allowed);
        free(one);
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
        return "names a policy that the register does not have";
    if (!sfc_answer_is_allowed(policy, space + 1)) {
        config->no_hello = SFC_HELLO_BAD_ANSWER;
        snprintf(config->wrong, sizeof config->wrong, "`%.80s` is not an answer to %s; %s%s", space + 1, policy->id,
                 strcmp(policy->answers, "-") == 0 ? "it has none" : "it has ",
                 strcmp(policy->answers, "-") == 0 ? "" : policy->answers);
        return config->wrong;
    }
    if (sfc_config_policy(config, value))
        return "declares the same policy twice";
    add_policy(config, value, space + 1);
    return NULL;
}

/* The lists of words in a declaration. */
static const struct list {
    const char *name, *allowed;
    bool needed;
} lists[] = {
    { "profiles", "v1 v2 v2e1 v2e2 v3", true },
    { "abis", "aarch64 amd64 s390x", true },
    { "orders", "little big", true },
    { "ops", "decode validate lookup unwind encode sequence merge", true },
    { "containers", "raw elf", false },
    { "unobservable", NULL, false },
    { "encodes", "canonical fits", false },
    { "without", "size flexible", false },
    { "needs", "sorted pcrel functions", false },
    { "hides", "function-ends", false },
    { "shows", "pc.signal", false },
    { "unwinds", "second", false },
};
enum { NUM_LISTS = sizeof lists / sizeof lists[0] };

static char **list_of(struct sfc_config *c, unsigned i)
{
    char **const all[NUM_LISTS] = { &c->profiles, &c->abis,    &c->orders, &c->ops,   &c->containers, &c->unobservable,
                                    &c->encodes,  &c->without, &c->needs,  &c->hides, &c->shows,      &c->unwinds };
    return all[i];
}

bool sfc_config_encodes(const struct sfc_config *config, const char *how)
{
    return config->encodes && sfc_has_word(config->encodes, how);
}

bool sfc_config_limits(const struct sfc_config *config)
{
    return (config->needs && *config->needs) || (config->hides && *config->hides)
           || (config->without && sfc_has_word(config->without, "flexible"));
}

/* How it was built: plain words, which nothing compares. */
static const char *const built[] = { "commit", "compiler", "flags" };
enum { NUM_BUILT = sizeof built / sizeof built[0] };

static char **built_of(struct sfc_config *c, unsigned i)
{
    char **const all[NUM_BUILT] = { &c->commit, &c->compiler, &c->flags };
    return all[i];
}

static const char *take_built(char **out, const char *value)
{
    if (*out)
        return "is given twice";
    *out = sfc_copy_string(value);
    return *value ? NULL : "is empty";
}

const char *sfc_config_declare(struct sfc_config *config, const char *key, char *value)
{
    if (strcmp(key, "policy") == 0)
        return take_policy(config, value);
    for (unsigned i = 0; i < NUM_BUILT; i++)
        if (strcmp(built[i], key) == 0)
            return take_built(built_of(config, i), value);
    for (unsigned i = 0; i < NUM_LISTS; i++) {
        char **out = list_of(config, i);
        if (strcmp(lists[i].name, key) != 0)
            continue;
        if (*out)
            return "is given twice";
        return take_words(config, out, value, lists[i].allowed);
    }
    return "is not a key of a declaration";
}

/* Does the list say this word? A key of the dump is hidden for one ABI if it is hidden for all. */
static bool says(const char *declared, const char *word)
{
    char *key = sfc_copy_text(word, strcspn(word, "@"));
    const bool good = declared && (sfc_has_word(declared, word) || sfc_has_word(declared, key));
    free(key);
    return good;
}

static bool adopt_list(struct sfc_config *config, unsigned i, const char *declared, struct sfc_error *error)
{
    char **own = list_of(config, i);
    const char *rest = *own, *word;
    size_t len;
    if (!*own) {
        *own = sfc_copy_string(declared ? declared : "");
        return true;
    }
    while ((word = sfc_next_word(&rest, &len))) {
        char *one = sfc_copy_text(word, len);
        const bool good = says(declared, one);
        if (!good)
            config->no_hello = SFC_HELLO_SAYS_LESS;
        if (!good)
            sfc_fail(error, "%s:1: %s: says `%s`, which the adapter itself does not declare (its `hello` says `%s`)",
                     config->path, lists[i].name, one, declared ? declared : "");
        free(one);
        if (!good)
            return false;
    }
    return true;
}

static bool adopt_policy(struct sfc_config *config, const struct sfc_declared_policy *policy, struct sfc_error *error)
{
    const struct sfc_declared_policy *own = sfc_config_policy(config, policy->id);
    if (own && strcmp(own->answer, policy->answer) != 0) {
        config->no_hello = SFC_HELLO_SAYS_LESS;
        return sfc_fail(error, "%s:1: policy: says `%s %s`, but the adapter itself declares `%s`", config->path,
                        own->id, own->answer, policy->answer);
    }
    if (!own)
        add_policy(config, policy->id, policy->answer);
    return true;
}

bool sfc_config_adopt(struct sfc_config *config, const struct sfc_config *declared, struct sfc_error *error)
{
    struct sfc_config from = *declared;
    for (unsigned i = 0; i < NUM_LISTS; i++) {
        const char *list = *list_of(&from, i);
        if (lists[i].needed && !list)
            return sfc_fail(error, "the adapter does not declare `%s`", lists[i].name);
        if (!adopt_list(config, i, list, error))
            return false;
    }
    for (unsigned i = 0; i < NUM_BUILT; i++) {
        const char *said = *built_of(&from, i);
        if (said && !*built_of(config, i))
            *built_of(config, i) = sfc_copy_string(said);
    }
    for (size_t i = 0; i < declared->num_policies; i++)
        if (!adopt_policy(config, &declared->policies[i], error))
            return false;
    return true;
}
