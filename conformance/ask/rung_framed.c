/* SPDX-License-Identifier: MIT */
/*
 * The rungs `framed`, a program that keeps running and answers one question at a time over pipes, as
 * PROTOCOL.md says, and `in-process`, a shared object that such a program (adapters/host.c) loads.
 *
 * Only one question is out at a time, so a failure is blamed on that question; a failure between
 * two questions is blamed on the earlier one, and one after the hello on the first. After any
 * failure the program is killed, and the next question starts it again with `hello`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framed_exchange.h"
#include "work_folder.h"

/* ---- Failures ---------------------------------------------------------------------- */

/* What happened and, unless they are NULL, the program's own words. */
static char *with_words(const char *what, const char *between, const char *words)
{
    return words ? sfc_format("%s%s%s", what, between, words) : sfc_copy_string(what);
}

/* How a program ended: "SIGSEGV", "exit-70". */
static char *status_text(int status)
{
    char name[32];
    return WIFSIGNALED(status) ? sfc_copy_string(sfc_signal_name(WTERMSIG(status), name))
                               : sfc_format("exit-%d", WEXITSTATUS(status));
}

static void set_reply(struct sfc_answer *answer, enum sfc_reply reply, const char *detail, char *message)
{
    answer->reply = reply;
    answer->detail = detail ? sfc_copy_string(detail) : NULL;
    answer->message = message;
}

/* How much of the answer came, if that says something, and the program's own words; or NULL. */
static char *part_and_words(const struct sfc_session *s, bool tells_part)
{
    char *words = sfc_last_words(sfc_buffer_text(&s->err));
    if (!tells_part)
        return words;
    char *part = sfc_partial_answer(sfc_buffer_text(&s->in), s->in.len), *both = with_words(part, "; it says: ", words);
    free(part);
    free(words);
    return both;
}

/* Makes an answer of an exchange that ended so, or with a frame that `why` finds wrong, and kills the program. */
static void fail_exchange(struct sfc_session *s, enum sfc_reply reply, const char *why, struct sfc_answer *answer)
{
    const bool ended = reply == SFC_REPLY_CRASH && sfc_wait_end(s);
    sfc_drain_stderr(s);
    const int status = sfc_child_end(&s->child);
    if (ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) {
        set_reply(answer, SFC_REPLY_LIMIT, "file", part_and_words(s, false));
    } else if (ended) {
        char *text = status_text(status);
        set_reply(answer, SFC_REPLY_CRASH, text, part_and_words(s, s->in.len > 0));
        free(text);
    } else if (reply == SFC_REPLY_CRASH) {
        set_reply(answer, SFC_REPLY_PROTOCOL, NULL, sfc_copy_string("closed its stdout and went on"));
    } else if (reply == SFC_REPLY_ACCEPT || reply == SFC_REPLY_PROTOCOL) {
        set_reply(answer, SFC_REPLY_PROTOCOL, NULL, sfc_copy_string(why));
    } else {
        set_reply(answer, reply, s->limit, reply == SFC_REPLY_TIMEOUT ? part_and_words(s, true) : NULL);
    }
}

/* An answer is longer than it announced; with `more`, at least by this. */
static void say_surplus(size_t surplus, bool more, size_t length, struct sfc_error *error)
{
    sfc_fail(error, "wrote %s%zu bytes more than the %zu that its answer announced", more ? "at least " : "", surplus,
             length);
}

/* The payload of an answer of this type to the question that is out; NULL and *error if the
   frame is another. */
static char *check_frame(struct sfc_session *s, const struct sfc_frame *frame, const char *type,
                         struct sfc_error *error)
{
    if (strcmp(frame->type, type) != 0)
        sfc_fail(error, "answered with a frame of type `%s`, not `%s`", frame->type, type);
    else if (frame->seq != s->seq)
        sfc_fail(error, "answered number %lu when asked number %lu", (unsigned long)frame->seq, (unsigned long)s->seq);
    else if (s->in.len > frame->head + frame->length)
        say_surplus(s->in.len - frame->head - frame->length, false, frame->length, error);
    else {
        s->length = frame->length;
        return s->in.data + frame->head;
    }
    return NULL;
}

/* ---- Start and end ---------------------------------------------------------------- */

/* Starts the program and lets it say hello. On failure `answer` says why. */
static bool start(struct sfc_session *s, struct sfc_answer *answer)
{
    const struct sfc_config *config = s->config;
    const struct sfc_command command = {
        .argv = s->words,
        .env = s->env,
        .path = s->grant.path,
        .folder = s->folder,
        .memory = config->memory_mib << 20,
        .file_size = config->file_mib << 20,
    };
    struct sfc_frame frame;
    struct sfc_error error = { "" };
    sfc_work_folder_empty(s->folder);
    if (!sfc_child_start(&command, &s->child)) {
        answer->is_unasked = sfc_is_shortage(errno);
        set_reply(answer, SFC_REPLY_NONE, NULL, sfc_format("cannot be started: %s", strerror(errno)));
        return false;
    }
    s->seq++;
    sfc_buffer_clear(&s->out);
    sfc_frame_hello(&s->out, s->seq, (size_t)config->output_kib << 10);
    const double seconds = s->grant.seconds;
    if (s->grant.start_seconds > 0)
        s->grant.seconds = s->grant.start_seconds;
    const enum sfc_reply reply = sfc_exchange(s, &frame, &error);
    s->grant.seconds = seconds;
    const char *payload = reply == SFC_REPLY_ACCEPT ? check_frame(s, &frame, "hello", &error) : NULL;
    bool good = payload != NULL;
    const char *before = s->hello ? s->hello : config->hello;
    if (good && !s->hello)
        s->hello = sfc_copy_text(payload, frame.length);
    if (good && before && strcmp(before, payload) != 0)
        good = sfc_fail(&error, "said another hello when it was started again");
    if (!good)
        fail_exchange(s, reply, error.text, answer);
    return good;
}

/* Of a program that ended: has it read nothing of what was sent last? */
static bool left_unread(const struct sfc_session *s)
{
    int unread = 0;
    return s->sent == 0 || (ioctl(s->child.in, FIONREAD, &unread) == 0 && (size_t)unread == s->sent);
}

static struct sfc_trouble died_late(struct sfc_session *s)
{
    const bool ended = sfc_wait_end(s);
    char *how = status_text(sfc_child_end(&s->child));
    const struct sfc_trouble trouble = {
        .message = sfc_format("%s after its answer", ended ? how : "closed its stdout"),
        .kind = SFC_TROUBLE_LATE,
        .reply = ended ? SFC_REPLY_CRASH : SFC_REPLY_PROTOCOL,
    };
    free(how);
    return trouble;
}

enum { LATE_BLOCK = 256 };

static struct sfc_trouble wrote_late(struct sfc_session *s, char *message)
{
    sfc_child_end(&s->child);
    return (struct sfc_trouble){ .message = message, .kind = SFC_TROUBLE_LATE, .reply = SFC_REPLY_PROTOCOL };
}

/* What it did after its last answer is blamed on that question. */
static struct sfc_trouble look_late(struct sfc_session *s)
{
    struct sfc_error error;
    char block[LATE_BLOCK];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n < 0)
        return (struct sfc_trouble){ .message = NULL };
    if (n == 0)
        return died_late(s);
    say_surplus((size_t)n, n == LATE_BLOCK, s->length, &error);
    return wrote_late(s, sfc_copy_string(error.text));
}

static struct sfc_trouble say_bye(struct sfc_session *s)
{
    struct sfc_trouble trouble = { .kind = SFC_TROUBLE_EXIT, .reply = SFC_REPLY_CRASH, .at_end = true };
    s->seq++;
    sfc_drain_stderr(s);
    sfc_buffer_clear(&s->err);
    sfc_buffer_clear(&s->out);
    s->sent = 0;
    s->reads_no_more = false;
    sfc_frame_bye(&s->out, s->seq);
    sfc_send_more(s);
    const bool ended = sfc_wait_end(s);
    char block[LATE_BLOCK];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n > 0) {
        trouble = wrote_late(s, sfc_format("wrote %s%zd bytes after `bye`", n == LATE_BLOCK ? "at least " : "", n));
        /* A second answer to the last question may come as late. */
        struct sfc_frame frame;
        struct sfc_error unused;
        trouble.at_end =
            sfc_frame_read(block, (size_t)n, SIZE_MAX, &frame, &unused) != SFC_FRAME_HEAD || frame.seq != s->seq - 1;
        return trouble;
    }
    if (ended && left_unread(s))
        return died_late(s);
    const int status = sfc_child_end(&s->child);
    char *how = status_text(status), *words = sfc_last_words(sfc_buffer_text(&s->err));
    if (!ended) {
        trouble.kind = SFC_TROUBLE_HANG;
        trouble.message = sfc_copy_string("did not end after `bye`");
    } else if (status != 0) {
        trouble.message = with_words(how, ": ", words);
    }
    free(how);
    free(words);
    return trouble;
}

static struct sfc_trouble close_session(struct sfc_session *s)
{
    struct sfc_trouble trouble = { .message = NULL };
    if (s->child.pid > 0)
        trouble = look_late(s);
    if (s->child.pid > 0)
        trouble = say_bye(s);
    sfc_words_free(s->words);
    sfc_words_free(s->env);
    sfc_work_folder_remove(s->folder);
    free(s->hello);
    free(s->trouble);
    sfc_buffer_free(&s->out);
    sfc_buffer_free(&s->in);
    sfc_buffer_free(&s->err);
    free(s);
    return trouble;
}

/* Why there was no hello, in a word. */
static enum sfc_no_hello no_hello(const struct sfc_answer *answer)
{
    const char *how = answer->detail ? answer->detail : "";
    if (answer->reply == SFC_REPLY_TIMEOUT)
        return SFC_HELLO_LATE;
    if (answer->reply == SFC_REPLY_NONE)
        return answer->is_unasked ? SFC_HELLO_UNASKED : SFC_HELLO_NOT_STARTED;
    if (answer->reply != SFC_REPLY_CRASH)
        return SFC_HELLO_BAD;
    /* It exits so before its hello if its implementation is not installed (PROTOCOL.md). */
    return strcmp(how, "exit-69") == 0     ? SFC_HELLO_NOT_INSTALLED
           : strncmp(how, "exit-", 5) == 0 ? SFC_HELLO_ENDED
                                           : SFC_HELLO_CRASHED;
}

/* The command to start. NULL and *error if there is no such shared object, which need not be executable; one without a
   slash is looked for in the folders of programs. */
static char **command_of(const struct sfc_config *config, const char *path, struct sfc_error *error)
{
    static char host[] = "sframe-conform-host"; /* installed beside the adapters that came with the runner */
    if (config->rung_kind == SFC_RUNG_FRAMED)
        return sfc_words_from_here(config->command);
    char *object = !strchr(config->object, '/')        ? sfc_find_program(config->object, path)
                   : access(config->object, R_OK) == 0 ? sfc_copy_string(config->object)
                                                       : NULL;
    char *words[] = { host, object, NULL }, **all = object ? sfc_words_from_here(words) : NULL;
    if (!object)
        sfc_fail(error, "%s: there is no shared object `%s`", config->path, config->object);
    free(object);
    return all;
}

/* Starts the adapter and exchanges hellos. */
static struct sfc_session *greet(const struct sfc_config *config, const struct sfc_grant *grant, enum sfc_no_hello *why,
                                 struct sfc_error *error)
{
    struct sfc_answer answer = { .reply = SFC_REPLY_NONE };
    char **words = command_of(config, grant->path, error), *folder = words ? sfc_work_folder_make(error) : NULL;
    if (!folder) {
        *why = words ? SFC_HELLO_UNASKED : SFC_HELLO_NOT_STARTED;
        sfc_words_free(words);
        return NULL;
    }
    struct sfc_session *s = sfc_alloc(1, sizeof *s);
    *s = (struct sfc_session){
        .config = config, .grant = *grant, .words = words, .env = sfc_make_env(config), .folder = folder
    };
    if (start(s, &answer))
        return s;
    const char *what = answer.reply == SFC_REPLY_TIMEOUT   ? "did not come in time"
                       : answer.reply == SFC_REPLY_STOPPED ? "the run was interrupted"
                       : answer.detail                     ? answer.detail
                                                           : "";
    *why = no_hello(&answer);
    sfc_fail(error, "%s: its hello: %s%s%s", config->path, what, *what && answer.message ? ": " : "",
             answer.message ? answer.message : "");
    sfc_answer_free(&answer);
    free(close_session(s).message);
    return NULL;
}

/* ---- One question ------------------------------------------------------------------ */

/* Writes the question to s->out, wrapped into an ELF file if the adapter reads nothing else. */
static void write_question(struct sfc_session *s, const struct sfc_request *request)
{
    const char *containers = s->config->containers;
    const bool is_bare = sfc_op_makes_section(request->op) || request->op == SFC_OP_SEQUENCE;
    const bool wraps = !is_bare && !request->elf && sfc_has_word(containers, "elf") && !sfc_has_word(containers, "raw");
    struct sfc_request wrapped = *request;
    struct sfc_buffer elf = { 0 };
    if (wraps) {
        sfc_wrap_elf(request, &elf);
        wrapped.bytes = (const uint8_t *)elf.data;
        wrapped.size = elf.len;
    }
    s->seq++;
    sfc_buffer_clear(&s->out);
    sfc_frame_case(&s->out, s->seq, &wrapped,
                   request->op == SFC_OP_ENCODE ? "dump"
                   : wraps || request->elf      ? "elf"
                                                : "raw");
    sfc_buffer_free(&elf);
}

static void ask(struct sfc_session *s, const struct sfc_request *request, struct sfc_answer *answer)
{
    struct sfc_frame frame;
    struct sfc_error error = { "" };
    struct sfc_trouble before = { .message = NULL };
    const bool is_first = s->seq == 1; /* what came after the hello is this question's */
    if (s->child.pid > 0 && !is_first)
        before = look_late(s);
    *answer = (struct sfc_answer){ .reply = SFC_REPLY_NONE };
    for (unsigned attempt = 0;; attempt++) {
        const bool starts = s->child.pid == 0, fresh = starts || is_first;
        if (starts && !start(s, answer))
            break;
        write_question(s, request);
        const enum sfc_reply reply = sfc_exchange(s, &frame, &error);
        if (reply == SFC_REPLY_CRASH && !fresh && attempt == 0 && left_unread(s)) {
            before = died_late(s);
            continue;
        }
        if (reply == SFC_REPLY_ACCEPT && !fresh && attempt == 0 && frame.seq == s->seq - 1) {
            before = wrote_late(s, sfc_copy_string("answered twice"));
            continue;
        }
        char *payload = reply == SFC_REPLY_ACCEPT ? check_frame(s, &frame, "result", &error) : NULL;
        if (payload)
            sfc_result_read(answer, request, payload, frame.length);
        else
            fail_exchange(s, reply, error.text, answer);
        break;
    }
    answer->before = before;
}

/* ---- Frames of any kind --------------------------------------------------------------- */

struct sfc_raw_reply sfc_framed_raw(struct sfc_session *s, const char *type, uint32_t seq, const void *payload,
                                    size_t len)
{
    struct sfc_raw_reply raw = { .reply = SFC_REPLY_ACCEPT };
    struct sfc_answer answer = { .reply = SFC_REPLY_NONE };
    struct sfc_frame frame;
    struct sfc_error error = { "" };
    if (s->child.pid > 0 || start(s, &answer)) {
        sfc_buffer_clear(&s->out);
        sfc_buffer_printf(&s->out, "@%s %lu %zu\n", type, (unsigned long)seq, len);
        sfc_buffer_add(&s->out, payload, len);
        const enum sfc_reply reply = sfc_exchange(s, &frame, &error);
        if (reply == SFC_REPLY_ACCEPT && s->in.len == frame.head + frame.length) {
            memcpy(raw.type, frame.type, sizeof raw.type);
            raw.seq = frame.seq;
            raw.len = s->length = frame.length;
            raw.payload = s->in.data + frame.head;
            return raw;
        }
        if (reply == SFC_REPLY_ACCEPT)
            say_surplus(s->in.len - frame.head - frame.length, false, frame.length, &error);
        fail_exchange(s, reply, error.text, &answer);
    }
    free(s->trouble);
    raw.reply = answer.reply;
    raw.trouble = s->trouble = sfc_answer_words(&answer, sfc_reply_says(answer.reply), ": ");
    sfc_answer_free(&answer);
    return raw;
}

char *sfc_framed_hang_up(struct sfc_session *s)
{
    struct sfc_answer answer = { .reply = SFC_REPLY_NONE };
    if (s->child.pid == 0 && !start(s, &answer)) {
        sfc_answer_free(&answer);
        return sfc_copy_string("could not be started");
    }
    sfc_close_fd(&s->child.in);
    const bool ended = sfc_wait_end(s);
    const int status = sfc_child_end(&s->child);
    return !ended ? sfc_copy_string("went on") : status != 0 ? status_text(status) : NULL;
}

/* ---- Its declaration ---------------------------------------------------------------- */

/* Keeps the declaration in *config. */
static char *learn(struct sfc_config *config, const struct sfc_grant *grant, struct sfc_error *error)
{
    struct sfc_session *s = greet(config, grant, &config->no_hello, error);
    struct sfc_config declared;
    struct sfc_error why = { "" };
    char *version;
    if (!s)
        return NULL;
    free(config->hello);
    config->hello = sfc_copy_string(s->hello);
    bool good = sfc_hello_read(&declared, &version, s->hello, strlen(s->hello), &why);
    if (!good) {
        config->no_hello = declared.no_hello;
        sfc_fail(error, "%s: its %s", config->path, why.text);
    } else if (!sfc_config_adopt(config, &declared, error)) {
        good = false;
        free(version);
    }
    sfc_config_free(&declared);
    free(close_session(s).message);
    return good ? version : NULL;
}

static char *by_hand(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                     const char *corpus)
{
    struct sfc_buffer b = { 0 };
    (void)request;
    sfc_buffer_printf(&b, "sframe-conform run ");
    sfc_add_corpus_option(&b, corpus);
    sfc_buffer_printf(&b, "--adapter ");
    sfc_add_quoted(&b, config->path);
    sfc_buffer_printf(&b, " --isolate ");
    sfc_add_quoted(&b, id);
    return b.data;
}

static struct sfc_footprint footprint(const struct sfc_session *s)
{
    return sfc_footprint_of(s->child.pid);
}

const struct sfc_rung sfc_rung_framed = { greet, ask, close_session, learn, by_hand, footprint };
