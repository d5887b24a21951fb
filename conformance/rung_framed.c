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
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "framed_words.h"
#include "protocol.h"
#include "rung_framed.h"
#include "wrap.h"

/* While an answer is waited for, CPU time and life of the program are looked at this often. */
#define TICK_SECONDS 0.1
/* How long a program may take to end once its output has ended, and after `bye`. */
#define END_SECONDS 2.0
enum { MAX_STDERR = 16384, READ_SIZE = 65536, MAX_PIPE = 1 << 20 };

struct sfr_session {
    const struct sfr_config *config;
    struct sfr_grant grant;
    char **words;              /* the command */
    char **env;
    struct sfr_child child;
    uint32_t seq;
    char *hello;               /* what it said of itself first */
    struct sfr_buffer out;     /* the question */
    size_t sent;
    bool reads_no_more;        /* its end of the pipe for questions is closed */
    struct sfr_buffer in, err; /* what came since */
    size_t length;             /* of the answer that came last */
    double cpu_before;         /* CPU seconds at the first tick of this question; below 0: there was none */
};

/* ---- Waiting for an answer ------------------------------------------------------ */

/* How an exchange ends. */
enum end { END_ANSWER, END_EOF, END_TIMEOUT, END_CPU, END_FLOOD, END_BAD, END_STOPPED };

static double cpu_seconds(pid_t pid)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* stderr is kept for people, the end of it, and never interpreted. No more at once than the largest pipe holds, for a child
   that writes without end must not keep us from looking at the clock. */
static void drain_stderr(struct sfr_session *s)
{
    char block[4096];
    ssize_t n = -1;
    for (size_t taken = 0; taken < MAX_PIPE && (n = read(s->child.err, block, sizeof block)) > 0; taken += (size_t)n) {
        sfr_buffer_add(&s->err, block, (size_t)n);
        if (s->err.len > 2 * MAX_STDERR) {
            memmove(s->err.data, s->err.data + s->err.len - MAX_STDERR, MAX_STDERR + 1);
            s->err.len = MAX_STDERR;
        }
    }
    if (n == 0)
        sfr_close_fd(&s->child.err);
}

static bool is_sending(const struct sfr_session *s)
{
    return s->sent < s->out.len && !s->reads_no_more;
}

static void send_more(struct sfr_session *s)
{
    while (is_sending(s)) {
        const ssize_t n = write(s->child.in, s->out.data + s->sent, s->out.len - s->sent);
        if (n < 0 && errno == EAGAIN)
            return;
        s->reads_no_more = n < 0 && errno != EINTR;
        s->sent += n > 0 ? (size_t)n : 0;
    }
}

/* Is a whole frame there, or is what is there none? */
static bool is_decided(struct sfr_session *s, struct sfr_message *frame, enum end *end, struct sfr_error *error)
{
    switch (sfr_message_read(sfr_buffer_text(&s->in), s->in.len, (size_t)s->config->output_kib << 10, frame, error)) {
    case SFR_MESSAGE_PART: return false;
    case SFR_MESSAGE_BAD: *end = END_BAD; return true;
    case SFR_MESSAGE_TOO_LONG: *end = END_FLOOD; return true;
    case SFR_MESSAGE_HEAD: break;
    }
    if (s->in.len - frame->head < frame->length)
        return false;
    *end = END_ANSWER;
    return true;
}

/* Reads what is there of the answer. Returns true if that decides the exchange. */
static bool receive(struct sfr_session *s, struct sfr_message *frame, enum end *end, struct sfr_error *error)
{
    char block[READ_SIZE];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (n <= 0) {
        *end = END_EOF;
        return true;
    }
    sfr_buffer_add(&s->in, block, (size_t)n);
    return is_decided(s, frame, end, error);
}

/* Some time has passed without an answer. */
static bool tick(struct sfr_session *s, double deadline, enum end *end)
{
    const double cpu = cpu_seconds(s->child.pid);
    if (s->cpu_before < 0)
        s->cpu_before = cpu;
    *end = sfr_now() >= deadline ? END_TIMEOUT
        : s->config->cpu_seconds > 0 && cpu - s->cpu_before >= (double)s->config->cpu_seconds ? END_CPU
        : sfr_child_has_ended(&s->child) ? END_EOF
        : END_ANSWER;
    return *end != END_ANSWER;
}

static int wait_ms(double deadline)
{
    const double left = deadline - sfr_now(), wait = left < TICK_SECONDS ? left : TICK_SECONDS;
    return wait <= 0 ? 0 : (int)(wait * 1000) + 1;
}

/* Sends what is in s->out and reads one frame, which stays in s->in. */
static enum end exchange(struct sfr_session *s, struct sfr_message *frame, struct sfr_error *error)
{
    const double deadline = sfr_now() + s->grant.seconds;
    enum end end = END_ANSWER;
    s->in.len = s->err.len = s->sent = 0;
    s->cpu_before = -1;
    s->reads_no_more = false;
    for (;;) {
        send_more(s);
        struct pollfd fds[] = {
            { s->child.out, POLLIN, 0 },
            { s->child.err, POLLIN, 0 },
            { s->grant.stop_fd, POLLIN, 0 },
            { is_sending(s) ? s->child.in : -1, POLLOUT, 0 },
        };
        const int ready = poll(fds, sizeof fds / sizeof fds[0], wait_ms(deadline));
        if (ready > 0 && fds[2].revents)
            return END_STOPPED;
        if (ready > 0 && fds[1].revents)
            drain_stderr(s);
        if (ready > 0 && fds[0].revents && receive(s, frame, &end, error))
            return end;
        if ((ready == 0 || sfr_now() >= deadline) && tick(s, deadline, &end))
            return end;
    }
}

/* ---- How it went wrong ----------------------------------------------------------- */

static char *join(const char *a, const char *between, const char *b)
{
    struct sfr_buffer text = { 0 };
    sfr_buffer_printf(&text, "%s%s%s", a, b ? between : "", b ? b : "");
    return text.data;
}

/* Lets it end by itself for a moment, so that its own status and last words are known. False if it did not. */
static bool wait_end(struct sfr_session *s)
{
    const double deadline = sfr_now() + END_SECONDS;
    bool ended;
    while (!(ended = sfr_child_has_ended(&s->child)) && sfr_now() < deadline) {
        struct pollfd fds[] = { { s->child.pidfd, POLLIN, 0 }, { s->child.err, POLLIN, 0 } };
        poll(fds, 2, s->child.pidfd < 0 ? 5 : wait_ms(deadline));
        if (s->child.err >= 0)
            drain_stderr(s);
    }
    if (s->child.err >= 0)
        drain_stderr(s);
    return ended;
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
static void fail_exchange(struct sfr_session *s, enum end end, const char *why, struct sfr_answer *answer)
{
    const bool ended = end == END_EOF && wait_end(s);
    drain_stderr(s);
    const int status = sfr_child_end(&s->child);
    if (ended) {
        char *text = status_text(status);
        set_reply(answer, SFR_REPLY_CRASH, text, part_and_words(s, s->in.len > 0));
        free(text);
        return;
    }
    switch (end) {
    case END_TIMEOUT: set_reply(answer, SFR_REPLY_TIMEOUT, NULL, part_and_words(s, true)); break;
    case END_CPU: set_reply(answer, SFR_REPLY_LIMIT, "cpu", NULL); break;
    case END_FLOOD: set_reply(answer, SFR_REPLY_LIMIT, "output", NULL); break;
    case END_STOPPED: set_reply(answer, SFR_REPLY_STOPPED, NULL, NULL); break;
    case END_EOF: set_reply(answer, SFR_REPLY_PROTOCOL, NULL, join("closed its stdout and went on", "", NULL)); break;
    case END_ANSWER: case END_BAD:
        set_reply(answer, SFR_REPLY_PROTOCOL, NULL, sfr_copy_text(why, strlen(why)));
        break;
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
    const enum end end = exchange(s, &frame, &error);
    const char *payload = end == END_ANSWER ? check_frame(s, &frame, "hello", &error) : NULL;
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
    const bool ended = wait_end(s);
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
    send_more(s);
    const bool ended = wait_end(s);
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
    const char *what = answer.reply == SFR_REPLY_TIMEOUT ? "did not come in time"
        : answer.reply == SFR_REPLY_STOPPED ? "the run was interrupted" : answer.detail ? answer.detail : "";
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
    sfr_message_case(&s->out, s->seq, &wrapped, request->op == SFR_OP_ENCODE ? "dump" : wraps || request->elf ? "elf" : "raw");
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
        const enum end end = exchange(s, &frame, &error);
        if (end == END_EOF && !fresh && attempt == 0 && left_unread(s)) {
            before = died_late(s);
            continue;
        }
        if (end == END_ANSWER && !fresh && attempt == 0 && frame.seq == s->seq - 1) {
            sfr_child_end(&s->child);
            before = (struct sfr_trouble){ join("answered twice", "", NULL), SFR_REPLY_PROTOCOL, false };
            continue;
        }
        char *payload = end == END_ANSWER ? check_frame(s, &frame, "result", &error) : NULL;
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
    return reply == SFR_REPLY_TIMEOUT ? "did not answer in time" : reply == SFR_REPLY_LIMIT ? "went over a limit"
        : reply == SFR_REPLY_CRASH ? "ended" : reply == SFR_REPLY_NONE ? "could not be started" : "broke the protocol";
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
        const enum end end = exchange(s, &frame, &error);
        if (end == END_ANSWER && s->in.len == frame.head + frame.length) {
            memcpy(raw->type, frame.type, sizeof raw->type);
            raw->seq = frame.seq;
            raw->len = s->length = frame.length;
            raw->payload = sfr_copy_text(s->in.data + frame.head, frame.length);
            return;
        }
        if (end == END_ANSWER)
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
    const bool ended = wait_end(s);
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
