/* SPDX-License-Identifier: MIT */
/* Sends a question and waits for its answer, within the limits of wall and CPU time. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framed_exchange.h"

/* How often CPU time and life of the program are checked while it works on an answer. */
#define TICK_SECONDS 0.1
enum { MAX_STDERR = 16384, READ_SIZE = 65536, MAX_PIPE = 1 << 20 };

/* The end of stderr is kept for people and never interpreted. One call reads no more than the
   largest pipe holds: a child that writes without end must not keep the runner from checking the
   clock. */
void sfc_drain_stderr(struct sfc_session *s)
{
    char block[4096];
    ssize_t n = -1;
    for (size_t taken = 0; taken < MAX_PIPE && (n = read(s->child.err, block, sizeof block)) > 0; taken += (size_t)n) {
        sfc_buffer_add(&s->err, block, (size_t)n);
        if (s->err.len > 2 * MAX_STDERR) {
            memmove(s->err.data, s->err.data + s->err.len - MAX_STDERR, MAX_STDERR + 1);
            s->err.len = MAX_STDERR;
        }
    }
    if (n == 0)
        sfc_close_fd(&s->child.err);
}

static bool is_sending(const struct sfc_session *s)
{
    return s->sent < s->out.len && !s->reads_no_more;
}

void sfc_send_more(struct sfc_session *s)
{
    while (is_sending(s)) {
        const ssize_t n = write(s->child.in, s->out.data + s->sent, s->out.len - s->sent);
        if (n < 0 && errno == EAGAIN)
            return;
        s->reads_no_more = n < 0 && errno != EINTR;
        s->sent += n > 0 ? (size_t)n : 0;
    }
}

static enum sfc_reply over(struct sfc_session *s, const char *limit)
{
    s->limit = limit;
    return SFC_REPLY_LIMIT;
}

/* Reads more of the answer. SFC_REPLY_NONE: the exchange goes on. */
static enum sfc_reply receive(struct sfc_session *s, struct sfc_frame *frame, struct sfc_error *error)
{
    char block[READ_SIZE];
    const ssize_t n = read(s->child.out, block, sizeof block);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return SFC_REPLY_NONE;
    if (n <= 0)
        return SFC_REPLY_CRASH;
    sfc_buffer_add(&s->in, block, (size_t)n);
    switch (sfc_frame_read(sfc_buffer_text(&s->in), s->in.len, (size_t)s->config->output_kib << 10, frame, error)) {
    case SFC_FRAME_PART: return SFC_REPLY_NONE;
    case SFC_FRAME_BAD: return SFC_REPLY_PROTOCOL;
    case SFC_FRAME_TOO_LONG: return over(s, "output");
    case SFC_FRAME_HEAD: break;
    }
    return s->in.len - frame->head < frame->length ? SFC_REPLY_NONE : SFC_REPLY_ACCEPT;
}

/* Checks the limits. SFC_REPLY_NONE: the exchange goes on. */
static enum sfc_reply tick(struct sfc_session *s, double deadline)
{
    const double cpu = sfc_cpu_seconds_of(s->child.pid);
    if (s->cpu_before < 0)
        s->cpu_before = cpu;
    return sfc_now() >= deadline                                                                 ? SFC_REPLY_TIMEOUT
           : s->config->cpu_seconds > 0 && cpu - s->cpu_before >= (double)s->config->cpu_seconds ? over(s, "cpu")
           : sfc_child_has_ended(&s->child)                                                      ? SFC_REPLY_CRASH
                                                                                                 : SFC_REPLY_NONE;
}

static int wait_ms(double deadline)
{
    const double left = deadline - sfc_now(), wait = left < TICK_SECONDS ? left : TICK_SECONDS;
    return wait <= 0 ? 0 : (int)(wait * 1000) + 1;
}

static enum sfc_reply exchange(struct sfc_session *s, struct sfc_frame *frame, struct sfc_error *error)
{
    const double deadline = sfc_now() + s->grant.seconds;
    double next_tick = sfc_now() + TICK_SECONDS;
    enum sfc_reply reply = SFC_REPLY_NONE;
    /* What it said after its last answer, or after its hello, says nothing about this question. */
    sfc_drain_stderr(s);
    sfc_buffer_clear(&s->err);
    sfc_buffer_clear(&s->in);
    s->sent = 0;
    s->limit = NULL;
    s->cpu_before = -1;
    s->reads_no_more = false;
    while (reply == SFC_REPLY_NONE) {
        sfc_send_more(s);
        struct pollfd fds[] = {
            { s->child.out, POLLIN, 0 },
            { s->child.err, POLLIN, 0 },
            { s->grant.stop_fd, POLLIN, 0 },
            { is_sending(s) ? s->child.in : -1, POLLOUT, 0 },
        };
        const int ready = poll(fds, sizeof fds / sizeof fds[0], wait_ms(deadline));
        if (ready > 0 && fds[2].revents)
            return SFC_REPLY_STOPPED;
        if (ready > 0 && fds[1].revents)
            sfc_drain_stderr(s);
        if (ready > 0 && fds[0].revents)
            reply = receive(s, frame, error);
        /* Also while it writes to stderr without end. */
        if (reply == SFC_REPLY_NONE && (sfc_now() >= next_tick || sfc_now() >= deadline)) {
            reply = tick(s, deadline);
            next_tick = sfc_now() + TICK_SECONDS;
        }
    }
    return reply;
}

enum sfc_reply sfc_exchange(struct sfc_session *s, struct sfc_frame *frame, struct sfc_error *error)
{
    if (s->grant.trace)
        sfc_trace_frame('>', s->out.data, s->out.len);
    const enum sfc_reply reply = exchange(s, frame, error);
    if (s->grant.trace)
        sfc_trace_frame('<', sfc_buffer_text(&s->in), s->in.len);
    return reply;
}

bool sfc_wait_end(struct sfc_session *s)
{
    const double deadline = sfc_now() + SFC_END_SECONDS;
    bool ended;
    while (!(ended = sfc_child_has_ended(&s->child)) && sfc_now() < deadline) {
        struct pollfd fds[] = { { s->child.pidfd, POLLIN, 0 }, { s->child.err, POLLIN, 0 } };
        poll(fds, 2, s->child.pidfd < 0 ? 5 : wait_ms(deadline));
        if (s->child.err >= 0)
            sfc_drain_stderr(s);
    }
    if (s->child.err >= 0)
        sfc_drain_stderr(s);
    return ended;
}

/* ---- How an adapter failed -------------------------------------------------------------- */

enum { MAX_LINES = 3, MAX_WORDS = 300 };

struct words {
    const char *text;
    size_t len;
};

/* Without white space at both ends. */
static struct words trim(const char *line, size_t len)
{
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r' || line[len - 1] == '\t'))
        len--;
    const size_t indent = strspn(line, " \t") < len ? strspn(line, " \t") : len;
    return (struct words){ line + indent, len - indent };
}

/* The line of a sanitizer that says what it found. */
static struct words find_finding(const char *text)
{
    static const char *const marks[] = {
        "ERROR: AddressSanitizer: ",  "ERROR: LeakSanitizer: ", "WARNING: MemorySanitizer: ",
        "WARNING: ThreadSanitizer: ", ": runtime error: ",
    };
    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *at = strstr(text, marks[i]);
        if (!at)
            continue;
        /* Before a run-time error is the place in the source; before the others only the number
           of the process. */
        while (marks[i][0] == ':' && at > text && at[-1] != '\n')
            at--;
        return trim(at, strcspn(at, "\n"));
    }
    return (struct words){ NULL, 0 };
}

char *sfc_last_words(const char *text)
{
    struct words last[MAX_LINES], finding = find_finding(text);
    struct sfc_buffer b = { 0 };
    size_t count = 0, len = 0;
    bool more = !finding.text;
    if (finding.text)
        last[count++] = finding;
    /* From the end, as many lines as fit, and at least one: Python names the exception in the very last one. */
    for (const char *line, *end = text + strlen(text); more && count < MAX_LINES; end = more ? line - 1 : text) {
        for (line = end; line > text && line[-1] != '\n'; line--)
            ;
        const struct words words = trim(line, (size_t)(end - line));
        more = line > text;
        /* Empty, or the marks with which Python underlines the line above. */
        if (words.len == 0 || strspn(words.text, "^~ ") >= words.len)
            continue;
        if (count > 0 && len + words.len > MAX_WORDS)
            break;
        last[count++] = words;
        len += words.len + 3;
    }
    for (size_t i = count; i-- > 0;)
        sfc_buffer_printf(&b, "%.*s%s", (int)(last[i].len < MAX_WORDS ? last[i].len : MAX_WORDS), last[i].text,
                          i > 0 ? " | " : "");
    if (b.data)
        sfc_hide_control(b.data);
    return b.data;
}

char *sfc_partial_answer(const char *bytes, size_t len)
{
    struct sfc_frame frame;
    if (len == 0)
        return sfc_format("nothing arrived: is stdout flushed?");
    if (sfc_frame_read(bytes, len, SIZE_MAX, &frame, NULL) != SFC_FRAME_HEAD)
        return sfc_format("it wrote %zu bytes, and no newline after @TYPE SEQ LENGTH", len);
    return sfc_format(
        "it wrote %zu bytes of a frame that announced %zu: is all of it flushed, and LENGTH the number of "
        "bytes?",
        len - frame.head, frame.length);
}
