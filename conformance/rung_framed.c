/* SPDX-License-Identifier: MIT */
/*
 * A program that keeps running and answers one question at a time over pipes, as PROTOCOL.md says.
 *
 * One question is out at a time, so whatever goes wrong is the fault of the question that is out; what goes wrong
 * between two is told apart and blamed on the one before. After any trouble the program is killed; the next question
 * starts it anew, which replays `hello`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framed_exchange.h"
#include "framed_words.h"
#include "rung_framed.h"
#include "wrap.h"

/* ---- How it went wrong ----------------------------------------------------------- */

static char *join(const char *a, const char *between, const char *b)
{
    struct sfr_buffer text = { 0 };
    sfr_buffer_printf(&text, "%s%s%s", a, b ? between : "", b ? b : "");
    return text.data;
}

/* "SIGSEGV", "exit-70": how a program ended that had more to say. */
static char *status_text(int status)
{
    char name[32];
    struct sfr_buffer b = { 0 };
    if (WIFSIGNALED(status))
        sfr_buffer_printf(&b, "%s", sfr_signal_name(WTERMSIG(status), name));
    else
        sfr_buffer_printf(&b, "exit-%d", WEXITSTATUS(status));
    return b.data;
}

static void set_reply(struct sfr_answer *answer, enum sfr_reply reply, const char *detail, char *message)
{
    answer->reply = reply;
    answer->detail = detail ? sfr_copy_text(detail, strlen(detail)) : NULL;
    answer->message = message;
}

/* How far the answer came, if that is worth telling, and the program's own words; or NULL. */
static char *part_and_words(const struct sfr_session *s, bool tells_part)
{
    char *words = sfr_last_words(sfr_buffer_text(&s->err));
    if (!tells_part)
        return words;
    char *part = sfr_partial_answer(sfr_buffer_text(&s->in), s->in.len), *both = join(part, "; it says: ", words);
    free(part);
    free(words);
    return both;
}

/* Turns a bad end of an exchange into an answer; the program is gone afterwards. */
static void fail_exchange(struct sfr_session *s, enum sfr_end end, const char *why, struct sfr_answer *answer)
{
    const bool ended = end == SFR_END_EOF && sfr_wait_end(s);
    sfr_drain_stderr(s);
    const int status = sfr_child_end(&s->child);
    if (ended) {
        char *text = status_text(status);
        set_reply(answer, SFR_REPLY_CRASH, text, part_and_words(s, s->in.len > 0));
        free(text);
        return;
    }
    switch (end) {
    case SFR_END_TIMEOUT: set_reply(answer, SFR_REPLY_TIMEOUT, NULL, part_and_words(s, true)); break;
    case SFR_END_CPU: set_reply(answer, SFR_REPLY_LIMIT, "cpu", NULL); break;
    case SFR_END_FLOOD: set_reply(answer, SFR_REPLY_LIMIT, "output", NULL); break;
    case SFR_END_STOPPED: set_reply(answer, SFR_REPLY_STOPPED, NULL, NULL); break;
    case SFR_END_EOF:
        set_reply(answer, SFR_REPLY_PROTOCOL, NULL, join("closed its stdout and went on", "", NULL));
        break;
    case SFR_END_ANSWER:
    case SFR_END_BAD: set_reply(answer, SFR_REPLY_PROTOCOL, NULL, sfr_copy_text(why, strlen(why))); break;
    }
}

static void say_surplus(size_t surplus, size_t length, struct sfr_error *error)
{
    char *text = sfr_surplus_answer(surplus, false, length);
    sfr_fail(error, "%s", text);
    free(text);
}

/* The payload of an answer of this type to the question that is out; NULL and *error if the frame is another. */
static char *check_frame(struct sfr_session *s, const struct sfr_message *frame, const char *type,
                         struct sfr_error *error)
{
    if (strcmp(frame->type, type) != 0)
        sfr_fail(error, "answered with a frame of type `%s`, not `%s`", frame->type, type);
    else if (frame->seq != s->seq)
        sfr_fail(error, "answered number %lu when asked number %lu", (unsigned long)frame->seq, (unsigned long)s->seq);
    else if (s->in.len > frame->head + frame->length)
        say_surplus(s->in.len - frame->head - frame->length, frame->length, error);
    else {
        s->length = frame->length;
        return s->in.data + frame->head;
    }
    return NULL;
}

/* ---- Start and end ---------------------------------------------------------------- */

/* Starts the program and lets it say hello. On failure `answer` says why. */
static bool start(struct sfr_session *s, struct sfr_answer *answer)
{
    const struct sfr_config *config = s->config;
    const struct sfr_command command = {
        .argv = s->words,
        .env = s->env,
        .path = s->grant.path,
        .memory = config->memory_mib << 20,
    };
    struct sfr_message frame;
    struct sfr_error error = { "" };
    if (!sfr_child_start(&command, &s->child)) {
        set_reply(answer, SFR_REPLY_NONE, NULL, join("cannot be started: ", "", strerror(errno)));
        return false;
    }
    s->seq++;
    s->out.len = 0;
    sfr_message_hello(&s->out, s->seq, (size_t)config->output_kib << 10);
    const enum sfr_end end = sfr_exchange(s, &frame, &error);
    const char *payload = end == SFR_END_ANSWER ? check_frame(s, &frame, "hello", &error) : NULL;
    bool good = payload != NULL;
    const char *before = s->hello ? s->hello : config->hello;
    if (good && !s->hello)
        s->hello = sfr_copy_text(payload, frame.length);
    if (good && before && strcmp(before, payload) != 0)
        good = sfr_fail(&error, "said another hello when it was started again");
    if (!good)
        fail_exchange(s, end, error.text, answer);
    return good;
}

/* It ended: did it ever begin to read what was sent last? */
static bool left_unread(const struct sfr_session *s)
{
    int unread = 0;
    return s->sent == 0 || (ioctl(s->child.in, FIONREAD, &unread) == 0 && (size_t)unread == s->sent);
}

static struct sfr_trouble died_late(struct sfr_session *s)
{
    const bool ended = sfr_wait_end(s);
    char *how = status_text(sfr_child_end(&s->child));
    const struct sfr_trouble trouble = { join(ended ? how : "closed its stdout", " behind its answer", ""),
                                         ended ? SFR_REPLY_CRASH : SFR_REPLY_PROTOCOL, false };
    free(how);
    return trouble;
}

enum { LATE_BLOCK = 256 };

static struct sfr_trouble wrote_late(struct sfr_session *s, char *message)
{
    sfr_child_end(&s->child);
    return (struct sfr_trouble){ message, SFR_REPLY_PROTOCOL, false };
}

/* Has it said or done something since its last answer? Then that question is to blame. */
static struct sfr_trouble look_late(struct sfr_session *s)
{
    char block[LATE_BLOCK];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n < 0)
        return (struct sfr_trouble){ .message = NULL };
    if (n == 0)
        return died_late(s);
    return wrote_late(s, sfr_surplus_answer((size_t)n, n == LATE_BLOCK, s->length));
}

static struct sfr_trouble say_bye(struct sfr_session *s)
{
    struct sfr_trouble trouble = { .reply = SFR_REPLY_CRASH, .at_end = true };
    s->seq++;
    s->out.len = s->err.len = s->sent = 0;
    s->reads_no_more = false;
    sfr_message_bye(&s->out, s->seq);
    sfr_send_more(s);
    const bool ended = sfr_wait_end(s);
    char block[LATE_BLOCK];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n > 0)
        return wrote_late(s, sfr_late_bytes((size_t)n, n == LATE_BLOCK, "`bye`"));
    if (ended && left_unread(s))
        return died_late(s);
    const int status = sfr_child_end(&s->child);
    char *how = status_text(status), *words = sfr_last_words(sfr_buffer_text(&s->err));
    if (!ended)
        trouble.message = join("did not end after `bye`", "", NULL);
    else if (status != 0)
        trouble.message = join(how, ": ", words);
    free(how);
    free(words);
    return trouble;
}

struct sfr_trouble sfr_framed_close(struct sfr_session *s)
{
    struct sfr_trouble trouble = { .message = NULL };
    if (s->child.pid > 0)
        trouble = look_late(s);
    if (s->child.pid > 0)
        trouble = say_bye(s);
    sfr_free_words(s->words);
    sfr_free_words(s->env);
    free(s->hello);
    sfr_buffer_free(&s->out);
    sfr_buffer_free(&s->in);
    sfr_buffer_free(&s->err);
    free(s);
    return trouble;
}

struct sfr_session *sfr_framed_open(const struct sfr_config *config, const struct sfr_grant *grant, char *const *words,
                                    struct sfr_error *error)
{
    struct sfr_session *s = sfr_alloc(1, sizeof *s);
    struct sfr_answer answer = { .reply = SFR_REPLY_NONE };
    *s = (struct sfr_session){ .config = config, .grant = *grant, .env = sfr_make_env(config) };
    size_t count = 0;
    while (words[count])
        count++;
    s->words = sfr_alloc(count + 1, sizeof s->words[0]);
    for (size_t i = 0; i < count; i++)
        s->words[i] = sfr_copy_text(words[i], strlen(words[i]));
    if (start(s, &answer))
        return s;
    const char *what = answer.reply == SFR_REPLY_TIMEOUT   ? "did not come in time"
                       : answer.reply == SFR_REPLY_STOPPED ? "the run was interrupted"
                       : answer.detail                     ? answer.detail
                                                           : "";
    sfr_fail(error, "%s: its hello: %s%s%s", words[0], what, *what && answer.message ? ": " : "",
             answer.message ? answer.message : "");
    sfr_answer_free(&answer);
    free(sfr_framed_close(s).message);
    return NULL;
}

static struct sfr_session *open_session(const struct sfr_config *config, const struct sfr_grant *grant,
                                        struct sfr_error *error)
{
    return sfr_framed_open(config, grant, config->command, error);
}

/* ---- One question ------------------------------------------------------------------ */

/* Puts the question into s->out. An adapter that reads ELF files only gets one made for the case. */
static void write_question(struct sfr_session *s, const struct sfr_request *request)
{
    const char *containers = s->config->containers;
    const bool wraps = request->op != SFR_OP_ENCODE && !request->elf && containers && sfr_has_word(containers, "elf")
                       && !sfr_has_word(containers, "raw");
    struct sfr_request wrapped = *request;
    struct sfr_buffer elf = { 0 };
    if (wraps) {
        sfr_wrap_elf(request, &elf);
        wrapped.bytes = (const uint8_t *)elf.data;
        wrapped.size = elf.len;
    }
    s->seq++;
    s->out.len = 0;
    sfr_message_case(&s->out, s->seq, &wrapped,
                     request->op == SFR_OP_ENCODE ? "dump"
                     : wraps || request->elf      ? "elf"
                                                  : "raw");
    sfr_buffer_free(&elf);
}

void sfr_framed_ask(struct sfr_session *s, const struct sfr_request *request, struct sfr_answer *answer)
{
    struct sfr_message frame;
    struct sfr_error error = { "" };
    struct sfr_trouble before = { .message = NULL };
    if (s->child.pid > 0)
        before = look_late(s);
    *answer = (struct sfr_answer){ .reply = SFR_REPLY_NONE };
    for (unsigned attempt = 0;; attempt++) {
        const bool fresh = s->child.pid == 0;
        if (fresh && !start(s, answer))
            break;
        write_question(s, request);
        const enum sfr_end end = sfr_exchange(s, &frame, &error);
        if (end == SFR_END_EOF && !fresh && attempt == 0 && left_unread(s)) {
            before = died_late(s);
            continue;
        }
        if (end == SFR_END_ANSWER && !fresh && attempt == 0 && frame.seq == s->seq - 1) {
            sfr_child_end(&s->child);
            before = (struct sfr_trouble){ join("answered twice", "", NULL), SFR_REPLY_PROTOCOL, false };
            continue;
        }
        char *payload = end == SFR_END_ANSWER ? check_frame(s, &frame, "result", &error) : NULL;
        if (payload)
            sfr_result_read(answer, request, payload, frame.length);
        else
            fail_exchange(s, end, error.text, answer);
        break;
    }
    answer->before = before;
}

/* ---- Frames of any kind --------------------------------------------------------------- */

static const char *reply_text(enum sfr_reply reply)
{
    return reply == SFR_REPLY_TIMEOUT ? "did not answer in time"
           : reply == SFR_REPLY_LIMIT ? "went over a limit"
           : reply == SFR_REPLY_CRASH ? "ended"
           : reply == SFR_REPLY_NONE  ? "could not be started"
                                      : "broke the protocol";
}

void sfr_framed_raw(struct sfr_session *s, const char *type, uint32_t seq, const void *payload, size_t len,
                    struct sfr_raw_reply *raw)
{
    struct sfr_answer answer = { .reply = SFR_REPLY_NONE };
    struct sfr_message frame;
    struct sfr_error error = { "" };
    *raw = (struct sfr_raw_reply){ .reply = SFR_REPLY_ACCEPT };
    if (s->child.pid > 0 || start(s, &answer)) {
        s->out.len = 0;
        sfr_buffer_printf(&s->out, "@%s %lu %zu\n", type, (unsigned long)seq, len);
        sfr_buffer_add(&s->out, payload, len);
        const enum sfr_end end = sfr_exchange(s, &frame, &error);
        if (end == SFR_END_ANSWER && s->in.len == frame.head + frame.length) {
            memcpy(raw->type, frame.type, sizeof raw->type);
            raw->seq = frame.seq;
            raw->len = s->length = frame.length;
            raw->payload = sfr_copy_text(s->in.data + frame.head, frame.length);
            return;
        }
        if (end == SFR_END_ANSWER)
            say_surplus(s->in.len - frame.head - frame.length, frame.length, &error);
        fail_exchange(s, end, error.text, &answer);
    }
    struct sfr_buffer b = { 0 };
    sfr_buffer_printf(&b, "%s%s%s%s%s", reply_text(answer.reply), answer.detail ? ": " : "",
                      answer.detail ? answer.detail : "", answer.message ? ": " : "",
                      answer.message ? answer.message : "");
    raw->reply = answer.reply;
    raw->trouble = b.data;
    sfr_answer_free(&answer);
}

void sfr_raw_reply_free(struct sfr_raw_reply *raw)
{
    free(raw->trouble);
    free(raw->payload);
    *raw = (struct sfr_raw_reply){ .reply = SFR_REPLY_NONE };
}

char *sfr_framed_hang_up(struct sfr_session *s)
{
    struct sfr_answer answer = { .reply = SFR_REPLY_NONE };
    if (s->child.pid == 0 && !start(s, &answer)) {
        sfr_answer_free(&answer);
        return join("could not be started", "", NULL);
    }
    sfr_close_fd(&s->child.in);
    const bool ended = sfr_wait_end(s);
    const int status = sfr_child_end(&s->child);
    return !ended ? join("went on", "", NULL) : status != 0 ? status_text(status) : NULL;
}

/* ---- What it says of itself ---------------------------------------------------------- */

char *sfr_framed_learn(struct sfr_config *config, struct sfr_session *s, struct sfr_error *error)
{
    struct sfr_hello hello;
    char *version = NULL;
    if (!s)
        return NULL;
    free(config->hello);
    config->hello = sfr_copy_text(s->hello, strlen(s->hello));
    if (sfr_hello_read(&hello, s->hello, strlen(s->hello), error)) {
        if (sfr_config_adopt(config, &hello.declared, error))
            version = sfr_copy_text(hello.version, strlen(hello.version));
        sfr_hello_free(&hello);
    }
    free(sfr_framed_close(s).message);
    return version;
}

static char *learn(struct sfr_config *config, const struct sfr_grant *grant, struct sfr_error *error)
{
    return sfr_framed_learn(config, open_session(config, grant, error), error);
}

char *sfr_framed_by_hand(const struct sfr_config *config, const struct sfr_request *request, const char *id,
                         const char *corpus)
{
    struct sfr_buffer b = { 0 };
    (void)request;
    sfr_buffer_printf(&b, "sframe-conform run ");
    if (corpus) {
        sfr_buffer_printf(&b, "--corpus ");
        sfr_add_quoted(&b, corpus);
        sfr_buffer_printf(&b, " ");
    }
    sfr_buffer_printf(&b, "--adapter ");
    sfr_add_quoted(&b, config->path);
    sfr_buffer_printf(&b, " --isolate ");
    sfr_add_quoted(&b, id);
    return b.data;
}

const struct sfr_rung sfr_rung_framed = { open_session, sfr_framed_ask, sfr_framed_close, learn, sfr_framed_by_hand };
