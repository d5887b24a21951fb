/* SPDX-License-Identifier: MIT */
/* Rung 0: runs a command for each question and reads its answer out of exit status and text. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pattern.h"
#include "process.h"
#include "rung.h"
#include "wrap.h"

enum { MAX_MESSAGE = 300 };

struct sfr_session {
    const struct sfr_config *config;
    struct sfr_grant grant;
    char **env;
    char *folder; /* of this session alone: the command runs in it */
};

/* ---- Environment and folder ------------------------------------------------ */

/* What a program sees must not depend on who runs it: these variables pass, the rest does not. */
static const char *const passed[] = { "PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH" };

void sfr_free_words(char **words)
{
    for (size_t i = 0; words[i]; i++)
        free(words[i]);
    free(words);
}

static void add_word(char ***words, size_t *count, char *word)
{
    *words = sfr_grow(*words, *count + 2, sizeof **words);
    (*words)[(*count)++] = word;
    (*words)[*count] = NULL;
}

static char *format_word(const char *name, const char *between, const char *value)
{
    struct sfr_buffer b = { 0 };
    sfr_buffer_printf(&b, "%s%s%s", name, between, value);
    return b.data;
}

/* The adapter file's own variables come first: of two with one name the first is seen. */
char **sfr_make_env(const struct sfr_config *config)
{
    char **env = NULL;
    size_t count = 0;
    for (size_t i = 0; i < config->num_env; i++)
        add_word(&env, &count, sfr_copy_text(config->env[i], strlen(config->env[i])));
    add_word(&env, &count, format_word("LC_ALL", "=", "C"));
    for (unsigned i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (getenv(passed[i]))
            add_word(&env, &count, format_word(passed[i], "=", getenv(passed[i])));
    return env;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    remove(path);
    return 0;
}

static struct sfr_trouble close_session(struct sfr_session *session)
{
    nftw(session->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    sfr_free_words(session->env);
    free(session->folder);
    free(session);
    return (struct sfr_trouble){ .message = NULL };
}

static struct sfr_session *open_session(const struct sfr_config *config, const struct sfr_grant *grant,
                                        struct sfr_error *error)
{
    const char *tmp = getenv("TMPDIR");
    char *folder = format_word(tmp && *tmp ? tmp : "/tmp", "/", "sframe-conform.XXXXXX");
    if (!mkdtemp(folder)) {
        sfr_fail(error, "%s: cannot make a folder for the sections: %s", folder, strerror(errno));
        free(folder);
        return NULL;
    }
    struct sfr_session *session = sfr_alloc(1, sizeof *session);
    *session = (struct sfr_session){ config, *grant, sfr_make_env(config), folder };
    return session;
}

/* ---- The command ------------------------------------------------------------ */

/* One word of a template with its placeholders replaced; `file` stands for {raw}, {elf} and {dump}. */
static char *expand_word(const char *word, const struct sfr_request *request, const char *file)
{
    struct sfr_buffer out = { 0 };
    char addr[32];
    snprintf(addr, sizeof addr, "0x%" PRIx64, request->addr);
    const struct {
        const char *name, *value;
    } values[] = {
        { "{raw}", file },
        { "{elf}", file },
        { "{dump}", file },
        { "{addr}", addr },
        { "{profile}", request->profile },
        { "{abi}", request->abi },
        { "{order}", request->order },
    };
    while (*word) {
        const size_t plain = strcspn(word, "{");
        sfr_buffer_add(&out, word, plain);
        word += plain;
        for (unsigned i = 0; *word && i < sizeof values / sizeof values[0]; i++)
            if (strncmp(word, values[i].name, strlen(values[i].name)) == 0) {
                sfr_buffer_printf(&out, "%s", values[i].value);
                word += strlen(values[i].name);
                break;
            }
    }
    sfr_buffer_add(&out, "", 0);
    return out.data;
}

/* Adds OPTION and VALUE (of `len` bytes) as two words; OPTION may be NULL. */
static void add_option(char ***words, size_t *count, const char *option, const char *value, size_t len)
{
    if (option)
        add_word(words, count, sfr_copy_text(option, strlen(option)));
    add_word(words, count, sfr_copy_text(value, len));
}

static void add_pcs(char ***words, size_t *count, const char *option, const struct sfr_request *request)
{
    for (size_t i = 0; i < request->num_pcs; i++) {
        char pc[32];
        const int len = snprintf(pc, sizeof pc, "0x%" PRIx64, request->pcs[i]);
        add_option(words, count, option, pc, (size_t)len);
    }
}

/* `pc=0x104` is --pc 0x104, `r10=0x0` is --reg 10=0x0, a word of memory --mem ADDRESS=VALUE. */
static void add_trace(char ***words, size_t *count, const struct sfr_request *request)
{
    const char *regs = request->regs, *mem = request->mem ? request->mem : "", *word;
    size_t len;
    while (regs && (word = sfr_next_word(&regs, &len))) {
        char option[8] = "--";
        if (word[0] == 'r') {
            add_option(words, count, "--reg", word + 1, len - 1);
            continue;
        }
        memcpy(option + 2, word, 2);
        add_option(words, count, option, word + 3, len - 3);
    }
    while ((word = sfr_next_word(&mem, &len)))
        add_option(words, count, "--mem", word, len);
    if (request->pac_mask)
        add_option(words, count, "--pac-mask", request->pac_mask, strlen(request->pac_mask));
    if (request->max)
        add_option(words, count, "--max", request->max, strlen(request->max));
}

/* The command for this question. */
static const struct sfr_template *template_of(const struct sfr_config *config, const struct sfr_request *request)
{
    return request->elf && config->elf_command.words ? &config->elf_command : &config->commands[request->op];
}

static char **expand(const struct sfr_config *config, const struct sfr_request *request, const char *file)
{
    char **words = NULL;
    size_t count = 0;
    char *const *from = template_of(config, request)->words;
    for (size_t i = 0; from[i]; i++) {
        if (strcmp(from[i], "{pcs}") == 0)
            add_pcs(&words, &count, config->pc_option, request);
        else if (strcmp(from[i], "{trace}") == 0)
            add_trace(&words, &count, request);
        else if (strcmp(from[i], "{sort}") == 0 && request->sort)
            add_option(&words, &count, NULL, "--sort", 6);
        else if (strcmp(from[i], "{sort}") != 0)
            add_word(&words, &count, expand_word(from[i], request, file));
    }
    return words;
}

static struct sfr_command make_command(const struct sfr_config *config, const struct sfr_grant *grant,
                                       char *const *words, char *const *env)
{
    return (struct sfr_command){
        .argv = words,
        .env = env,
        .path = grant->path,
        .seconds = grant->seconds,
        .stop_fd = grant->stop_fd,
        .cpu_seconds = (unsigned)config->cpu_seconds,
        .memory = config->memory_mib << 20,
        .max_output = (size_t)config->output_kib << 10,
    };
}

/* ---- The answer ------------------------------------------------------------- */

/* The first line that is not empty, without bytes that would upset a terminal. */
static char *first_line(const char *text)
{
    text += strspn(text, "\n");
    size_t len = strcspn(text, "\n");
    if (len == 0)
        return NULL;
    char *line = sfr_copy_text(text, len < MAX_MESSAGE ? len : MAX_MESSAGE);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return line;
}

static bool holds(const struct sfr_condition *c, const struct sfr_process *p)
{
    if (c->source == SFR_SOURCE_EXIT)
        return p->code == c->status;
    const struct sfr_buffer *said = c->source == SFR_SOURCE_STDOUT ? &p->out : &p->err;
    return sfr_pattern_matches(&c->pattern, sfr_buffer_text(said), said->len) != c->negated;
}

static const struct sfr_rule_line *find_rule(const struct sfr_config *config, const struct sfr_request *request,
                                             const struct sfr_process *p)
{
    for (size_t i = 0; i < config->num_rules; i++) {
        const struct sfr_rule_line *rule = &config->rules[i];
        size_t held = 0;
        if (rule->meaning == SFR_MEANS_ELF_ERROR && !request->elf)
            continue;
        while (held < rule->num_conditions && holds(&rule->conditions[held], p))
            held++;
        if (held == rule->num_conditions)
            return rule;
    }
    return NULL;
}

/* "FILE:0xSTART-0xEND: CLASS: CLAUSE: message", as sframe-ref(1) writes it. */
static bool read_finding(const char *text, struct sfr_answer *answer)
{
    const char *range = strstr(text, ":0x");
    const size_t len = strcspn(text, "\n");
    if (!range || (size_t)(range - text) >= len)
        return false;
    range++;
    const size_t start_len = strcspn(range, "-\n");
    const char *end = range + start_len + (range[start_len] == '-');
    const size_t end_len = strcspn(end, ":\n");
    const char *name = end + end_len;
    if (strncmp(name, ": ", 2) != 0 || !sfr_parse_hex(range, start_len, &answer->range_start)
        || !sfr_parse_hex(end, end_len, &answer->range_end))
        return false;
    name += 2;
    const size_t name_len = strcspn(name, ":\n");
    if (name_len == 0 || name[name_len] != ':')
        return false;
    answer->fault_class = sfr_copy_text(name, name_len);
    answer->has_range = true;
    return true;
}

/* "... refused: NAME: CLAUSES: message", perhaps with ", fde 0" or ", fde 0 fre 1" behind it. */
static bool read_refusal(const char *text, struct sfr_answer *answer)
{
    static const char before[] = ": refused: ";
    char *line = sfr_copy_text(text, strcspn(text, "\n"));
    const char *name = strstr(line, before), *place = NULL;
    struct sfr_buffer b = { 0 };
    unsigned fde, fre;
    char rest;
    for (const char *at = line; (at = strstr(at, ", fde ")); at++)
        place = at;
    name = name ? name + sizeof before - 1 : "";
    const size_t len = strcspn(name, ":");
    const bool good = len > 0 && name[len] == ':';
    if (good)
        answer->fault_class = sfr_copy_text(name, len);
    answer->has_place = good;
    if (good && place && sscanf(place, ", fde %u fre %u%c", &fde, &fre, &rest) == 2)
        sfr_buffer_printf(&b, "fre %u.%u", fde, fre);
    else if (good && place && sscanf(place, ", fde %u%c", &fde, &rest) == 1)
        sfr_buffer_printf(&b, "fde %u", fde);
    answer->place = b.data;
    free(line);
    return good;
}

static void set_message(struct sfr_answer *answer, char *message)
{
    free(answer->message);
    answer->message = message;
}

static void read_reject(const struct sfr_config *config, enum sfr_op op, const struct sfr_process *p,
                        struct sfr_answer *answer)
{
    const char *text = sfr_buffer_text(&p->err);
    const bool is_encode = op == SFR_OP_ENCODE;
    if (!config->names_finding || (is_encode ? read_refusal(text, answer) : read_finding(text, answer)))
        return;
    answer->reply = SFR_REPLY_PROTOCOL;
    set_message(answer, format_word("the first line of stderr is no ", is_encode ? "refusal: " : "finding: ",
                                    answer->message ? answer->message : "(nothing)"));
}

static void read_accept(const struct sfr_config *config, enum sfr_op op, const struct sfr_process *p,
                        struct sfr_answer *answer)
{
    struct sfr_buffer dump = { 0 };
    struct sfr_error error = { "" };
    if (op == SFR_OP_ENCODE) {
        sfr_buffer_add(&dump, p->out.data, p->out.len);
        answer->section = (uint8_t *)dump.data;
        answer->section_size = dump.len;
        return;
    }
    if (config->normaliser->run(op, sfr_buffer_text(&p->out), p->out.len, &dump, &error)) {
        sfr_buffer_add(&dump, "", 0);
        answer->dump = dump.data;
        return;
    }
    sfr_buffer_free(&dump);
    answer->reply = SFR_REPLY_PROTOCOL;
    set_message(answer, sfr_copy_text(error.text, strlen(error.text)));
}

static void read_exit(const struct sfr_config *config, const struct sfr_request *request, const struct sfr_process *p,
                      struct sfr_answer *answer)
{
    static const enum sfr_reply replies[SFR_NUM_MEANINGS] = {
        SFR_REPLY_ACCEPT, SFR_REPLY_REJECT, SFR_REPLY_UNSUPPORTED, SFR_REPLY_CRASH, SFR_REPLY_LIMIT, SFR_REPLY_REJECT,
    };
    const struct sfr_rule_line *rule = find_rule(config, request, p);
    if (!rule) {
        struct sfr_buffer b = { 0 };
        sfr_buffer_printf(&b, "no rule of the adapter file fits exit status %d with this output: %s", p->code,
                          answer->message ? answer->message : "(nothing on stderr)");
        answer->reply = SFR_REPLY_PROTOCOL;
        set_message(answer, b.data);
        return;
    }
    answer->reply = replies[rule->meaning];
    answer->elf_error = rule->meaning == SFR_MEANS_ELF_ERROR;
    if (answer->reply == SFR_REPLY_CRASH || answer->reply == SFR_REPLY_LIMIT)
        answer->detail = sfr_copy_text("reported", 8);
    else if (answer->reply == SFR_REPLY_REJECT && !answer->elf_error)
        read_reject(config, request->op, p, answer);
    else if (answer->reply == SFR_REPLY_ACCEPT)
        read_accept(config, request->op, p, answer);
}

static void read_answer(const struct sfr_config *config, const struct sfr_request *request, const struct sfr_process *p,
                        struct sfr_answer *answer)
{
    char name[32];
    const char *detail = NULL;
    answer->message = first_line(sfr_buffer_text(&p->err));
    switch (p->ended) {
    case SFR_ENDED_EXIT: read_exit(config, request, p, answer); return;
    case SFR_ENDED_SIGNAL:
        answer->reply = SFR_REPLY_CRASH;
        detail = sfr_signal_name(p->code, name);
        break;
    case SFR_ENDED_TIMEOUT: answer->reply = SFR_REPLY_TIMEOUT; break;
    case SFR_ENDED_CPU:
        answer->reply = SFR_REPLY_LIMIT;
        detail = "cpu";
        break;
    case SFR_ENDED_FLOOD:
        answer->reply = SFR_REPLY_LIMIT;
        detail = "output";
        break;
    case SFR_ENDED_NOT_STARTED:
        answer->reply = SFR_REPLY_NONE;
        set_message(answer, format_word("cannot be started: ", "", strerror(p->code)));
        break;
    case SFR_ENDED_STOPPED: answer->reply = SFR_REPLY_STOPPED; break;
    }
    if (detail)
        answer->detail = sfr_copy_text(detail, strlen(detail));
}

static void ask(struct sfr_session *session, const struct sfr_request *request, struct sfr_answer *answer)
{
    const struct sfr_config *config = session->config;
    const struct sfr_template *t = template_of(config, request);
    const bool wrapped = t->elf && !request->elf;
    const char *name = t->elf ? "case.elf" : t->dump ? "case.dump" : "case.sframe";
    struct sfr_buffer elf = { 0 };
    struct sfr_error error = { "" };
    if (wrapped)
        sfr_wrap_elf(request, &elf);
    char *file = format_word(session->folder, "/", name);
    *answer = (struct sfr_answer){ .reply = SFR_REPLY_NONE };
    const bool written = sfr_write_file(file, wrapped ? (const void *)elf.data : request->bytes,
                                        wrapped ? elf.len : request->size, &error);
    sfr_buffer_free(&elf);
    free(file);
    if (!written) {
        answer->message = sfr_copy_text(error.text, strlen(error.text));
        return;
    }
    char **words = expand(config, request, name);
    struct sfr_command command = make_command(config, &session->grant, words, session->env);
    command.folder = session->folder;
    struct sfr_process p;
    sfr_process_run(&command, &p);
    read_answer(config, request, &p, answer);
    sfr_process_free(&p);
    sfr_free_words(words);
}

static char *ask_version(struct sfr_config *config, const struct sfr_grant *grant, struct sfr_error *error)
{
    char **env = sfr_make_env(config), *version = NULL;
    const struct sfr_command command = make_command(config, grant, config->version_command.words, env);
    const char *program = config->version_command.words[0];
    struct sfr_process p;
    regmatch_t match[2];
    sfr_process_run(&command, &p);
    const char *text = sfr_buffer_text(&p.out);
    if (p.ended == SFR_ENDED_NOT_STARTED)
        sfr_fail(error, "%s: %s (is it installed and in PATH?)", program, strerror(p.code));
    else if (p.ended != SFR_ENDED_EXIT || p.code != 0)
        sfr_fail(error, "%s: was asked for its version and did not end with exit status 0", program);
    else if (!sfr_pattern_find(&config->version_pattern, text, p.out.len, match, 2) || match[1].rm_so < 0)
        sfr_fail(error, "%s: what it prints as its version does not match `version-pattern`", program);
    else
        version = sfr_copy_text(text + match[1].rm_so, (size_t)(match[1].rm_eo - match[1].rm_so));
    sfr_process_free(&p);
    sfr_free_words(env);
    return version;
}

/* ---- By hand ----------------------------------------------------------------- */

static char *by_hand(const struct sfr_config *config, const struct sfr_request *request, const char *id,
                     const char *corpus)
{
    struct sfr_buffer b = { 0 };
    const bool wrapped = template_of(config, request)->elf && !request->elf;
    if (wrapped) {
        sfr_buffer_printf(&b, "sframe-conform show --elf case.elf ");
        if (corpus) {
            sfr_buffer_printf(&b, "--corpus ");
            sfr_add_quoted(&b, corpus);
            sfr_buffer_printf(&b, " ");
        }
        sfr_add_quoted(&b, id);
        sfr_buffer_printf(&b, " && ");
    }
    for (size_t i = 0; i < config->num_env; i++) {
        sfr_buffer_printf(&b, "%s", i == 0 ? "env " : "");
        sfr_add_quoted(&b, config->env[i]);
        sfr_buffer_printf(&b, " ");
    }
    char **words = expand(config, request, wrapped ? "case.elf" : request->file);
    for (size_t i = 0; words[i]; i++) {
        sfr_buffer_printf(&b, "%s", i > 0 ? " " : "");
        sfr_add_quoted(&b, words[i]);
    }
    sfr_free_words(words);
    return b.data;
}

void sfr_answer_free(struct sfr_answer *a)
{
    free(a->dump);
    free(a->detail);
    free(a->message);
    free(a->fault_class);
    free(a->section);
    free(a->place);
    free(a->before.message);
    *a = (struct sfr_answer){ 0 };
}

const struct sfr_rung sfr_rung_command = { open_session, ask, close_session, ask_version, by_hand };
