/* SPDX-License-Identifier: MIT */
/* The rung `command`: runs a command for each question and reads the answer from its exit status
   and text. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "pattern.h"
#include "rung.h"
#include "work_folder.h"

enum { MAX_MESSAGE = 300, MAX_CLASS = 64 };

struct sfc_session {
    const struct sfc_config *config;
    struct sfc_grant grant;
    char **env;
    char *folder; /* of this session alone; the command runs in it */
};

static struct sfc_trouble close_session(struct sfc_session *session)
{
    sfc_work_folder_remove(session->folder);
    sfc_words_free(session->env);
    free(session);
    return (struct sfc_trouble){ .message = NULL };
}

static struct sfc_session *open_session(const struct sfc_config *config, const struct sfc_grant *grant,
                                        enum sfc_no_hello *why, struct sfc_error *error)
{
    char *folder = sfc_work_folder_make(error);
    if (!folder) {
        *why = SFC_HELLO_UNASKED;
        return NULL;
    }
    struct sfc_session *session = sfc_alloc(1, sizeof *session);
    *session = (struct sfc_session){ config, *grant, sfc_make_env(config), folder };
    return session;
}

/* ---- The command ------------------------------------------------------------ */

/* One word of a template with its placeholders replaced; `file` stands for {raw}, {elf} and
   {dump}. */
static char *expand_word(const char *word, const struct sfc_request *request, const char *file)
{
    struct sfc_buffer out = { 0 };
    char addr[32];
    snprintf(addr, sizeof addr, "0x%" PRIx64, request->addr);
    const char *const values[SFC_NUM_PLAIN_PLACEHOLDERS] = { file,         file,          file, addr, request->profile,
                                                             request->abi, request->order };
    while (*word) {
        const size_t plain = strcspn(word, "{");
        size_t len = 0;
        sfc_buffer_add(&out, word, plain);
        word += plain;
        const unsigned placeholder = *word ? sfc_placeholder_find(word, &len) : SFC_NUM_PLACEHOLDERS;
        /* Another brace is in the name of the folder that {here} was. */
        if (placeholder < SFC_NUM_PLAIN_PLACEHOLDERS)
            sfc_buffer_printf(&out, "%s", values[placeholder]);
        else if (*word)
            sfc_buffer_add(&out, word, len = 1);
        word += len;
    }
    sfc_buffer_add(&out, "", 0);
    return out.data;
}

/* Adds OPTION and VALUE (of `len` bytes) as two words; OPTION may be NULL. */
static void add_option(char ***words, const char *option, const char *value, size_t len)
{
    if (option)
        sfc_words_add(words, sfc_copy_string(option));
    sfc_words_add(words, sfc_copy_text(value, len));
}

static void add_pcs(char ***words, const char *option, const struct sfc_request *request)
{
    for (size_t i = 0; i < request->num_pcs; i++) {
        char pc[32];
        const int len = snprintf(pc, sizeof pc, "0x%" PRIx64, request->pcs[i]);
        add_option(words, option, pc, (size_t)len);
    }
}

/* `pc=0x104` becomes --pc 0x104, `r10=0x0` --reg 10=0x0, and a word of memory --mem
   ADDRESS=VALUE. */
static void add_trace(char ***words, const struct sfc_request *request)
{
    const char *regs = request->regs, *mem = request->mem, *word;
    size_t len;
    while ((word = sfc_next_word(&regs, &len))) {
        char option[8] = "--";
        if (word[0] == 'r') {
            add_option(words, "--reg", word + 1, len - 1);
            continue;
        }
        memcpy(option + 2, word, 2);
        add_option(words, option, word + 3, len - 3);
    }
    while ((word = sfc_next_word(&mem, &len)))
        add_option(words, "--mem", word, len);
    if (request->pac_mask)
        add_option(words, "--pac-mask", request->pac_mask, strlen(request->pac_mask));
    if (request->max)
        add_option(words, "--max", request->max, strlen(request->max));
}

/* The command for this question. */
static const struct sfc_template *template_of(const struct sfc_config *config, const struct sfc_request *request)
{
    return request->elf && config->elf_command.words ? &config->elf_command : &config->commands[request->op];
}

static void add_flag(char ***words, bool wanted, const char *flag)
{
    if (wanted)
        sfc_words_add(words, sfc_copy_string(flag));
}

static char **expand(const struct sfc_config *config, const struct sfc_request *request, const char *file)
{
    char **words = NULL;
    for (char *const *from = template_of(config, request)->words; *from; from++) {
        if (strcmp(*from, "{pcs}") == 0)
            add_pcs(&words, config->pc_option, request);
        else if (strcmp(*from, "{trace}") == 0)
            add_trace(&words, request);
        else if (strcmp(*from, "{sort}") == 0)
            add_flag(&words, request->sort, "--sort");
        else if (strcmp(*from, "{fit}") == 0)
            add_flag(&words, request->fit, "--canonical");
        else
            sfc_words_add(&words, expand_word(*from, request, file));
    }
    return words;
}

static struct sfc_command make_command(const struct sfc_config *config, const struct sfc_grant *grant,
                                       char *const *words, char *const *env)
{
    return (struct sfc_command){
        .argv = words,
        .env = env,
        .path = grant->path,
        .seconds = grant->seconds,
        .stop_fd = grant->stop_fd,
        .cpu_seconds = (unsigned)config->cpu_seconds,
        .file_size = config->file_mib << 20,
        .memory = config->memory_mib << 20,
        .max_output = (size_t)config->output_kib << 10,
    };
}

/* ---- The answer ------------------------------------------------------------- */

/* The first line that is not empty, without control bytes. NULL if there is none. */
static char *first_line(const char *text)
{
    text += strspn(text, "\n");
    size_t len = strcspn(text, "\n");
    if (len == 0)
        return NULL;
    char *line = sfc_copy_text(text, len < MAX_MESSAGE ? len : MAX_MESSAGE);
    sfc_hide_control(line);
    return line;
}

static bool holds(const struct sfc_condition *c, const struct sfc_process *p)
{
    if (c->source == SFC_SOURCE_EXIT)
        return p->code == c->status;
    const struct sfc_buffer *said = c->source == SFC_SOURCE_STDOUT ? &p->out : &p->err;
    return sfc_pattern_matches(&c->pattern, sfc_buffer_text(said), said->len) != c->negated;
}

static const struct sfc_rule_line *find_rule(const struct sfc_config *config, const struct sfc_request *request,
                                             const struct sfc_process *p)
{
    for (size_t i = 0; i < config->num_rules; i++) {
        const struct sfc_rule_line *rule = &config->rules[i];
        size_t held = 0;
        if (rule->meaning == SFC_MEANS_ELF_ERROR && !request->elf)
            continue;
        while (held < rule->num_conditions && holds(&rule->conditions[held], p))
            held++;
        if (held == rule->num_conditions)
            return rule;
    }
    return NULL;
}

/* "FILE:0xSTART-0xEND: CLASS: CLAUSE: message", as sframe-ref(1) writes it. */
static bool read_finding(const char *text, struct sfc_answer *answer)
{
    char *line = sfc_copy_text(text, strcspn(text, "\n")), *range = strstr(line, ":0x");
    char *name = range ? strstr(range, ": ") : NULL;
    const size_t len = name ? strcspn(name + 2, ":") : 0;
    if (len > 0 && len < MAX_CLASS && name[2 + len]) {
        name[0] = name[2 + len] = '\0';
        answer->has_range = sfc_parse_range(range + 1, &answer->range_start, &answer->range_end);
    }
    if (answer->has_range)
        answer->fault_class = sfc_copy_string(name + 2);
    free(line);
    return answer->has_range;
}

/* "... refused: NAME: CLAUSES: message", which may end with ", fde 0" or ", fde 0 fre 1". */
static bool read_refusal(const char *text, struct sfc_answer *answer)
{
    char *line = sfc_copy_text(text, strcspn(text, "\n")), name[64], rest;
    const char *refused = strstr(line, ": refused: "), *place = NULL;
    unsigned fde, fre;
    int used = 0;
    for (const char *at = line; (at = strstr(at, ", fde ")); at++)
        place = at;
    answer->has_place = refused && sscanf(refused, ": refused: %63[^:]:%n", name, &used) == 1 && used > 0;
    if (answer->has_place)
        answer->fault_class = sfc_copy_string(name);
    if (answer->has_place && place && sscanf(place, ", fde %u fre %u%c", &fde, &fre, &rest) == 2)
        answer->place = sfc_format("fre %u.%u", fde, fre);
    else if (answer->has_place && place && sscanf(place, ", fde %u%c", &fde, &rest) == 1)
        answer->place = sfc_format("fde %u", fde);
    free(line);
    return answer->has_place;
}

static void set_message(struct sfc_answer *answer, char *message)
{
    free(answer->message);
    answer->message = message;
}

static void read_reject(const struct sfc_config *config, enum sfc_op op, const struct sfc_process *p,
                        struct sfc_answer *answer)
{
    const char *text = sfc_buffer_text(&p->err);
    const bool is_encode = op == SFC_OP_ENCODE;
    if (!config->names_finding || (is_encode ? read_refusal(text, answer) : read_finding(text, answer)))
        return;
    answer->reply = SFC_REPLY_PROTOCOL;
    set_message(answer, sfc_format("the first line of stderr is not a %s: %s", is_encode ? "refusal" : "finding",
                                   answer->message ? answer->message : "(nothing)"));
}

static void read_accept(const struct sfc_config *config, const struct sfc_request *request, const struct sfc_process *p,
                        struct sfc_answer *answer)
{
    struct sfc_buffer dump = { 0 };
    struct sfc_error error = { "" };
    const struct sfc_hidden hidden = { config->unobservable, request->abi };
    if (request->verdict_only)
        return;
    if (request->op == SFC_OP_ENCODE) {
        sfc_buffer_add(&dump, p->out.data, p->out.len);
        answer->section = (uint8_t *)dump.data;
        answer->section_size = dump.len;
        return;
    }
    if (config->normaliser->run(request->op, &hidden, sfc_buffer_text(&p->out), p->out.len, &dump, &error)) {
        sfc_buffer_add(&dump, "", 0);
        answer->dump = dump.data;
        return;
    }
    sfc_dump_odd_key(sfc_buffer_text(&dump), dump.len, request->op, answer->odd_key);
    sfc_buffer_free(&dump);
    answer->reply = SFC_REPLY_PROTOCOL;
    answer->bad_text = true;
    set_message(answer, sfc_copy_string(error.text));
}

static void read_exit(const struct sfc_config *config, const struct sfc_request *request, const struct sfc_process *p,
                      struct sfc_answer *answer)
{
    static const enum sfc_reply replies[SFC_NUM_MEANINGS] = {
        SFC_REPLY_ACCEPT, SFC_REPLY_REJECT, SFC_REPLY_UNSUPPORTED, SFC_REPLY_CRASH, SFC_REPLY_LIMIT, SFC_REPLY_REJECT,
    };
    const struct sfc_rule_line *rule = find_rule(config, request, p);
    if (!rule) {
        answer->reply = SFC_REPLY_PROTOCOL;
        set_message(answer, sfc_format("no rule of the adapter file fits exit status %d with this output: %s", p->code,
                                       answer->message ? answer->message : "(nothing on stderr)"));
        return;
    }
    answer->reply = replies[rule->meaning];
    answer->elf_error = rule->meaning == SFC_MEANS_ELF_ERROR;
    if (answer->reply == SFC_REPLY_CRASH || answer->reply == SFC_REPLY_LIMIT)
        answer->detail = sfc_copy_text("reported", 8);
    else if (answer->reply == SFC_REPLY_REJECT && !answer->elf_error)
        read_reject(config, request->op, p, answer);
    else if (answer->reply == SFC_REPLY_ACCEPT)
        read_accept(config, request, p, answer);
}

static void read_answer(const struct sfc_config *config, const struct sfc_request *request, const struct sfc_process *p,
                        struct sfc_answer *answer)
{
    static const struct {
        enum sfc_reply reply;
        const char *detail;
    } ends[] = {
        [SFC_ENDED_SIGNAL] = { SFC_REPLY_CRASH, NULL },    [SFC_ENDED_TIMEOUT] = { SFC_REPLY_TIMEOUT, NULL },
        [SFC_ENDED_FILE] = { SFC_REPLY_LIMIT, "file" },    [SFC_ENDED_CPU] = { SFC_REPLY_LIMIT, "cpu" },
        [SFC_ENDED_FLOOD] = { SFC_REPLY_LIMIT, "output" }, [SFC_ENDED_NOT_STARTED] = { SFC_REPLY_NONE, NULL },
        [SFC_ENDED_STOPPED] = { SFC_REPLY_STOPPED, NULL },
    };
    char name[32];
    answer->message = first_line(sfc_buffer_text(&p->err));
    if (p->ended == SFC_ENDED_EXIT) {
        read_exit(config, request, p, answer);
        return;
    }
    const char *detail = p->ended == SFC_ENDED_SIGNAL ? sfc_signal_name(p->code, name) : ends[p->ended].detail;
    answer->reply = ends[p->ended].reply;
    answer->detail = detail ? sfc_copy_string(detail) : NULL;
    answer->is_unasked = p->ended == SFC_ENDED_NOT_STARTED && sfc_is_shortage(p->code);
    if (p->ended == SFC_ENDED_NOT_STARTED)
        set_message(answer, sfc_format("cannot be started: %s", strerror(p->code)));
}

/* Must a bare section be wrapped for its command? */
static bool is_wrapped(const struct sfc_config *config, const struct sfc_request *request)
{
    return !request->elf && sfc_template_has(template_of(config, request), "{elf}");
}

/* The file that the bytes of a case are written to. */
static const char *scratch_name(const struct sfc_config *config, const struct sfc_request *request)
{
    const bool is_elf = request->elf || is_wrapped(config, request);
    return is_elf ? "case.elf" : request->op == SFC_OP_ENCODE ? "case.dump" : "case.sframe";
}

static void ask(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer)
{
    const struct sfc_config *config = session->config;
    const bool wrapped = is_wrapped(config, request);
    const char *name = scratch_name(config, request);
    struct sfc_buffer elf = { 0 };
    struct sfc_error error = { "" };
    if (wrapped)
        sfc_wrap_elf(request, &elf);
    char *file = sfc_format("%s/%s", session->folder, name);
    sfc_work_folder_empty(session->folder);
    *answer = (struct sfc_answer){ .reply = SFC_REPLY_NONE };
    const bool written = sfc_write_file(file, wrapped ? (const void *)elf.data : request->bytes,
                                        wrapped ? elf.len : request->size, &error);
    sfc_buffer_free(&elf);
    free(file);
    if (!written) {
        answer->is_unasked = true;
        answer->message = sfc_copy_string(error.text);
        return;
    }
    char **words = expand(config, request, name);
    struct sfc_command command = make_command(config, &session->grant, words, session->env);
    command.folder = session->folder;
    struct sfc_process p;
    sfc_process_run(&command, &p);
    if (session->grant.trace)
        sfc_trace_command(words, &p);
    read_answer(config, request, &p, answer);
    sfc_process_free(&p);
    sfc_words_free(words);
}

static char *ask_version(struct sfc_config *config, const struct sfc_grant *grant, struct sfc_error *error)
{
    char **env = sfc_make_env(config), *version = NULL;
    const struct sfc_command command = make_command(config, grant, config->version_command.words, env);
    const char *program = config->version_command.words[0];
    struct sfc_process p;
    regmatch_t match[2] = { { 0 } };
    sfc_process_run(&command, &p);
    const char *text = sfc_buffer_text(&p.out);
    const bool is_unasked = p.ended == SFC_ENDED_NOT_STARTED && sfc_is_shortage(p.code);
    config->no_hello = is_unasked ? SFC_HELLO_UNASKED : SFC_HELLO_BAD;
    if (p.ended == SFC_ENDED_NOT_STARTED)
        sfc_fail(error, "%s: %s%s", program, strerror(p.code), is_unasked ? "" : " (is it installed and in PATH?)");
    else if (p.ended != SFC_ENDED_EXIT || p.code != 0)
        sfc_fail(error, "%s: the version command did not end with exit status 0", program);
    else if (!sfc_pattern_find(&config->version_pattern.regex, text, p.out.len, match, 2) || match[1].rm_so < 0)
        sfc_fail(error, "%s: the output of the version command does not match `version-pattern`", program);
    else
        version = sfc_copy_text(text + match[1].rm_so, (size_t)(match[1].rm_eo - match[1].rm_so));
    sfc_process_free(&p);
    sfc_words_free(env);
    return version;
}

/* ---- By hand ----------------------------------------------------------------- */

/* The command that asks about `file`, with the adapter's environment, for a shell. */
static void add_tool_command(struct sfc_buffer *b, const struct sfc_config *config, const struct sfc_request *request,
                             const char *file)
{
    for (size_t i = 0; config->env && config->env[i]; i++) {
        sfc_buffer_printf(b, "%s", i == 0 ? "env " : "");
        sfc_add_quoted(b, config->env[i]);
        sfc_buffer_printf(b, " ");
    }
    char **words = expand(config, request, file);
    sfc_add_command(b, words);
    sfc_words_free(words);
}

static char *by_hand(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                     const char *corpus)
{
    struct sfc_buffer b = { 0 };
    const bool wrapped = is_wrapped(config, request);
    const char *file = wrapped || !request->file ? scratch_name(config, request) : request->file;
    if (wrapped || !request->file) {
        sfc_buffer_printf(&b, "sframe-conform show --%s %s ", wrapped ? "elf" : "raw", file);
        sfc_add_corpus_option(&b, corpus);
        sfc_add_quoted(&b, id);
        sfc_buffer_printf(&b, " && ");
    }
    add_tool_command(&b, config, request, file);
    return b.data;
}

const struct sfc_rung sfc_rung_command = { open_session, ask, close_session, ask_version, by_hand, NULL };
