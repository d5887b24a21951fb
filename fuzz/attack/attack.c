/* SPDX-License-Identifier: MIT */
/* Tries mutated inputs in a child process, and keeps those that end it. --help describes it. */
#define _GNU_SOURCE
#include "attack.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "usage: attack_%s [OPTION...] SEED-FILE...\n"
    "\n"
    "Changes the seed files by their grammar and reads each result in process. An input that crashes, violates\n"
    "a property, or takes too long or prints too much is a find: it is kept, with what was printed.\n"
    "\n"
    "  --count N     how many inputs (1000)\n"
    "  --first N     number of the first one (0): to go on where a run ended\n"
    "  --seed S      other inputs for each S (1); SEED, number and seed files make the same input everywhere\n"
    "  --seconds N   CPU seconds for an input (10)\n"
    "  --keep DIR    where finds are kept, as NAME-SEED-NUMBER.input and .txt (.)\n"
    "  --most N      end after so many finds (20)\n"
    "  --show N      print the input with this number, and try nothing\n"
    "\n"
    "Exit status: 0 no finds; 1 finds; 2 usage, or the run was not possible or not complete.\n";

/* What the child tells its parent. It is in shared memory, so that it outlives the child. */
struct shared {
    uint64_t number; /* of the input that is being tried */
    uint64_t tried, behind;
    uint64_t most_output; /* of one input */
    size_t size;
    uint8_t data[ATTACK_MAX_INPUT];
};

static struct {
    uint64_t count, first, seed, seconds, most, show;
    const char *keep;
    bool only_show;
} options = { .count = 1000, .seed = 1, .seconds = 10, .most = 20, .keep = "." };

static struct attack_seeds seeds;
static struct shared *shared;
static int out_fd, err_fd;

__attribute__((format(printf, 1, 2), noreturn)) static void stop(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "attack_%s: ", fuzz_property);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    exit(2);
}

/* ---- Seeds ---- */

static void read_seed(const char *path)
{
    struct attack_seed *s = &seeds.all[seeds.count];
    FILE *f = fopen(path, "rb");

    if (!f)
        stop("%s: %s", path, strerror(errno));
    s->path = path;
    s->data = fuzz_alloc(ATTACK_MAX_INPUT + 2, 1);
    s->size = fread(s->data, 1, ATTACK_MAX_INPUT + 1, f);
    fclose(f);
    /* Room to grow, too. */
    if (s->size == 0 || s->size > ATTACK_MAX_INPUT)
        stop("%s: a seed has 1 to %d bytes", path, ATTACK_MAX_INPUT);
    s->data = realloc(s->data, s->size + 1);
    if (!s->data)
        stop("no memory");
    s->data[s->size] = '\0';
    seeds.count++;
}

/* ---- The child ---- */

static size_t size_of(int fd)
{
    struct stat st = { 0 };
    return fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
}

size_t attack_output(void)
{
    fflush(NULL);
    return size_of(out_fd) + size_of(err_fd);
}

void attack_forget_output(void)
{
    fflush(NULL);
    if (ftruncate(out_fd, 0) != 0 || ftruncate(err_fd, 0) != 0)
        _exit(2);
}

const char *attack_file(const uint8_t *data, size_t size)
{
    static int fd = -1;
    static char path[64];

    if (fd < 0)
        fd = memfd_create("input", MFD_CLOEXEC);
    FUZZ_REQUIRE(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size, 0,
                 "no file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

static size_t make(uint64_t number, uint8_t *out)
{
    struct fuzz_chance chance = { options.seed * UINT64_C(0xd1342543de82ef95) + number };
    /* Neighbours must not make the same choices, one step apart. */
    chance.state = fuzz_draw(&chance);
    return attack_mutate(&chance, &seeds, out);
}

static void allow_seconds(uint64_t seconds)
{
    const struct itimerval limit = { .it_value = { .tv_sec = (time_t)seconds } };
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void try_all(uint64_t from)
{
    dup2(out_fd, STDOUT_FILENO);
    dup2(err_fd, STDERR_FILENO);
    for (uint64_t i = from; i < options.first + options.count; i++) {
        shared->number = i;
        shared->size = make(i, shared->data);
        allow_seconds(options.seconds);
        /* In memory of just its size. */
        uint8_t *exact = malloc(shared->size + (shared->size == 0));
        if (!exact)
            _exit(2);
        memcpy(exact, shared->data, shared->size);
        const bool behind = attack_try(exact, shared->size);
        free(exact);
        allow_seconds(0);
        const size_t printed = attack_output();
        if (printed > shared->most_output)
            shared->most_output = printed;
        attack_forget_output();
        shared->tried++;
        shared->behind += behind;
    }
    exit(0); /* not _exit(): leaks are found now */
}

/* ---- Finds ---- */

static void copy_to(FILE *f, int fd)
{
    char bytes[4096];
    ssize_t n;
    off_t at = 0;
    while (at < 1 << 20 && (n = pread(fd, bytes, sizeof bytes, at)) > 0) {
        fwrite(bytes, 1, (size_t)n, f);
        at += n;
    }
}

/* The first line that says what is wrong. */
static void print_reason(int fd)
{
    char text[8192];
    const ssize_t n = pread(fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    static const char *const signs[] = { "fuzz_", "runtime error", "ERROR: ", "Sanitizer" };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const char *found = strstr(text, signs[i]);
        if (!found)
            continue;
        const char *start = found;
        while (start > text && start[-1] != '\n')
            start--;
        printf("  %.*s\n", (int)strcspn(start, "\n"), start);
        return;
    }
}

static FILE *open_kept(char *path, size_t room, const char *end)
{
    snprintf(path, room, "%s/%s-%" PRIu64 "-%" PRIu64 ".%s", options.keep, fuzz_property, options.seed, shared->number,
             end);
    FILE *f = fopen(path, "wb");
    if (!f)
        stop("%s: %s", path, strerror(errno));
    return f;
}

static void keep_find(int status)
{
    char path[4096];
    FILE *text = open_kept(path, sizeof path, "txt");
    copy_to(text, err_fd);
    fclose(text);
    FILE *input = open_kept(path, sizeof path, "input");
    fwrite(shared->data, 1, shared->size, input);
    fclose(input);
    printf("find: %s: %s %d\n", path, WIFSIGNALED(status) ? "signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    print_reason(err_fd);
    fflush(stdout);
}

/* ---- The parent ---- */

static void show_progress(uint64_t finds)
{
    static time_t last;
    const time_t now = time(NULL);
    if (!isatty(STDERR_FILENO) || now == last)
        return;
    last = now;
    fprintf(stderr, "\r%s: %" PRIu64 " of %" PRIu64 ", %" PRIu64 " finds ", fuzz_property, shared->tried, options.count,
            finds);
}

/* Waits for the child, and shows how far it is. */
static int wait_for(pid_t child, uint64_t finds)
{
    int status = 0;
    const struct timespec pause = { .tv_nsec = 50000000 };
    for (pid_t ended = 0; ended == 0;) {
        ended = waitpid(child, &status, isatty(STDERR_FILENO) ? WNOHANG : 0);
        if (ended < 0 && errno != EINTR)
            stop("waitpid: %s", strerror(errno));
        if (ended == 0) {
            show_progress(finds);
            nanosleep(&pause, NULL);
        }
        ended = ended < 0 ? 0 : ended;
    }
    return status;
}

/* Starts a child anew after each find. Returns the number of finds. */
static uint64_t attack_all(void)
{
    uint64_t finds = 0, from = options.first;
    while (from < options.first + options.count && finds < options.most) {
        attack_forget_output();
        shared->number = UINT64_MAX;
        const pid_t child = fork();
        if (child < 0)
            stop("fork: %s", strerror(errno));
        if (child == 0)
            try_all(from);
        const int status = wait_for(child, finds);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            break;
        if (shared->number == UINT64_MAX)
            stop("the child ended before its first input");
        keep_find(status);
        finds++;
        /* A leak is found when all are done; its input is not known. */
        from = shared->number + 1;
    }
    if (isatty(STDERR_FILENO))
        fputc('\n', stderr);
    return finds;
}

static int run(void)
{
    out_fd = memfd_create("stdout", MFD_CLOEXEC);
    err_fd = memfd_create("stderr", MFD_CLOEXEC);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (out_fd < 0 || err_fd < 0 || fcntl(out_fd, F_SETFL, O_APPEND) != 0 || fcntl(err_fd, F_SETFL, O_APPEND) != 0
        || shared == MAP_FAILED)
        stop("no memory to share");
    if (options.only_show)
        return fwrite(shared->data, 1, make(options.show, shared->data), stdout) > 0 ? 0 : 2;
    const uint64_t finds = attack_all();
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%s: %" PRIu64 " inputs from %" PRIu64 " on, seed %" PRIu64 ", %zu seed files: %" PRIu64
           " behind the parser (%.1f %%), at most %" PRIu64 " bytes printed, %" PRIu64 " finds, %.1f CPU s\n",
           fuzz_property, shared->tried, options.first, options.seed, seeds.count, shared->behind,
           shared->tried ? 100.0 * (double)shared->behind / (double)shared->tried : 0.0, shared->most_output, finds,
           (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
               + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
    if (finds > 0)
        return 1;
    return shared->tried == options.count ? 0 : 2;
}

static uint64_t number(const char *text, const char *option)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text ? text : "", &end, 10);
    if (!text || end == text || *end || errno || *text == '-')
        stop("%s needs a number; see --help", option);
    return value;
}

int main(int argc, char **argv)
{
    const struct {
        const char *name;
        uint64_t *value;
    } numbers[] = {
        { "--count", &options.count },     { "--first", &options.first }, { "--seed", &options.seed },
        { "--seconds", &options.seconds }, { "--most", &options.most },   { "--show", &options.show },
    };
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        size_t k = 0;
        if (strcmp(argv[i], "--help") == 0)
            return printf(help, fuzz_property) > 0 ? 0 : 2;
        while (k < sizeof numbers / sizeof numbers[0] && strcmp(numbers[k].name, argv[i]) != 0)
            k++;
        if (strcmp(argv[i], "--keep") == 0 && argv[i + 1])
            options.keep = argv[i + 1];
        else if (k == sizeof numbers / sizeof numbers[0])
            stop("unknown option %s; see --help", argv[i]);
        else
            *numbers[k].value = number(argv[i + 1], argv[i]);
        options.only_show = options.only_show || strcmp(argv[i], "--show") == 0;
    }
    if (i >= argc || options.count == 0)
        stop("%s; see --help", i >= argc ? "name seed files" : "nothing to do");
    seeds.all = fuzz_alloc((size_t)(argc - i), sizeof seeds.all[0]);
    for (; i < argc; i++)
        read_seed(argv[i]);
    return run();
}
