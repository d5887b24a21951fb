/* SPDX-License-Identifier: MIT */
/* Reads an adapter file: a function for each kind of value, and a table of keys. */
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "fields.h"
#include "pattern.h"
#include "registers.h"

enum { MAX_CONFIG = 1 << 20, MAX_INCLUDES = 4, MAX_INCLUDED = 64 };

static const char *const rung_names[SFC_NUM_RUNGS] = { "command", "framed", "in-process" };

/* ---- Values ---------------------------------------------------------------- */

static const char *take_number(uint64_t *out, const char *value, uint64_t max)
{
    return sfc_parse_decimal(value, strlen(value), max, out) ? NULL : "is not a number in the allowed range";
}

static const char *take_pattern(regex_t *out, bool *has, const char *pattern)
{
    const char *wrong = sfc_pattern_read(out, pattern);
    *has = !wrong;
    return wrong;
}

static const char *take_rule(struct sfc_config *config, enum sfc_meaning meaning, char *value)
{
    config->rules = sfc_grow(config->rules, config->num_rules + 1, sizeof config->rules[0]);
    struct sfc_rule_line *rule = &config->rules[config->num_rules++];
    *rule = (struct sfc_rule_line){ .meaning = meaning };
    return sfc_rule_read(rule, value);
}

static const char *take_env(struct sfc_config *config, const char *value)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return "is not NAME=VALUE";
    if (sfc_words_are_many(config->env))
        return "is given more than 1000 times";
    sfc_words_add(&config->env, sfc_copy_string(value));
    return NULL;
}

/* One word, with the folder of the adapter file for each `{here}`. */
static char *place(const struct sfc_config *config, const char *word, size_t len)
{
    static const char here[] = "{here}";
    const char *slash = strrchr(config->path, '/');
    struct sfc_buffer b = { 0 };
    for (const char *at = word, *end = word + len; at < end;) {
        const bool is_here = (size_t)(end - at) >= sizeof here - 1 && memcmp(at, here, sizeof here - 1) == 0;
        if (is_here)
            sfc_buffer_printf(&b, "%.*s", slash ? (int)(slash - config->path) : 1, slash ? config->path : ".");
        else
            sfc_buffer_add(&b, at, 1);
        at += is_here ? sizeof here - 1 : 1;
    }
    return b.data;
}

static const char *take_program(struct sfc_config *config, const char *value)
{
    size_t len;
    const char *word;
    while ((word = sfc_next_word(&value, &len))) {
        if (sfc_words_are_many(config->command))
            return "has more than 1000 words";
        sfc_words_add(&config->command, place(config, word, len));
    }
    return NULL;
}

static const char *take_rung(struct sfc_config *config, const char *value)
{
    for (unsigned i = 0; i < SFC_NUM_RUNGS; i++)
        if (strcmp(rung_names[i], value) == 0) {
            config->rung_kind = (enum sfc_rung_kind)i;
            return NULL;
        }
    return "is not `command`, `framed` or `in-process`";
}

/* ---- Keys ------------------------------------------------------------------ */

enum key {
    KEY_NAME,
    KEY_ABOUT,
    KEY_COMMIT,
    KEY_COMPILER,
    KEY_FLAGS,
    KEY_RUNG,
    KEY_COMMAND,
    KEY_OBJECT,
    KEY_VERSION_COMMAND,
    KEY_VERSION_PATTERN,
    KEY_FOR_VERSION,
    KEY_KNOWN_VERSION,
    KEY_DECODE_COMMAND,
    KEY_LOOKUP_COMMAND,
    KEY_UNWIND_COMMAND,
    KEY_ENCODE_COMMAND,
    KEY_ELF_COMMAND,
    KEY_ENCODES,
    KEY_WITHOUT,
    KEY_NEEDS,
    KEY_HIDES,
    KEY_SHOWS,
    KEY_UNWINDS,
    KEY_PC_OPTION,
    KEY_ENV,
    KEY_ACCEPT,
    KEY_REJECT,
    KEY_UNSUPPORTED,
    KEY_CRASH,
    KEY_LIMIT,
    KEY_ELF_ERROR,
    KEY_REJECT_NAMES,
    KEY_NORMALISER,
    KEY_OPS,
    KEY_PROFILES,
    KEY_ABIS,
    KEY_ORDERS,
    KEY_UNOBSERVABLE,
    KEY_POLICY,
    KEY_LEVEL,
    KEY_SECONDS,
    KEY_CPU_SECONDS,
    KEY_MEMORY_MIB,
    KEY_OUTPUT_KIB,
    KEY_FILE_MIB,
    KEY_GROWTH_BYTES,
    KEY_GROWTH_TIME,
    NUM_KEYS
};
/* The rungs, as bits. */
enum {
    COMMAND = 1 << SFC_RUNG_COMMAND,
    FRAMED = 1 << SFC_RUNG_FRAMED,
    OBJECT = 1 << SFC_RUNG_IN_PROCESS,
    ALL = COMMAND | FRAMED | OBJECT
};
static const struct {
    const char *name;
    unsigned needed, known; /* by these rungs */
    bool repeated;
} keys[NUM_KEYS] = {
    [KEY_NAME] = { "name", ALL, ALL, false },
    [KEY_ABOUT] = { "about", 0, ALL, false },
    [KEY_COMMIT] = { "commit", 0, ALL, false },
    [KEY_COMPILER] = { "compiler", 0, ALL, false },
    [KEY_FLAGS] = { "flags", 0, ALL, false },
    [KEY_RUNG] = { "rung", ALL, ALL, false },
    [KEY_COMMAND] = { "command", FRAMED, FRAMED, false },
    [KEY_OBJECT] = { "object", OBJECT, OBJECT, false },
    [KEY_VERSION_COMMAND] = { "version-command", COMMAND, COMMAND, false },
    [KEY_VERSION_PATTERN] = { "version-pattern", COMMAND, COMMAND, false },
    [KEY_FOR_VERSION] = { "for-version", 0, ALL, false },
    [KEY_KNOWN_VERSION] = { "known-version", 0, ALL, false },
    [KEY_DECODE_COMMAND] = { "decode-command", 0, COMMAND, false },
    [KEY_LOOKUP_COMMAND] = { "lookup-command", 0, COMMAND, false },
    [KEY_UNWIND_COMMAND] = { "unwind-command", 0, COMMAND, false },
    [KEY_ENCODE_COMMAND] = { "encode-command", 0, COMMAND, false },
    [KEY_ELF_COMMAND] = { "elf-command", 0, COMMAND, false },
    [KEY_ENCODES] = { "encodes", 0, ALL, false },
    [KEY_WITHOUT] = { "without", 0, ALL, false },
    [KEY_NEEDS] = { "needs", 0, ALL, false },
    [KEY_HIDES] = { "hides", 0, ALL, false },
    [KEY_SHOWS] = { "shows", 0, ALL, false },
    [KEY_UNWINDS] = { "unwinds", 0, FRAMED | OBJECT, false },
    [KEY_PC_OPTION] = { "pc-option", 0, COMMAND, false },
    [KEY_ENV] = { "env", 0, ALL, true },
    [KEY_ACCEPT] = { "accept", COMMAND, COMMAND, true },
    [KEY_REJECT] = { "reject", COMMAND, COMMAND, true },
    [KEY_UNSUPPORTED] = { "unsupported", 0, COMMAND, true },
    [KEY_CRASH] = { "crash", 0, COMMAND, true },
    [KEY_LIMIT] = { "limit", 0, COMMAND, true },
    [KEY_ELF_ERROR] = { "elf-error", 0, COMMAND, true },
    [KEY_REJECT_NAMES] = { "reject-names", 0, COMMAND, false },
    [KEY_NORMALISER] = { "normaliser", 0, COMMAND, false },
    [KEY_OPS] = { "ops", 0, ALL, false },
    [KEY_PROFILES] = { "profiles", COMMAND, ALL, false },
    [KEY_ABIS] = { "abis", COMMAND, ALL, false },
    [KEY_ORDERS] = { "orders", COMMAND, ALL, false },
    [KEY_UNOBSERVABLE] = { "unobservable", 0, ALL, false },
    [KEY_POLICY] = { "policy", 0, ALL, true },
    [KEY_LEVEL] = { "level", 0, ALL, false },
    [KEY_SECONDS] = { "seconds", 0, ALL, false },
    [KEY_CPU_SECONDS] = { "cpu-seconds", 0, ALL, false },
    [KEY_MEMORY_MIB] = { "memory-mib", 0, ALL, false },
    [KEY_OUTPUT_KIB] = { "output-kib", 0, ALL, false },
    [KEY_FILE_MIB] = { "file-mib", 0, ALL, false },
    [KEY_GROWTH_BYTES] = { "growth-bytes", 0, FRAMED | OBJECT, false },
    [KEY_GROWTH_TIME] = { "growth-time", 0, FRAMED | OBJECT, false },
};

/* Takes the value of one key; what is wrong with it, or NULL. */
static const char *take(struct sfc_config *c, enum key key, char *value)
{
    const char *wrong;
    switch (key) {
    case KEY_NAME:
        c->name = sfc_copy_string(value);
        return value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-")] ? "is not made of a-z, 0-9 and '-'" : NULL;
    case KEY_ABOUT: c->about = sfc_copy_string(value); return NULL;
    case KEY_RUNG: return take_rung(c, value);
    case KEY_COMMAND: return take_program(c, value);
    case KEY_OBJECT: c->object = place(c, value, strlen(value)); return NULL;
    case KEY_VERSION_COMMAND: return sfc_template_read(&c->version_command, value, SFC_NUM_OPS);
    case KEY_VERSION_PATTERN: return take_pattern(&c->version_pattern, &c->has_version_pattern, value);
    case KEY_FOR_VERSION:
        c->for_version_text = sfc_copy_string(value);
        return take_pattern(&c->for_version, &c->has_for_version, value);
    case KEY_KNOWN_VERSION: return take_pattern(&c->known_version, &c->has_known_version, value);
    case KEY_DECODE_COMMAND: return sfc_template_read(&c->commands[SFC_OP_DECODE], value, SFC_OP_DECODE);
    case KEY_LOOKUP_COMMAND: return sfc_template_read(&c->commands[SFC_OP_LOOKUP], value, SFC_OP_LOOKUP);
    case KEY_UNWIND_COMMAND: return sfc_template_read(&c->commands[SFC_OP_UNWIND], value, SFC_OP_UNWIND);
    case KEY_ENCODE_COMMAND: return sfc_template_read(&c->commands[SFC_OP_ENCODE], value, SFC_OP_ENCODE);
    case KEY_ELF_COMMAND:
        wrong = sfc_template_read(&c->elf_command, value, SFC_OP_DECODE);
        return wrong || c->elf_command.elf ? wrong : "needs {elf}";
    case KEY_PC_OPTION:
        c->pc_option = sfc_copy_string(value);
        return strchr(value, ' ') ? "is more than one word" : NULL;
    case KEY_ENV: return take_env(c, value);
    case KEY_ACCEPT: return take_rule(c, SFC_MEANS_ACCEPT, value);
    case KEY_REJECT: return take_rule(c, SFC_MEANS_REJECT, value);
    case KEY_UNSUPPORTED: return take_rule(c, SFC_MEANS_UNSUPPORTED, value);
    case KEY_CRASH: return take_rule(c, SFC_MEANS_CRASH, value);
    case KEY_LIMIT: return take_rule(c, SFC_MEANS_LIMIT, value);
    case KEY_ELF_ERROR: return take_rule(c, SFC_MEANS_ELF_ERROR, value);
    case KEY_REJECT_NAMES: c->names_finding = true; return strcmp(value, "finding") == 0 ? NULL : "is not `finding`";
    case KEY_NORMALISER:
        c->normaliser = sfc_normaliser_find(value);
        return c->normaliser ? NULL : "unknown normaliser; use dump, readelf or llvm";
    case KEY_COMMIT:
    case KEY_COMPILER:
    case KEY_FLAGS:
    case KEY_OPS:
    case KEY_PROFILES:
    case KEY_ABIS:
    case KEY_ORDERS:
    case KEY_UNOBSERVABLE:
    case KEY_POLICY:
    case KEY_ENCODES:
    case KEY_WITHOUT:
    case KEY_NEEDS:
    case KEY_HIDES:
    case KEY_SHOWS:
    case KEY_UNWINDS: return sfc_config_declare(c, keys[key].name, value);
    case KEY_LEVEL: return sfc_level_from_name(value, &c->level) ? NULL : "is not " SFC_LEVEL_NAMES;
    case KEY_SECONDS: c->has_seconds = true; return take_number(&c->seconds, value, 3600);
    case KEY_CPU_SECONDS: return take_number(&c->cpu_seconds, value, 3600);
    case KEY_MEMORY_MIB: return take_number(&c->memory_mib, value, UINT32_MAX);
    case KEY_OUTPUT_KIB: return take_number(&c->output_kib, value, 1 << 20);
    case KEY_FILE_MIB: return take_number(&c->file_mib, value, UINT32_MAX);
    case KEY_GROWTH_BYTES: return take_number(&c->growth_bytes, value, UINT32_MAX);
    case KEY_GROWTH_TIME: return take_number(&c->growth_time, value, UINT32_MAX);
    case NUM_KEYS: break;
    }
    return "is not a key of an adapter file";
}

static enum key find_key(const char *name)
{
    unsigned key = 0;
    while (key < NUM_KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return (enum key)key;
}

/* Where a key was given last; path is NULL if nowhere. */
struct given {
    char *path;
    unsigned line;
};

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
        const enum key key = find_key(f->key);
        if (key == NUM_KEYS)
            return sfc_fields_fail(f, error, "is not a key of an adapter file (see sframe-conform-adapter(5))");
        if (where[key].path && !keys[key].repeated)
            return sfc_fields_fail(f, error, "is given twice");
        free(where[key].path);
        where[key] = (struct given){ sfc_copy_string(f->path), f->line };
        const char *wrong = take(config, key, f->value);
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
    struct sfc_buffer path = { 0 };
    sfc_buffer_printf(&path, "%.*s%s", slash ? (int)(slash + 1 - f->path) : 0, f->path, f->value);
    const bool good = read_text(config, path.data, where, depth, error);
    sfc_buffer_free(&path);
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
    while (good && (word = sfc_next_word(&rest, &len))) {
        char *op = sfc_copy_text(word, len);
        good = sfc_has_word(ops.data, op)
               || sfc_fail(error, "%s:%u: ops: `%s` is not one of those that its commands can do: %s",
                           where[KEY_OPS].path, where[KEY_OPS].line, op, ops.data);
        free(op);
    }
    sfc_buffer_free(&ops);
    return good;
}

/* The normaliser must know each op whose answer is a dump. Verdicts, and bytes of an encoder, need none. */
static bool check_normaliser(const struct sfc_config *config, const struct given where[NUM_KEYS],
                             struct sfc_error *error)
{
    const char *rest = config->ops, *word;
    size_t len;
    bool good = true;
    while (good && (word = sfc_next_word(&rest, &len))) {
        char *op = sfc_copy_text(word, len);
        if (sfc_has_word("validate encode", op))
            good = true;
        else if (!config->normaliser)
            good = sfc_fail(error, "%s:1: the key `normaliser` is missing", config->path);
        else if (!sfc_has_word(config->normaliser->ops, op))
            good = sfc_fail(error, "%s:%u: normaliser: `%s` can do `%s` only", where[KEY_NORMALISER].path,
                            where[KEY_NORMALISER].line, config->normaliser->name, config->normaliser->ops);
        free(op);
    }
    return good;
}

static bool check_commands(struct sfc_config *config, const struct given where[NUM_KEYS], struct sfc_error *error)
{
    if (!check_ops(config, where, error) || !check_normaliser(config, where, error))
        return false;
    const struct sfc_template *const encoder = &config->commands[SFC_OP_ENCODE];
    if (sfc_config_encodes(config, "fits") && !encoder->fit)
        return sfc_fail(error, "%s:%u: encodes: `fits` needs an `encode-command` with {fit}", where[KEY_ENCODES].path,
                        where[KEY_ENCODES].line);
    if (config->version_pattern.re_nsub < 1)
        return sfc_fail(error, "%s:%u: version-pattern: has no group for the version", where[KEY_VERSION_PATTERN].path,
                        where[KEY_VERSION_PATTERN].line);
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
    const struct given *zero = config->seconds == 0      ? &where[KEY_SECONDS]
                               : config->output_kib == 0 ? &where[KEY_OUTPUT_KIB]
                                                         : NULL;
    if (zero)
        return sfc_fail(error, "%s:%u: a limit of 0 seconds or 0 KiB of output allows no answer", zero->path,
                        zero->line);
    return true;
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
    for (unsigned key = 0; key < NUM_KEYS; key++)
        free(where[key].path);
    if (!good)
        sfc_config_free(config);
    return good;
}

void sfc_config_free(struct sfc_config *config)
{
    char *const texts[] = {
        config->path,      config->name,         config->about,      config->for_version_text,
        config->pc_option, config->profiles,     config->abis,       config->orders,
        config->ops,       config->unobservable, config->containers, config->object,
        config->hello,     config->encodes,      config->without,    config->needs,
        config->hides,     config->shows,        config->unwinds,    config->commit,
        config->compiler,  config->flags,
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    sfc_words_free(config->command);
    sfc_words_free(config->version_command.words);
    for (unsigned op = 0; op < SFC_NUM_OPS; op++)
        sfc_words_free(config->commands[op].words);
    sfc_words_free(config->elf_command.words);
    sfc_words_free(config->env);
    if (config->has_version_pattern)
        regfree(&config->version_pattern);
    if (config->has_for_version)
        regfree(&config->for_version);
    if (config->has_known_version)
        regfree(&config->known_version);
    for (size_t i = 0; i < config->num_rules; i++)
        sfc_rule_free(&config->rules[i]);
    free(config->rules);
    for (size_t i = 0; i < config->num_policies; i++) {
        free(config->policies[i].id);
        free(config->policies[i].answer);
    }
    free(config->policies);
    *config = (struct sfc_config){ 0 };
}

const char *sfc_config_program(const struct sfc_config *config)
{
    return config->rung_kind == SFC_RUNG_COMMAND  ? config->version_command.words[0]
           : config->rung_kind == SFC_RUNG_FRAMED ? config->command[0]
                                                  : NULL;
}
