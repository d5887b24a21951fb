/* SPDX-License-Identifier: MIT */
/*
 * From a file name to the bytes of a section. Ordinary files are mapped, also as standard input;
 * pipes and devices are read. If a mapped file becomes shorter, reading the missing part is a signal:
 * that is an error like any other.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

/* The most bytes to read from a pipe or device, which may be endless. */
enum { MOST_READ = 1 << 30 };

__attribute__((format(printf, 2, 3))) static bool fail(struct input *in, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(in->error, sizeof in->error, format, ap);
    va_end(ap);
    complain("%s: %s", in->name, in->error);
    return false;
}

/* ---- Files that become shorter ---- */

/* What is mapped now: the section's file, and a copy of a stack. */
static const struct input *mapped[2];

/* Calls only what a signal handler may call. */
static void on_missing_page(int number, siginfo_t *info, void *context)
{
    static const char before[] = "sframe-ref: ", after[] = ": became shorter while it was read\n";
    const uintptr_t at = (uintptr_t)info->si_addr;

    (void)context;
    for (size_t i = 0; i < 2; i++) {
        const struct input *in = mapped[i];
        if (!in || at - (uintptr_t)in->memory >= in->mapped)
            continue;
        if (write(STDERR_FILENO, before, sizeof before - 1) < 0 || write(STDERR_FILENO, in->name, strlen(in->name)) < 0
            || write(STDERR_FILENO, after, sizeof after - 1) < 0) {}
        abandon_output();
        _exit(STATUS_TROUBLE);
    }
    /* Not one of ours: the access is tried again, and ends the program. */
    signal(number, SIG_DFL);
}

static void note_mapping(const struct input *in)
{
    const struct sigaction action = { .sa_sigaction = on_missing_page, .sa_flags = SA_SIGINFO };
    mapped[mapped[0] ? 1 : 0] = in;
    sigaction(SIGBUS, &action, NULL);
}

/* ---- Reading ---- */

/* The room is always 2^N + 1, whose last byte shows that there is too much. */
static bool read_all(struct input *in, int fd)
{
    for (size_t room = (1 << 16) + 1; room <= (size_t)MOST_READ + 1; room = 2 * room - 1) {
        void *const memory = realloc(in->memory, room);
        if (!memory)
            return fail(in, "%s", strerror(errno));
        in->memory = memory;
        while (in->image_size < room) {
            const ssize_t n = read(fd, (uint8_t *)memory + in->image_size, room - in->image_size);
            if (n == 0) {
                in->image = memory;
                return true;
            }
            if (n < 0 && errno != EINTR)
                return fail(in, "%s", strerror(errno));
            in->image_size += n > 0 ? (size_t)n : 0;
        }
    }
    return fail(in, "more than 1 GiB from a pipe or device; copy it to a file and name the file");
}

/* An ordinary file, from its current position. An empty file cannot be mapped; files of /proc only
   seem empty. */
static bool map_regular(struct input *in, int fd, off_t size)
{
    const off_t at = lseek(fd, 0, SEEK_CUR);
    if (at < 0 || at >= size)
        return read_all(in, fd);
    if ((off_t)(size_t)size != size)
        return fail(in, "is too large for this machine's addresses");
    void *memory = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED)
        return errno == ENODEV ? read_all(in, fd) : fail(in, "%s", strerror(errno));
    in->memory = memory;
    in->mapped = (size_t)size;
    note_mapping(in);
    in->image = (const uint8_t *)memory + at;
    in->image_size = (size_t)(size - at);
    return lseek(fd, 0, SEEK_END) >= 0 || fail(in, "%s", strerror(errno));
}

/* Opening a FIFO or reading a device may wait without end, as no other of our programs does; a pipe comes as `-`. */
static bool take_bytes(struct input *in, int fd, bool from_stdin)
{
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0)
        return fail(in, "%s", strerror(errno));
    if (S_ISDIR(st.st_mode))
        return fail(in, "is a directory");
    if (!S_ISREG(st.st_mode) && !from_stdin)
        return fail(in, "is a FIFO or a device; name an ordinary file, or give the bytes as `-` on standard input");
    return S_ISREG(st.st_mode) ? map_regular(in, fd, st.st_size) : read_all(in, fd);
}

bool map_file(struct input *in, const char *path)
{
    static bool stdin_read;
    const bool from_stdin = strcmp(path, "-") == 0;

    *in = (struct input){ .name = sfr_shown_text(from_stdin ? "<stdin>" : path) };
    if (!in->name) {
        complain("out of memory");
        return false;
    }
    const int fd = from_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool good = from_stdin && stdin_read ? fail(in, "is named twice, but can be read once only")
                                               : take_bytes(in, fd, from_stdin);
    stdin_read |= from_stdin;
    if (fd >= 0 && !from_stdin)
        close(fd);
    if (!good)
        close_input(in);
    return good;
}

static bool begins_with(const struct input *in, const char *magic)
{
    const size_t len = strlen(magic);
    return in->image_size >= len && memcmp(in->image, magic, len) == 0;
}

#ifdef HAVE_ELF
static bool open_elf(struct input *in, const struct options *o)
{
    const uint32_t nth = given(o, OPT_NTH) ? (uint32_t)o->nth : SFR_ELF_ONLY;
    struct sfr_elf_error error;

    if (sfr_elf_open(&in->elf, in->image, in->image_size, o->route, nth, &error) != SFR_ELF_OK)
        return fail(in, "%s%s", error.text, error.fault == SFR_ELF_SEVERAL ? ", with --nth" : "");
    in->is_elf = true;
    in->data = in->elf.data;
    in->size = in->elf.size;
    in->addr = given(o, OPT_ADDR) ? o->addr : in->elf.addr;
    return true;
}
#else
static bool open_elf(struct input *in, const struct options *o)
{
    (void)o;
    return fail(in, "this sframe-ref was built without libelf; extract the section with "
                    "'objcopy -O binary --only-section=.sframe' and give it with --raw");
}
#endif

static bool take_raw(struct input *in, const struct options *o)
{
    if (given(o, OPT_BY) || given(o, OPT_NTH))
        return fail(in, "--%s is for ELF files, and this is read as a raw section; see sframe-ref --help",
                    given(o, OPT_BY) ? "by" : "nth");
    if (!given(o, OPT_RAW) && (begins_with(in, "!<arch>\n") || begins_with(in, "!<thin>\n")))
        return fail(in, "is an archive of objects; take them out with 'ar x' and name one of them");
    in->data = in->image;
    in->size = in->image_size;
    in->addr = o->addr;
    return true;
}

bool open_input(struct input *in, const char *path, const struct options *o)
{
    if (!map_file(in, path))
        return false;
    const bool elf = given(o, OPT_ELF) || (!given(o, OPT_RAW) && begins_with(in, "\177ELF"));
    const bool good = elf ? open_elf(in, o) : take_raw(in, o);
    if (!good)
        close_input(in);
    return good;
}

/* `error` keeps its text. */
void close_input(struct input *in)
{
#ifdef HAVE_ELF
    sfr_elf_close(&in->elf);
#endif
    if (in->mapped > 0) {
        mapped[mapped[0] == in ? 0 : 1] = NULL;
        munmap(in->memory, in->mapped);
    } else {
        free(in->memory);
    }
    free(in->name);
    in->name = NULL;
    in->memory = NULL;
    in->mapped = 0;
    in->image = in->data = NULL;
    in->image_size = in->size = 0;
}
