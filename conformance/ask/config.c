/* SPDX-License-Identifier: MIT */
/* Reads an adapter file: a table of keys, and a function for each kind of value. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "fields.h"
#include "pattern.h"
#include "registers.h"

enum { MAX_CONFIG = 1 << 20, MAX_INCLUDES = 4, MAX_INCLUDED = 64 };

static const char *const rung_names[SFC_NUM_RUNGS] = { "command", "framed", "in-process" };

/* ---- Values ---------------------------------------------------------------- */

/* Takes the value of a key; what is wrong with it, or NULL. */
struct key;
typedef const char *take_fn(struct sfc_config *c, const struct key *key, char *value);

struct key {
    const char *name;
    unsigned needed, known; /* by these rungs, as bits */
    bool repeated;
    take_fn *take;
    size_t field;    /* where the value goes, if that is one field */
    uint64_t number; /* the greatest value of a number; the op of a command; the meaning of a rule */
};

static void *field_of(struct sfc_config *c, const struct key *key)
{
    return (char *)c + key->field;
}

static const char *take_text(struct sfc_config *c, const struct key *key, char *value)
{
    *(char **)field_of(c, key) = sfc_copy_string(value);
    return NULL;
}

static const char *take_name(struct sfc_config *c, const struct key *key, char *value)
{
    take_text(c, key, value);
    return sfc_is_name(value) ? NULL : "is not made of a-z, 0-9 and '-'";
}

static const char *take_word(struct sfc_config *c, const struct key *key, char *value)
{
    take_text(c, key, value);
    return strchr(value, ' ') ? "is more than one word" : NULL;
}

static const char *take_rung(struct sfc_config *c, const struct key *key, char *value)
{
    (void)key;
    const unsigned i = sfc_find_name(rung_names, SFC_NUM_RUNGS, value, strlen(value));
    if (i == SFC_NUM_RUNGS)
        return "is not `command`, `framed` or `in-process`";
    c->rung_kind = (enum sfc_rung_kind)i;
    return NULL;
}

/* The folder of the adapter file as an absolute path: an adapter runs in another folder than the runner. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *before = path[0] == '/' ? NULL : getcwd(NULL, 0);
    char *folder =
        sfc_format("%s%s%.*s", before ? before : "", before && slash ? "/" : "", slash ? (int)(slash - path) : 0, path);
    free(before);
    return folder;
}

/* One word, with that folder for each `{here}`. */
static char *place(const struct sfc_config *config, const char *word, size_t len)
{
    static const char here[] = "{here}";
    char *folder = folder_of(config->path);
    struct sfc_buffer b = { 0 };
    for (const char *at = word, *end = word + len; at < end;) {
        const bool is_here = (size_t)(end - at) >= sizeof here - 1 && memcmp(at, here, sizeof here - 1) == 0;
        if (is_here)
            sfc_buffer_printf(&b, "%s", folder);
        else
            sfc_buffer_add(&b, at, 1);
        at += is_here ? sizeof here - 1 : 1;
    }
    free(folder);
    return b.data;
}

static const char *take_program(struct sfc_config *c, const struct key *key, char *value)
{
    const char *rest = value, *word;
    size_t len;
    (void)key;
    while ((word = sfc_next_word(&rest, &len))) {
        if (sfc_words_are_many(c->command))
            return "has more than 1000 words";
        sfc_words_add(&c->command, place(c, word, len));
    }
    return NULL;
}

static const char *take_object(struct sfc_config *c, const struct key *key, char *value)
{
    (void)key;
    c->object = place(c, value, strlen(value));
    return NULL;
}

static const char *take_template(struct sfc_config *c, const struct key *key, char *value)
{
    struct sfc_template *template = field_of(c, key);
    const char *wrong = sfc_template_read(template, value, (enum sfc_op)key->number);
    for (char **word = template->words; !wrong && *word; word++) {
        char *placed = place(c, *word, strlen(*word));
        free(*word);
        *word = placed;
    }
    return wrong;
}

static const char *take_elf_template(struct sfc_config *c, const struct key *key, char *value)
{
    const char *wrong = take_template(c, key, value);
    return wrong || sfc_template_has(&c->elf_command, "{elf}") ? wrong : "needs {elf}";
}

static const char *take_pattern(struct sfc_config *c, const struct key *key, char *value)
{
    struct sfc_config_pattern *pattern = field_of(c, key);
    const char *wrong = sfc_pattern_read(&pattern->regex, value);
    pattern->is_given = !wrong;
    return wrong;
}

static const char *take_for_version(struct sfc_config *c, const struct key *key, char *value)
{
    c->for_version_text = sfc_copy_string(value);
    return take_pattern(c, key, value);
}

static const char *take_rule(struct sfc_config *c, const struct key *key, char *value)
{
    c->rules = sfc_grow(c->rules, c->num_rules + 1, sizeof c->rules[0]);
    struct sfc_rule_line *rule = &c->rules[c->num_rules++];
    *rule = (struct sfc_rule_line){ .meaning = (enum sfc_meaning)key->number };
    return sfc_rule_read(rule, value);
}

static const char *take_env(struct sfc_config *c, const struct key *key, char *value)
{
    const char *equals = strchr(value, '=');
    (void)key;
    if (!equals || equals == value)
        return "is not NAME=VALUE";
    if (sfc_words_are_many(c->env))
        return "is given more than 1000 times";
    sfc_words_add(&c->env, sfc_copy_string(value));
    return NULL;
}

static const char *take_names_finding(struct sfc_config *c, const struct key *key, char *value)
{
    (void)key;
    c->names_finding = true;
    return strcmp(value, "finding") == 0 ? NULL : "is not `finding`";
}

static const char *take_normaliser(struct sfc_config *c, const struct key *key, char *value)
{
    (void)key;
    c->normaliser = sfc_normaliser_find(value);
    return c->normaliser ? NULL : "unknown normaliser; use dump, readelf or llvm";
}

static const char *take_declared(struct sfc_config *c, const struct key *key, char *value)
{
    return sfc_config_declare(c, key->name, value);
}

static const char *take_level(struct sfc_config *c, const struct key *key, char *value)
{
    (void)key;
    return sfc_level_from_name(value, &c->level) ? NULL : "is not " SFC_LEVEL_NAMES;
}

static const char *take_number(struct sfc_config *c, const struct key *key, char *value)
{
    if (sfc_parse_decimal(value, strlen(value), key->number, field_of(c, key)))
        return NULL;
    snprintf(c->wrong, sizeof c->wrong, "is not a number from 0 to %" PRIu64, key->number);
    return c->wrong;
}

/* ---- Keys ------------------------------------------------------------------ */

/* The rungs, as bits. */
enum {
    COMMAND = 1 << SFC_RUNG_COMMAND,
    FRAMED = 1 << SFC_RUNG_FRAMED,
    OBJECT = 1 << SFC_RUNG_IN_PROCESS,
    ALL = COMMAND | FRAMED | OBJECT
};
#define FIELD(name) offsetof(struct sfc_config, name)
static const struct key keys[] = {
    { "name", ALL, ALL, false, take_name, FIELD(name), 0 },
    { "about", 0, ALL, false, take_text, FIELD(about), 0 },
    { "commit", 0, ALL, false, take_declared, 0, 0 },
    { "compiler", 0, ALL, false, take_declared, 0, 0 },
    { "flags", 0, ALL, false, take_declared, 0, 0 },
    { "rung", ALL, ALL, false, take_rung, 0, 0 },
    { "command", FRAMED, FRAMED, false, take_program, 0, 0 },
    { "object", OBJECT, OBJECT, false, take_object, 0, 0 },
    { "version-command", COMMAND, COMMAND, false, take_template, FIELD(version_command), SFC_NUM_OPS },
    { "version-pattern", COMMAND, COMMAND, false, take_pattern, FIELD(version_pattern), 0 },
    { "for-version", 0, ALL, false, take_for_version, FIELD(for_version), 0 },
    { "known-version", 0, ALL, false, take_pattern, FIELD(known_version), 0 },
    { "decode-command", 0, COMMAND, false, take_template, FIELD(commands[SFC_OP_DECODE]), SFC_OP_DECODE },
    { "lookup-command", 0, COMMAND, false, take_template, FIELD(commands[SFC_OP_LOOKUP]), SFC_OP_LOOKUP },
    { "unwind-command", 0, COMMAND, false, take_template, FIELD(commands[SFC_OP_UNWIND]), SFC_OP_UNWIND },
    { "encode-command", 0, COMMAND, false, take_template, FIELD(commands[SFC_OP_ENCODE]), SFC_OP_ENCODE },
    { "elf-command", 0, COMMAND, false, take_elf_template, FIELD(elf_command), SFC_OP_DECODE },
    { "encodes", 0, ALL, false, take_declared, 0, 0 },
    { "without", 0, ALL, false, take_declared, 0, 0 },
    { "needs", 0, ALL, false, take_declared, 0, 0 },
    { "hides", 0, ALL, false, take_declared, 0, 0 },
    { "shows", 0, ALL, false, take_declared, 0, 0 },
    { "unwinds", 0, FRAMED | OBJECT, false, take_declared, 0, 0 },
    { "pc-option", 0, COMMAND, false, take_word, FIELD(pc_option), 0 },
    { "env", 0, ALL, true, take_env, 0, 0 },
    { "accept", COMMAND, COMMAND, true, take_rule, 0, SFC_MEANS_ACCEPT },
    { "reject", COMMAND, COMMAND, true, take_rule, 0, SFC_MEANS_REJECT },
    { "unsupported", 0, COMMAND, true, take_rule, 0, SFC_MEANS_UNSUPPORTED },
    { "crash", 0, COMMAND, true, take_rule, 0, SFC_MEANS_CRASH },
    { "limit", 0, COMMAND, true, take_rule, 0, SFC_MEANS_LIMIT },
    { "elf-error", 0, COMMAND, true, take_rule, 0, SFC_MEANS_ELF_ERROR },
    { "reject-names", 0, COMMAND, false, take_names_finding, 0, 0 },
    { "normaliser", 0, COMMAND, false, take_normaliser, 0, 0 },
    { "ops", 0, ALL, false, take_declared, 0, 0 },
    { "profiles", COMMAND, ALL, false, take_declared, 0, 0 },
    { "abis", COMMAND, ALL, false, take_declared, 0, 0 },
    { "orders", COMMAND, ALL, false, take_declared, 0, 0 },
    { "unobservable", 0, ALL, false, take_declared, 0, 0 },
    { "policy", 0, ALL, true, take_declared, 0, 0 },
    { "level", 0, ALL, false, take_level, 0, 0 },
    { "seconds", 0, ALL, false, take_number, FIELD(seconds), 3600 },
    { "cpu-seconds", 0, ALL, false, take_number, FIELD(cpu_seconds), 3600 },
    { "memory-mib", 0, ALL, false, take_number, FIELD(memory_mib), UINT32_MAX },
    { "output-kib", 0, ALL, false, take_number, FIELD(output_kib), 1 << 20 },
    { "file-mib", 0, ALL, false, take_number, FIELD(file_mib), UINT32_MAX },
    { "growth-bytes", 0, FRAMED | OBJECT, false, take_number, FIELD(growth_bytes), UINT32_MAX },
    { "growth-time", 0, FRAMED | OBJECT, false, take_number, FIELD(growth_time), UINT32_MAX },
};
enum { NUM_KEYS = sizeof keys / sizeof keys[0] };

/* The number of a key; NUM_KEYS if there is none of this name. */
static unsigned find_key(const char *name)
{
    unsigned key = 0;
    while (key < NUM_KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return key;
}

/* Where a key was given last; path is NULL if nowhere. */
struct given {
    char *path;
    unsigned line;
};

/* Fails at the line of a key, which was given. */
__attribute__((format(printf, 4, 5))) static bool fail_at(const struct given where[NUM_KEYS], const char *key,
                                                          struct sfc_error *error, const char *format, ...)
{
    const struct given *given = &where[find_key(key)];
    char what[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    return sfc_fail(error, "%s:%u: %s", given->path, given->line, what);
}

static bool read_included(struct sfc_config *config, struct sfc_fields *f, struct given where[NUM_KEYS], unsigned depth,
                          struct sfc_error *error);

/* `depth` counts how many files include this one. */
static bool read_fields(struct sfc_config *config, struct sfc_fields *f, struct given where[NUM_KEYS], unsigned depth,
                        struct sfc_error *error)
{
    for (;;) {
        if (*f->text == '#') {
            f->line++;
            f->text += strcspn(f->text, "\n");
            f->text += *f->text == '\n';
            continue;
        }
        switch (sfc_fields_next(f, error)) {
        case SFC_FIELDS_BLANK: continue;
        case SFC_FIELDS_END: return true;
        case SFC_FIELDS_BAD: return false;
        case SFC_FIELDS_FIELD: break;
        }
        if (strcmp(f->key, "include") == 0) {
            if (!read_included(config, f, where, depth + 1, error))
                return false;
            continue;
        }
        const unsigned key = find_key(f->key);
        if (key == NUM_KEYS)
            return sfc_fields_fail(f, error, "is not a key of an adapter file (see sframe-conform-adapter(5))");
        if (where[key].path && !keys[key].repeated)
            return sfc_fields_fail(f, error, "is given twice");
        free(where[key].path);
        where[key] = (struct given){ sfc_copy_string(f->path), f->line };
        const char *wrong = keys[key].take(config, &keys[key], f->value);
        if (wrong)
            return sfc_fields_fail(f, error, wrong);
    }
}

static bool read_text(struct sfc_config *config, const char *path, struct given where[NUM_KEYS], unsigned depth,
                      struct sfc_error *error)
{
    size_t len = 0;
    char *text = sfc_read_file(path, MAX_CONFIG, &len, error);
    bool good = text != NULL;
    if (good && strlen(text) != len)
        good = sfc_fail(error, "%s:1: has NUL bytes", path);
    struct sfc_fields f = { .path = path, .text = text };
    good = good && read_fields(config, &f, where, depth, error);
    free(text);
    return good;
}

/* Reads another file of the same folder, as if its lines were here. */
static bool read_included(struct sfc_config *config, struct sfc_fields *f, struct given where[NUM_KEYS], unsigned depth,
                          struct sfc_error *error)
{
    if (strchr(f->value, '/'))
        return sfc_fields_fail(f, error, "is not the name of a file in the same folder");
    if (depth > MAX_INCLUDES)
        return sfc_fields_fail(f, error, "is more than 4 files deep");
    if (config->num_included++ == MAX_INCLUDED)
        return sfc_fields_fail(f, error, "is one of more than 64 files");
    const char *slash = strrchr(f->path, '/');
    char *path = sfc_format("%.*s%s", slash ? (int)(slash + 1 - f->path) : 0, f->path, f->value);
    const bool good = read_text(config, path, where, depth, error);
    free(path);
    return good;
}

static bool check_keys(const struct sfc_config *config, const struct given where[NUM_KEYS], struct sfc_error *error)
{
    const unsigned rung = 1u << config->rung_kind;
    for (unsigned key = 0; key < NUM_KEYS; key++) {
        if ((keys[key].needed & rung) && !where[key].path)
            return sfc_fail(error, "%s:1: the key `%s` is missing", config->path, keys[key].name);
        if (!(keys[key].known & rung) && where[key].path)
            return sfc_fail(error, "%s:%u: %s: does not belong to an adapter with `rung: %s`", where[key].path,
                            where[key].line, keys[key].name, rung_names[config->rung_kind]);
    }
    return true;
}

/* The ops follow from the commands; the file may declare less. A command that decodes also validates. */
static bool check_ops(struct sfc_config *config, const struct given where[NUM_KEYS], struct sfc_error *error)
{
    struct sfc_buffer ops = { 0 };
    const bool decodes = config->commands[SFC_OP_DECODE].words != NULL;
    for (unsigned op = 0; op < SFC_NUM_OPS; op++)
        if (config->commands[op].words)
            sfc_buffer_printf(&ops, "%s%s", ops.len > 0 ? " " : "", sfc_op_name((enum sfc_op)op));
    if (!ops.data)
        return sfc_fail(
            error, "%s:1: one of `decode-command`, `lookup-command`, `unwind-command` and `encode-command` is needed",
            config->path);
    if (!config->ops) {
        config->ops = ops.data;
        return true;
    }
    sfc_buffer_printf(&ops, "%s", decodes ? " validate" : "");
    const char *rest = config->ops, *word;
    size_t len;
    bool good = true;
    while (good && (word = sfc_next_word(&rest, &len)))
        good = sfc_has(ops.data, word, len)
               || fail_at(where, "ops", error, "ops: `%.*s` is not one of those that its commands can do: %s", (int)len,
                          word, ops.data);
    sfc_buffer_free(&ops);
    return good;
}

/* The normaliser must know each op whose answer is a dump. Verdicts, and bytes of an encoder, need none. */
static bool check_normaliser(const struct sfc_config *config, const struct given where[NUM_KEYS],
                             struct sfc_error *error)
{
    const char *rest = config->ops, *word;
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        if (sfc_has("validate encode", word, len))
            continue;
        if (!config->normaliser)
            return sfc_fail(error, "%s:1: the key `normaliser` is missing", config->path);
        if (!sfc_has(config->normaliser->ops, word, len))
            return fail_at(where, "normaliser", error, "normaliser: `%s` can do `%s` only", config->normaliser->name,
                           config->normaliser->ops);
    }
    return true;
}

static bool check_commands(struct sfc_config *config, const struct given where[NUM_KEYS], struct sfc_error *error)
{
    if (!check_ops(config, where, error) || !check_normaliser(config, where, error))
        return false;
    if (sfc_has_word(config->encodes, "fits") && !sfc_template_has(&config->commands[SFC_OP_ENCODE], "{fit}"))
        return fail_at(where, "encodes", error, "encodes: `fits` needs an `encode-command` with {fit}");
    if (config->version_pattern.regex.re_nsub < 1)
        return fail_at(where, "version-pattern", error, "version-pattern: has no group for the version");
    if (!config->unobservable)
        config->unobservable = sfc_copy_string("");
    return true;
}

static bool check_whole(struct sfc_config *config, const struct given where[NUM_KEYS], struct sfc_error *error)
{
    if (!check_keys(config, where, error))
        return false;
    if (config->rung_kind == SFC_RUNG_COMMAND && !check_commands(config, where, error))
        return false;
    if (config->seconds > 0 && config->output_kib > 0)
        return true;
    return fail_at(where, config->seconds == 0 ? "seconds" : "output-kib", error,
                   "a limit of 0 seconds or 0 KiB of output allows no answer");
}

bool sfc_config_read(struct sfc_config *config, const char *path, struct sfc_error *error)
{
    struct given where[NUM_KEYS] = { { NULL, 0 } };
    *config = (struct sfc_config){
        .path = sfc_copy_string(path),
        .seconds = 10,
        .cpu_seconds = 10,
        .memory_mib = 1024,
        .output_kib = 16384,
        .file_mib = 64,
        .growth_bytes = 64,
        .growth_time = 3,
        .level = SFC_LEVEL_VALIDATE,
    };
    const bool good = read_text(config, path, where, 0, error) && check_whole(config, where, error);
    config->has_seconds = where[find_key("seconds")].path != NULL;
    for (unsigned key = 0; key < NUM_KEYS; key++)
        free(where[key].path);
    if (!good)
        sfc_config_free(config);
    return good;
}

void sfc_config_free(struct sfc_config *config)
{
    char *const texts[] = { config->path,      config->name,   config->about, config->for_version_text,
                            config->pc_option, config->object, config->hello };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    sfc_words_free(config->command);
    sfc_words_free(config->version_command.words);
    for (unsigned op = 0; op < SFC_NUM_OPS; op++)
        sfc_words_free(config->commands[op].words);
    sfc_words_free(config->elf_command.words);
    sfc_words_free(config->env);
    struct sfc_config_pattern *const patterns[] = { &config->version_pattern, &config->for_version,
                                                    &config->known_version };
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (patterns[i]->is_given)
            regfree(&patterns[i]->regex);
    for (size_t i = 0; i < config->num_rules; i++)
        sfc_rule_free(&config->rules[i]);
    free(config->rules);
    sfc_config_free_declared(config);
    *config = (struct sfc_config){ 0 };
}

bool sfc_config_describes(const struct sfc_config *config, const char *version, struct sfc_error *error)
{
    return !config->for_version.is_given || sfc_pattern_matches(&config->for_version.regex, version, strlen(version))
           || sfc_fail(error, "%s is version %s; %s describes %s", config->name, version, config->path,
                       config->for_version_text);
}

const char *sfc_config_program(const struct sfc_config *config)
{
    return config->rung_kind == SFC_RUNG_COMMAND  ? config->version_command.words[0]
           : config->rung_kind == SFC_RUNG_FRAMED ? config->command[0]
                                                  : NULL;
}
