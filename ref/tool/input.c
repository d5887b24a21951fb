/* SPDX-License-Identifier: MIT */
/* From a file name to the bytes of a section: files are mapped, standard input is read. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"
#ifdef HAVE_ELF
#include "sfr_elf.h"
#endif

static bool read_all(struct input *in, int fd)
{
    size_t room = 0, used = 0;
    uint8_t *bytes = NULL;

    for (;;) {
        if (used == room) {
            room = room ? room * 2 : 65536;
            uint8_t *more = realloc(bytes, room);
            if (!more)
                break;
            bytes = more;
        }
        const ssize_t n = read(fd, bytes + used, room - used);
        if (n == 0) {
            in->image = bytes;
            in->image_size = used;
            return true;
        }
        if (n > 0)
            used += (size_t)n;
        else if (errno != EINTR)
            break;
    }
    complain("%s: %s", in->name, strerror(errno));
    free(bytes);
    return false;
}

/* An ordinary file. An empty one cannot be mapped, and need not be. */
static bool map_regular(struct input *in, int fd, off_t size)
{
    if (size == 0) {
        in->image = malloc(1);
        return in->image != NULL;
    }
    void *at = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED) {
        complain("%s: %s", in->name, strerror(errno));
        return false;
    }
    in->image = at;
    in->image_size = (size_t)size;
    in->mapped = true;
    return true;
}

bool map_file(struct input *in, const char *name)
{
    const bool from_stdin = strcmp(name, "-") == 0;
    struct stat st;

    *in = (struct input){ .name = from_stdin ? "<stdin>" : name };
    if (from_stdin)
        return read_all(in, STDIN_FILENO);
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) != 0) {
        complain("%s: %s", name, strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool good = false;
    if (S_ISDIR(st.st_mode))
        complain("%s: is a directory", name);
    else
        good = S_ISREG(st.st_mode) ? map_regular(in, fd, st.st_size) : read_all(in, fd);
    close(fd);
    return good;
}

static bool looks_like_elf(const struct input *in)
{
    return in->image_size >= 4 && memcmp(in->image, "\177ELF", 4) == 0;
}

#ifdef HAVE_ELF
static bool open_elf(struct input *in, const struct options *o)
{
    struct sfr_elf *elf = malloc(sizeof *elf);
    enum sfr_elf_route route = SFR_ELF_AUTO;
    struct sfr_elf_error error;

    if (!elf) {
        complain("%s: out of memory", in->name);
        return false;
    }
    if (o->route && !sfr_elf_route_from_name(o->route, &route)) {
        complain("--by takes name, type, segment or auto, not '%s'", o->route);
        free(elf);
        return false;
    }
    if (sfr_elf_open(elf, in->image, in->image_size, route, o->nth_given ? o->nth : SFR_ELF_ONLY, &error) != SFR_ELF_OK) {
        complain("%s: %s", in->name, error.text);
        free(elf);
        return false;
    }
    in->elf = elf;
    in->data = elf->data;
    in->size = elf->size;
    in->addr = o->addr_given ? o->addr : elf->addr;
    in->elf_abi = elf->abi;
    return true;
}
#else
static bool open_elf(struct input *in, const struct options *o)
{
    (void)o;
    complain("%s: this sframe-ref was built without libelf; extract the section with "
             "'objcopy -O binary --only-section=.sframe' and give it with --raw", in->name);
    return false;
}
#endif

bool open_input(struct input *in, const char *name, const struct options *o)
{
    if (!map_file(in, name))
        return false;
    if (o->form == FORM_ELF || (o->form == FORM_BY_CONTENT && looks_like_elf(in))) {
        if (open_elf(in, o))
            return true;
        close_input(in);
        return false;
    }
    in->data = in->image;
    in->size = in->image_size;
    in->addr = o->addr;
    return true;
}

void close_input(struct input *in)
{
#ifdef HAVE_ELF
    if (in->elf) {
        sfr_elf_close(in->elf);
        free(in->elf);
    }
#endif
    if (in->mapped)
        munmap((void *)(uintptr_t)in->image, in->image_size);
    else
        free((void *)(uintptr_t)in->image);
    *in = (struct input){ .name = NULL };
}
