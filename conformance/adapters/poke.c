/* SPDX-License-Identifier: MIT */
/*
 * The adapter for the pickle sframe.pk of GNU poke 5 or later, which describes version 1.
 *
 *     sframe-poke POKE [SCRIPT]
 *
 * It starts POKE once, with poke.pk from its own folder or another SCRIPT, and puts each section in a file that poke
 * opens. When poke ends at a section, this program ends in the same way, so that the runner sees it and starts both
 * again. The pickle gives fields; what their words mean is written here, after the manual of version 1.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "adapter.h"
#include "poke_answer.h"

/* Exit statuses before the hello; 69: the implementation is not installed (PROTOCOL.md). */
enum { NOT_INSTALLED = 69, BROKEN = 70 };

/* Poke's address space. It collects garbage, and a sound section takes it 200 MB. */
#define POKE_MEMORY ((rlim_t)4 << 30)

struct session {
    pid_t poke;
    FILE *requests, *answers, *section;
};

/* ---- Poke ------------------------------------------------------------------------------------ */

static _Noreturn void stop(int status, const char *what, const char *why)
{
    fprintf(stderr, "sframe-poke: %s: %s\n", what, why);
    exit(status);
}

/* Ends as poke did. */
static _Noreturn void end_with_poke(const struct session *s)
{
    int status = 0;
    while (waitpid(s->poke, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    stop(WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : BROKEN, "poke ended", "it did not finish its answer");
}

/* The script in the folder of this program. */
static char *script_beside(void)
{
    static const char name[] = "poke.pk";
    static char path[4096];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof path - sizeof name);
    char *slash = len > 0 ? memrchr(path, '/', (size_t)len) : NULL;
    if (!slash)
        stop(BROKEN, "/proc/self/exe", "does not name this program");
    memcpy(slash + 1, name, sizeof name);
    return path;
}

/* In the child: poke with these pipes, or the reason on `failed`. */
static _Noreturn void become_poke(char *poke, char *script, int in, int out, int failed)
{
    char *const args[] = { poke, "-q", "--quiet", "--color=no", "-L", script, NULL };
    /* Not a limit of this program, which a sanitizer may need more for. */
    setrlimit(RLIMIT_AS, &(struct rlimit){ POKE_MEMORY, POKE_MEMORY });
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0)
        execvp(poke, args);
    const int why = errno;
    _exit(write(failed, &why, sizeof why) == sizeof why ? 127 : 126);
}

/* The section's file has no name; poke inherits it. */
static void make_section_file(struct session *s)
{
    char path[32];
    s->section = tmpfile();
    const int fd = s->section ? dup(fileno(s->section)) : -1;
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    if (fd < 0 || setenv("SFRAME_POKE_SECTION", path, 1) != 0)
        stop(BROKEN, "a temporary file", strerror(errno));
}

static void start(struct session *s, char *poke, char *script)
{
    int in[2], out[2], failed[2], why = 0;
    make_section_file(s);
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(failed, O_CLOEXEC) != 0)
        stop(BROKEN, "pipe", strerror(errno));
    s->poke = fork();
    if (s->poke == 0)
        become_poke(poke, script, in[0], out[1], failed[1]);
    close(in[0]);
    close(out[1]);
    close(failed[1]);
    s->requests = fdopen(in[1], "w");
    s->answers = fdopen(out[0], "r");
    if (s->poke < 0 || !s->requests || !s->answers)
        stop(BROKEN, poke, strerror(errno));
    if (read(failed[0], &why, sizeof why) == sizeof why)
        stop(why == ENOENT ? NOT_INSTALLED : BROKEN, poke, strerror(why));
    close(failed[0]);
}

/* Poke says `ready VERSION` when it has loaded the pickle. A release without it is not what this adapter is for. */
static const char *wait_until_ready(struct session *s)
{
    static char line[POKE_LINE];
    if (!poke_read_line(s->answers, line))
        end_with_poke(s);
    if (strstr(line, "cannot load `sframe'"))
        stop(NOT_INSTALLED, "this poke has no sframe.pk", line);
    if (strncmp(line, "ready ", 6) != 0 || line[6] == '\0')
        stop(BROKEN, "poke does not run its script", line);
    return line + 6;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static bool put_file(FILE *file, const unsigned char *bytes, size_t size)
{
    rewind(file);
    return ftruncate(fileno(file), 0) == 0 && fwrite(bytes, 1, size, file) == size && fflush(file) == 0;
}

static enum sfa_status answer_case(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    struct session *s = ctx;
    char line[POKE_LINE];
    struct poke_dump dump = { .addr = request->addr };
    if (!put_file(s->section, request->body, request->size))
        return sfa_say(answer, SFA_INTERNAL, "the section cannot be written: %s", strerror(errno));
    fputc('\n', s->requests);
    fflush(s->requests);
    for (;;) {
        if (!poke_read_line(s->answers, line))
            end_with_poke(s);
        const enum poke_word word = poke_take_line(&dump, line, answer);
        if (word == POKE_END)
            return SFA_ACCEPT;
        if (word == POKE_ERROR)
            return poke_refuse(line, answer);
        /* What follows cannot be told from the answer to the next question. */
        if (word == POKE_NONSENSE)
            stop(BROKEN, "poke's answer is not understood", line);
    }
}

int main(int argc, char **argv)
{
    struct session s = { .poke = -1 };
    int status = 0;
    if (argc < 2 || argc > 3) {
        fputs(
            "usage: sframe-poke POKE [SCRIPT]\nAnswers the runner's questions with GNU poke and its pickle sframe.pk; "
            "the runner starts it.\n",
            stderr);
        return 64;
    }
    signal(SIGPIPE, SIG_IGN);
    start(&s, argv[1], argc > 2 ? argv[2] : script_beside());
    const struct sfa_adapter adapter = {
        .name = "poke",
        .version = wait_until_ready(&s),
        .profiles = "v1",
        .abis = "aarch64 amd64",
        .orders = "little big",
        .ops = "decode",
        .answer = answer_case,
        .ctx = &s,
    };
    const int own = sfa_main(&adapter);
    fclose(s.requests);
    while (waitpid(s.poke, &status, 0) < 0 && errno == EINTR)
        continue;
    fclose(s.answers);
    fclose(s.section);
    return own != 0 || status == 0 ? own : BROKEN;
}
