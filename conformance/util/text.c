/* SPDX-License-Identifier: MIT */
/* Growing text, whole files, and messages that name file and line. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"

void sfc_out_of_memory(void)
{
    fputs("sframe-conform: out of memory\n", stderr);
    exit(4);
}

void *sfc_grow(void *memory, size_t count, size_t size)
{
    void *grown = size != 0 && count > SIZE_MAX / size ? NULL : realloc(memory, count * size == 0 ? 1 : count * size);
    if (!grown)
        sfc_out_of_memory();
    return grown;
}

void *sfc_make_room(void *items, size_t count, size_t size)
{
    return (count & (count - 1)) == 0 ? sfc_grow(items, count == 0 ? 1 : count * 2, size) : items;
}

void *sfc_alloc(size_t count, size_t size)
{
    void *memory = sfc_grow(NULL, count, size);
    memset(memory, 0, count * size);
    return memory;
}

char *sfc_copy_text(const char *text, size_t len)
{
    char *copy = sfc_alloc(len + 1, 1);
    if (len > 0)
        memcpy(copy, text, len);
    return copy;
}

char *sfc_copy_string(const char *text)
{
    return sfc_copy_text(text, strlen(text));
}

/* Makes room for `more` bytes and a NUL. */
static void reserve(struct sfc_buffer *b, size_t more)
{
    if (more < b->capacity - b->len)
        return;
    size_t capacity = b->capacity < 256 ? 256 : b->capacity;
    while (capacity - b->len <= more)
        capacity = capacity > SIZE_MAX / 2 ? SIZE_MAX : capacity * 2;
    b->data = sfc_grow(b->data, capacity, 1);
    b->capacity = capacity;
}

void sfc_buffer_add(struct sfc_buffer *b, const void *bytes, size_t len)
{
    reserve(b, len);
    if (len > 0)
        memcpy(b->data + b->len, bytes, len);
    b->len += len;
    b->data[b->len] = '\0';
}

__attribute__((format(printf, 2, 0))) static void add_formatted(struct sfc_buffer *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    const size_t room = b->capacity - b->len;
    const int len = vsnprintf(b->data ? b->data + b->len : NULL, room, format, ap);
    if (len > 0 && (size_t)len >= room) {
        reserve(b, (size_t)len);
        vsnprintf(b->data + b->len, (size_t)len + 1, format, again);
    }
    b->len += len > 0 ? (size_t)len : 0;
    va_end(again);
}

void sfc_buffer_printf(struct sfc_buffer *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_formatted(b, format, ap);
    va_end(ap);
}

char *sfc_format(const char *format, ...)
{
    struct sfc_buffer b = { 0 };
    va_list ap;
    sfc_buffer_add(&b, "", 0);
    va_start(ap, format);
    add_formatted(&b, format, ap);
    va_end(ap);
    return b.data;
}

const char *sfc_buffer_text(const struct sfc_buffer *b)
{
    return b->data ? b->data : "";
}

void sfc_buffer_clear(struct sfc_buffer *b)
{
    b->len = 0;
    if (b->data)
        b->data[0] = '\0';
}

void sfc_buffer_free(struct sfc_buffer *b)
{
    free(b->data);
    *b = (struct sfc_buffer){ 0 };
}

bool sfc_fail(struct sfc_error *error, const char *format, ...)
{
    if (error) {
        va_list ap;
        va_start(ap, format);
        vsnprintf(error->text, sizeof error->text, format, ap);
        va_end(ap);
    }
    return false;
}

/* Reads to the end, or one byte more than `max`. Returns false with errno set if that fails. */
static bool read_all(int fd, off_t size, size_t max, struct sfc_buffer *b)
{
    /* Reserves the whole file, and a byte to notice its end, at once. */
    if (size > 0 && (uintmax_t)size <= max)
        reserve(b, (size_t)size + 1);
    while (b->len <= max) {
        reserve(b, 1);
        const ssize_t n = read(fd, b->data + b->len, b->capacity - b->len - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        b->len += (size_t)n;
    }
    return true;
}

/* Opens an ordinary file. A FIFO or a device may have no end, or no beginning: opening must not wait
   for one. */
static int open_ordinary(const char *path, struct stat *st, struct sfc_error *error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        sfc_fail(error, "%s: cannot be opened: %s", path, strerror(errno));
        return -1;
    }
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode))
        return fd;
    sfc_fail(error, "%s: is a folder, a FIFO or a device; name an ordinary file", path);
    close(fd);
    return -1;
}

char *sfc_read_file(const char *path, size_t max, size_t *len, struct sfc_error *error)
{
    struct stat st = { 0 };
    const int fd = open_ordinary(path, &st, error);
    struct sfc_buffer b = { 0 };
    if (fd < 0)
        return NULL;
    const bool failed = !read_all(fd, st.st_size, max, &b);
    const int why = errno;
    close(fd);
    if (failed)
        sfc_fail(error, "%s: cannot be read: %s", path, strerror(why));
    else if (b.len > max)
        sfc_fail(error, "%s: is larger than %zu bytes", path, max);
    if (failed || b.len > max) {
        sfc_buffer_free(&b);
        return NULL;
    }
    sfc_buffer_add(&b, "", 0);
    *len = b.len;
    return b.data;
}

static bool write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        const ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

/* A new file beside `path`. The system sets its mode: asking for the umask would change it for
   all threads. */
static int open_beside(const char *path, struct sfc_buffer *name)
{
    enum { MOST_TRIES = 10000 };
    int fd = -1;
    errno = EEXIST;
    for (unsigned i = 0; fd < 0 && errno == EEXIST && i < MOST_TRIES; i++) {
        sfc_buffer_clear(name);
        sfc_buffer_printf(name, "%s.%ld-%u", path, (long)getpid(), i);
        fd = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return fd;
}

/* Writes and closes. Both can fail; errno is that of the first failure. */
static bool fill(int fd, const void *bytes, size_t len)
{
    const bool written = write_all(fd, bytes, len);
    const int why = errno;
    if (close(fd) != 0 && written)
        return false;
    errno = why;
    return written;
}

/* Replaces `path` by a new file with the owner and mode of the old one, `there`. */
static bool replace_file(const char *path, const struct stat *there, const void *bytes, size_t len)
{
    struct sfc_buffer name = { 0 };
    const int fd = open_beside(path, &name);
    bool good = fd >= 0;
    if (good && there)
        good =
            (fchown(fd, there->st_uid, there->st_gid) == 0 || errno == EPERM) && fchmod(fd, there->st_mode & 0777) == 0;
    if (fd >= 0 && !fill(fd, bytes, good ? len : 0))
        good = false;
    good = good && rename(name.data, path) == 0;
    const int why = errno;
    if (!good && fd >= 0)
        unlink(name.data);
    sfc_buffer_free(&name);
    errno = why;
    return good;
}

/* Replaces a file, also at the end of a symbolic link. Pipes and devices are written to as they
   are. */
static bool write_file(const char *path, const void *bytes, size_t len)
{
    struct stat there = { 0 };
    if (stat(path, &there) != 0)
        return replace_file(path, NULL, bytes, len);
    if (!S_ISREG(there.st_mode)) {
        const int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return fd >= 0 && fill(fd, bytes, len);
    }
    char *real = realpath(path, NULL);
    const bool good = real && access(real, W_OK) == 0 && replace_file(real, &there, bytes, len);
    free(real);
    return good;
}

bool sfc_is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool sfc_write_file(const char *path, const void *bytes, size_t len, struct sfc_error *error)
{
    if (sfc_is_stdout(path))
        fwrite(bytes, 1, len, stdout);
    else if (!write_file(path, bytes, len))
        return sfc_fail(error, "%s: cannot be written: %s", path, strerror(errno));
    return true;
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

void sfc_add_quoted(struct sfc_buffer *b, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (*word && word[strspn(word, plain)] == '\0') {
        sfc_buffer_printf(b, "%s", word);
        return;
    }
    sfc_buffer_printf(b, "'");
    for (; *word; word++) {
        if (*word == '\'')
            sfc_buffer_printf(b, "'\\'");
        if (is_control(*word)) /* a line of text cannot have it */
            sfc_buffer_printf(b, "'$'\\%03o''", (unsigned char)*word);
        else
            sfc_buffer_add(b, word, 1);
    }
    sfc_buffer_printf(b, "'");
}

void sfc_add_command(struct sfc_buffer *b, char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        sfc_buffer_add(b, " ", i > 0);
        sfc_add_quoted(b, words[i]);
    }
}

bool sfc_has_control(const char *text)
{
    while (*text && !is_control(*text))
        text++;
    return *text != '\0';
}

void sfc_hide_control(char *text)
{
    for (; *text; text++)
        if (is_control(*text))
            *text = '?';
}

bool sfc_is_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static bool parse_digits(const char *text, size_t len, uint64_t base, uint64_t max, uint64_t *out)
{
    uint64_t value = 0;
    if (len == 0 || (len > 1 && text[0] == '0'))
        return false;
    for (size_t i = 0; i < len; i++) {
        const uint64_t digit = (uint64_t)digit_value(text[i]);
        if (digit >= base || digit > max || value > (max - digit) / base)
            return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}

bool sfc_parse_decimal(const char *text, size_t len, uint64_t max, uint64_t *out)
{
    return parse_digits(text, len, 10, max, out);
}

bool sfc_parse_hex(const char *text, size_t len, uint64_t *out)
{
    return len > 2 && text[0] == '0' && text[1] == 'x' && parse_digits(text + 2, len - 2, 16, UINT64_MAX, out);
}

bool sfc_parse_range(const char *text, uint64_t *start, uint64_t *end)
{
    const char *dash = strchr(text, '-');
    return dash && sfc_parse_hex(text, (size_t)(dash - text), start) && sfc_parse_hex(dash + 1, strlen(dash + 1), end)
           && *start <= *end;
}

const char *sfc_next_word(const char **list, size_t *len)
{
    const char *word = *list ? *list : "";
    while (*word == ' ')
        word++;
    const char *end = word;
    while (*end != ' ' && *end != '\0')
        end++;
    *len = (size_t)(end - word);
    *list = end;
    return *len > 0 ? word : NULL;
}

bool sfc_has(const char *list, const char *text, size_t text_len)
{
    size_t len;
    const char *word;
    while ((word = sfc_next_word(&list, &len)))
        if (len == text_len && memcmp(word, text, len) == 0)
            return true;
    return false;
}

bool sfc_has_word(const char *list, const char *word)
{
    return sfc_has(list, word, strlen(word));
}

unsigned sfc_find_name(const char *const *names, unsigned count, const char *text, size_t len)
{
    unsigned i = 0;
    while (i < count && !sfc_is_word(text, len, names[i]))
        i++;
    return i;
}

void sfc_words_add(char ***words, char *word)
{
    size_t count = 0;
    while (*words && (*words)[count])
        count++;
    *words = sfc_grow(*words, count + 2, sizeof **words);
    (*words)[count] = word;
    (*words)[count + 1] = NULL;
}

void sfc_words_insert(char ***words, const char *word)
{
    size_t at = 0;
    for (; *words && (*words)[at]; at++)
        if (strcmp((*words)[at], word) == 0)
            return;
    sfc_words_add(words, sfc_copy_string(word));
    for (char **w = *words; at > 0 && strcmp(w[at - 1], w[at]) > 0; at--) {
        char *moved = w[at];
        w[at] = w[at - 1];
        w[at - 1] = moved;
    }
}

bool sfc_words_are_many(char *const *words)
{
    enum { MANY = 1000 };
    size_t count = 0;
    while (words && words[count] && count < MANY)
        count++;
    return count == MANY;
}

void sfc_words_free(char **words)
{
    for (size_t i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}
