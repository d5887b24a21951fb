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

/* Every word of `value` must be one of `allowed`. */
static const char *take_words(char **out, const char *value, const char *allowed)
{
    const char *rest = value, *word;
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        char *one = sfc_copy_text(word, len);
        const bool good = sfc_has_word(allowed, one);
        free(one);
        if (!good)
            return "has a word that is not allowed";
    }
    *out = sfc_copy_string(value);
    return NULL;
}

static const char *take_dump_keys(struct sfc_config *config, char **out, const char *value)
{
    const char *rest = value, *word;
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        if (sfc_dump_has_key(word, len))
            continue;
        struct sfc_buffer keys = { 0 };
        sfc_dump_add_keys(&keys);
        snprintf(config->wrong, sizeof config->wrong, "`%.*s` is not a key of the dump; the keys are %s",
                 len < 80 ? (int)len : 80, word, keys.data);
        sfc_buffer_free(&keys);
        return config->wrong;
    }
    *out = sfc_copy_string(value);
    return NULL;
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

static const char *take_encodes(struct sfc_config *config, const char *value)
{
    config->is_canonical = sfc_has_word(value, "canonical");
    config->fits = sfc_has_word(value, "fits");
    const char *const good = config->is_canonical && config->fits ? "canonical fits"
                             : config->is_canonical               ? "canonical"
                                                                  : "fits";
    return strcmp(value, good) == 0 ? NULL : "is not `canonical`, `fits` or `canonical fits`";
}

/* The lists of words in a declaration. */
static const struct list {
    const char *name, *allowed;
    bool needed;
} lists[] = {
    { "profiles", "v1 v2 v2e1 v2e2 v3", true }, { "abis", "aarch64 amd64 s390x", true },
    { "orders", "little big", true },           { "ops", "decode validate lookup unwind encode sequence", true },
    { "containers", "raw elf", false },         { "unobservable", NULL, false },
};
enum { NUM_LISTS = sizeof lists / sizeof lists[0] };

static char **list_of(struct sfc_config *c, unsigned i)
{
    char **const all[NUM_LISTS] = { &c->profiles, &c->abis, &c->orders, &c->ops, &c->containers, &c->unobservable };
    return all[i];
}

const char *sfc_config_declare(struct sfc_config *config, const char *key, char *value)
{
    if (strcmp(key, "policy") == 0)
        return take_policy(config, value);
    if (strcmp(key, "encodes") == 0)
        return take_encodes(config, value);
    for (unsigned i = 0; i < NUM_LISTS; i++) {
        char **out = list_of(config, i);
        if (strcmp(lists[i].name, key) != 0)
            continue;
        if (*out)
            return "is given twice";
        return lists[i].allowed ? take_words(out, value, lists[i].allowed) : take_dump_keys(config, out, value);
    }
    return "is not a key of a declaration";
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
        const bool good = declared && sfc_has_word(declared, one);
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
    if (own && strcmp(own->answer, policy->answer) != 0)
        return sfc_fail(error, "%s:1: policy: says `%s %s`, but the adapter itself declares `%s`", config->path,
                        own->id, own->answer, policy->answer);
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
    const bool more = config->is_canonical && !declared->is_canonical;
    if (more || (config->fits && !declared->fits))
        return sfc_fail(error, "%s:1: encodes: says `%s`, which the adapter itself does not declare", config->path,
                        more ? "canonical" : "fits");
    if (!config->is_canonical && !config->fits) {
        config->is_canonical = declared->is_canonical;
        config->fits = declared->fits;
    }
    for (size_t i = 0; i < declared->num_policies; i++)
        if (!adopt_policy(config, &declared->policies[i], error))
            return false;
    return true;
}
