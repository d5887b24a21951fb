/* SPDX-License-Identifier: MIT */
/* Memory, growing buffers, error texts and words, for every part of the generator. */
#define _POSIX_C_SOURCE 200809L
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char DIGITS[] = "0123456789abcdef";
enum { FIRST_BLOCK = 8192, BLOCK_SIZE = 65536, ALIGNMENT = 16, MAX_BYTES = 65536 };

struct gen_block {
    struct gen_block *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char memory[];
};

static _Noreturn void out_of_memory(void)
{
    fputs("sframe-gen: out of memory\n", stderr);
    exit(2);
}

static struct gen_block *new_block(size_t size)
{
    if (size > SIZE_MAX - sizeof(struct gen_block))
        out_of_memory();
    struct gen_block *block = calloc(1, sizeof(*block) + size);
    if (!block)
        out_of_memory();
    block->size = size;
    return block;
}

void *gen_alloc(struct gen_pool *pool, size_t count, size_t size)
{
    if (count == 0 || size == 0)
        count = size = 1;
    if (count > (SIZE_MAX - ALIGNMENT) / size)
        out_of_memory();
    const size_t want = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct gen_block *block = pool->blocks;
    if (!block || want > block->size - block->used) {
        /* Some pools are of one section. */
        const size_t usual = block ? BLOCK_SIZE : FIRST_BLOCK;
        block = new_block(want > usual ? want : usual);
        block->next = pool->blocks;
        pool->blocks = block;
    }
    void *memory = block->memory + block->used;
    block->used += want;
    return memory;
}

static void *lengthen(struct gen_pool *pool, const void *memory, size_t have, size_t count, size_t size)
{
    void *more = gen_alloc(pool, count, size);
    if (have)
        memcpy(more, memory, have);
    return more;
}

void gen_pool_free(struct gen_pool *pool)
{
    for (struct gen_block *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    pool->blocks = NULL;
}

void *gen_grow(struct gen_pool *pool, void *list, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return list;
    *cap = *cap ? *cap * 2 : 4;
    return lengthen(pool, list, count * size, *cap, size);
}

char *gen_copy(struct gen_pool *pool, const char *text, size_t len)
{
    char *copy = gen_alloc(pool, len + 1, 1);
    memcpy(copy, text, len);
    return copy;
}

/* vsnprintf() that cannot fail, and takes a copy of `ap`: the length of the whole text, without its NUL. */
__attribute__((format(printf, 3, 0))) static size_t print(char *room, size_t size, const char *format, va_list ap)
{
    va_list copy;
    va_copy(copy, ap);
    int n = vsnprintf(room, size, format, copy);
    va_end(copy);
    if (n < 0)
        out_of_memory();
    return (size_t)n;
}

/* Most texts fit the room that is there; formatting them once to measure them would double the time of
   the whole program. */
char *gen_textf(struct gen_pool *pool, const char *format, ...)
{
    char few[200];
    va_list ap;
    va_start(ap, format);
    const size_t n = print(few, sizeof few, format, ap);
    char *text = gen_alloc(pool, n + 1, 1);
    if (n < sizeof few)
        memcpy(text, few, n + 1);
    else
        print(text, n + 1, format, ap);
    va_end(ap);
    return text;
}

static void reserve(struct gen_buf *buf, size_t more)
{
    if (more <= buf->cap - buf->len)
        return;
    if (more > SIZE_MAX / 4 || buf->len > SIZE_MAX / 4)
        out_of_memory();
    const size_t cap = (buf->len + more) * 2;
    buf->data = lengthen(buf->pool, buf->data, buf->cap, cap, 1);
    buf->cap = cap;
}

void gen_add(struct gen_buf *buf, const void *data, size_t len)
{
    if (len == 0)
        return;
    reserve(buf, len);
    if (data)
        memcpy(buf->data + buf->len, data, len);
    else
        memset(buf->data + buf->len, 0, len);
    buf->len += len;
}

void gen_addf(struct gen_buf *buf, const char *format, ...)
{
    const size_t room = buf->cap - buf->len;
    va_list ap;
    va_start(ap, format);
    const size_t n = print(room ? (char *)buf->data + buf->len : NULL, room, format, ap);
    if (n >= room) {
        reserve(buf, n + 1);
        print((char *)buf->data + buf->len, n + 1, format, ap);
    }
    va_end(ap);
    buf->len += n;
}

void gen_add_number(struct gen_buf *buf, const char *before, uint64_t number, unsigned base)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = DIGITS[number % base];
        number /= base;
    } while (number);
    gen_add(buf, before, strlen(before));
    gen_add(buf, digits + at, sizeof digits - at);
}

const char *gen_text(struct gen_buf *buf)
{
    reserve(buf, 1);
    buf->data[buf->len] = 0;
    return (const char *)buf->data;
}

bool gen_fail(struct gen_error *error, const char *file, unsigned line, const char *format, ...)
{
    if (!error)
        return false;
    const size_t size = sizeof error->text;
    int n = line ? snprintf(error->text, size, "%s:%u: ", file, line) : snprintf(error->text, size, "%s: ", file);
    size_t used = n < 0 ? 0 : (size_t)n < size ? (size_t)n : size - 1;
    va_list ap;
    va_start(ap, format);
    vsnprintf(error->text + used, size - used, format, ap);
    va_end(ap);
    return false;
}

size_t gen_report(struct gen_buf *errors, const struct gen_error *error)
{
    gen_addf(errors, "%s\n", error->text);
    return 1;
}

int gen_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **gen_words(struct gen_pool *pool, const char *text, size_t *count)
{
    char *copy = gen_copy(pool, text, strlen(text));
    char **words = gen_alloc(pool, strlen(text) / 2 + 2, sizeof(*words));
    *count = 0;
    for (char *at = copy; *at;) {
        if (*at == ' ') {
            *at++ = 0;
            continue;
        }
        words[(*count)++] = at;
        at += strcspn(at, " ");
    }
    return words;
}

bool gen_parse_number(const char *text, struct gen_number *number)
{
    const bool negative = *text == '-';
    text += *text == '-' || *text == '+';
    const bool hex = strncmp(text, "0x", 2) == 0;
    text += hex ? 2 : 0;
    if (!*text || strspn(text, DIGITS) != strlen(text))
        return false;
    char *end;
    errno = 0;
    const uint64_t magnitude = strtoull(text, &end, hex ? 16 : 10);
    if (*end || errno)
        return false;
    *number = (struct gen_number){ negative, magnitude };
    return true;
}

bool gen_number_bits(struct gen_number number, uint64_t *bits)
{
    if (number.negative && number.magnitude > (uint64_t)1 << 63)
        return false;
    *bits = number.negative ? 0 - number.magnitude : number.magnitude;
    return true;
}

bool gen_parse_int(const char *text, int64_t min, int64_t max, int64_t *value)
{
    struct gen_number number;
    uint64_t bits;
    if (!gen_parse_number(text, &number) || !gen_number_bits(number, &bits) || (!number.negative && bits > INT64_MAX))
        return false;
    const int64_t v = (int64_t)bits;
    if (v < min || v > max)
        return false;
    *value = v;
    return true;
}

bool gen_parse_bytes(struct gen_pool *pool, const char *text, struct gen_bytes *bytes)
{
    size_t digits = strspn(text, DIGITS);
    int64_t times = 1;
    if (digits == 0 || digits % 2 != 0 || digits / 2 > MAX_BYTES)
        return false;
    const size_t len = digits / 2;
    if (text[digits] == '*') {
        if (!gen_parse_int(text + digits + 1, 1, MAX_BYTES / (int64_t)len, &times))
            return false;
    } else if (text[digits]) {
        return false;
    }
    uint8_t *data = gen_alloc(pool, len * (size_t)times, 1);
    for (size_t i = 0; i < len * (size_t)times; i++) {
        const char *high = strchr(DIGITS, text[i % len * 2]), *low = strchr(DIGITS, text[i % len * 2 + 1]);
        data[i] = (uint8_t)((high - DIGITS) << 4 | (low - DIGITS));
    }
    *bytes = (struct gen_bytes){ data, len * (size_t)times };
    return true;
}

bool gen_read_file(struct gen_pool *pool, const char *path, size_t max, struct gen_bytes *bytes,
                   struct gen_error *error)
{
    struct stat st = { 0 };
    /* A FIFO may have no end, and opening it may wait for ever. */
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool good = fd >= 0 && fstat(fd, &st) == 0;
    if (!good)
        gen_fail(error, path, 0, "cannot be read: %s", strerror(errno));
    else if (!S_ISREG(st.st_mode))
        good = gen_fail(error, path, 0, "is not an ordinary file");
    else if (st.st_size < 0 || (uint64_t)st.st_size > max)
        good = gen_fail(error, path, 0, "is longer than %zu bytes", max);
    if (good) {
        const size_t len = (size_t)st.st_size;
        uint8_t *data = gen_alloc(pool, len + 1, 1);
        *bytes = (struct gen_bytes){ data, len };
        good = read(fd, data, len + 1) == (ssize_t)len || gen_fail(error, path, 0, "cannot be read");
    }
    if (fd >= 0)
        close(fd);
    return good;
}
