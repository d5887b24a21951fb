/* SPDX-License-Identifier: MIT */
/* Memory, growing buffers, error texts and words, for every part of the generator. */
#ifndef GEN_BASE_H
#define GEN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All memory lives until the pool is freed: a run is short and its data small. */
struct gen_pool {
    struct gen_block *blocks;
};

/* Zeroed memory for `count` items of `size` bytes; never NULL: out of memory ends the program with
   status 2. */
void *gen_alloc(struct gen_pool *pool, size_t count, size_t size);
void gen_pool_free(struct gen_pool *pool);

/* A list with room for one more item of `size` bytes after its `count`; *cap is its capacity. */
void *gen_grow(struct gen_pool *pool, void *list, size_t count, size_t *cap, size_t size);

/* A copy of `len` characters, NUL-terminated. */
char *gen_copy(struct gen_pool *pool, const char *text, size_t len);
__attribute__((format(printf, 2, 3))) char *gen_textf(struct gen_pool *pool, const char *format, ...);

/* Bytes or text that grow. Set `pool`, the rest zero. `data` is NULL until something is added. */
struct gen_buf {
    struct gen_pool *pool;
    uint8_t *data;
    size_t len, cap;
};
/* `data` NULL: zeros. */
void gen_add(struct gen_buf *buf, const void *data, size_t len);
__attribute__((format(printf, 2, 3))) void gen_addf(struct gen_buf *buf, const char *format, ...);
/* A text and a number in that base, in half the time that gen_addf() takes. */
void gen_add_number(struct gen_buf *buf, const char *before, uint64_t number, unsigned base);
/* The text so far, NUL-terminated; valid until more is added. */
const char *gen_text(struct gen_buf *buf);

/* A fixed run of bytes. */
struct gen_bytes {
    const uint8_t *data;
    size_t len;
};

/* What went wrong, as one line: "FILE:LINE: what was expected". */
struct gen_error {
    char text[512];
};
/* Sets the text, unless nobody wants it (NULL), and returns false. `line` 0: the whole file. */
__attribute__((format(printf, 4, 5))) bool gen_fail(struct gen_error *error, const char *file, unsigned line,
                                                    const char *format, ...);

/* Adds the text as a line to `errors`. Returns 1, the number of errors that this is. */
size_t gen_report(struct gen_buf *errors, const struct gen_error *error);

/* For qsort() and bsearch(), of texts or of structures that start with one. */
int gen_by_text(const void *a, const void *b);

/* Splits at spaces. Returns the words, each NUL-terminated, and their number. */
char **gen_words(struct gen_pool *pool, const char *text, size_t *count);

/* A number and its sign: "12", "0xff", "-8", "+0x104". */
struct gen_number {
    bool negative;
    uint64_t magnitude;
};
/* Takes decimal or 0x-hexadecimal, with or without a sign; false unless all of `text` is a number
   that fits 64 bits. */
bool gen_parse_number(const char *text, struct gen_number *number);
/* The number as bits: two's complement. False if it is below -2^63. */
bool gen_number_bits(struct gen_number number, uint64_t *bits);
/* False if it is outside [min, max]. */
bool gen_parse_int(const char *text, int64_t min, int64_t max, int64_t *value);

/* "0a0b" or "00*8", an even number of hexadecimal digits, optionally repeated. At most 65536 bytes.
   */
bool gen_parse_bytes(struct gen_pool *pool, const char *text, struct gen_bytes *bytes);

/* Reads a whole file of at most `max` bytes and adds a NUL. Sets the error and returns false. */
bool gen_read_file(struct gen_pool *pool, const char *path, size_t max, struct gen_bytes *bytes,
                   struct gen_error *error);

#endif
