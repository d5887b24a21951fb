/* SPDX-License-Identifier: MIT */
/* text.h - growing text, whole files, and messages that name file and line. */
#ifndef SFC_TEXT_H
#define SFC_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Zeroed memory for `count` items of `size` bytes. Never NULL: without memory the runner says so
   and ends with status 4, because no result of such a run could be trusted. */
void *sfc_alloc(size_t count, size_t size);
/* Resizes an allocation to `count` items of `size` bytes. Never NULL either. */
void *sfc_grow(void *memory, size_t count, size_t size);
/* Makes room for one more item in an array that grows only by this: it doubles. */
void *sfc_make_room(void *items, size_t count, size_t size);
char *sfc_copy_text(const char *text, size_t len);
char *sfc_copy_string(const char *text);
__attribute__((format(printf, 1, 2))) char *sfc_format(const char *format, ...);
/* Says so and exits; for a library call that failed without memory. */
_Noreturn void sfc_out_of_memory(void);

/* Text that grows. `data` is NULL until something is added; then it ends with a NUL that `len`
   does not count. */
struct sfc_buffer {
    char *data;
    size_t len, capacity;
};
void sfc_buffer_add(struct sfc_buffer *b, const void *bytes, size_t len);
__attribute__((format(printf, 2, 3))) void sfc_buffer_printf(struct sfc_buffer *b, const char *format, ...);
/* The text so far; "" when nothing was added. Belongs to the buffer. */
const char *sfc_buffer_text(const struct sfc_buffer *b);
/* Makes it empty, and keeps its memory. Setting `len` alone would leave the old text to be read. */
void sfc_buffer_clear(struct sfc_buffer *b);
void sfc_buffer_free(struct sfc_buffer *b);

/* Adds one word, or a command's, quoted for a shell. */
void sfc_add_quoted(struct sfc_buffer *b, const char *word);
void sfc_add_command(struct sfc_buffer *b, char *const *words);

/* Has the text a control byte? Makes each of them a '?'. */
bool sfc_has_control(const char *text);
void sfc_hide_control(char *text);
/* Is it made of a-z, 0-9 and '-', as names are? */
bool sfc_is_name(const char *text);

/* Why something could not be done, for a person: "FILE:LINE: what is wrong". */
struct sfc_error {
    char text[1024];
};
/* Sets the message and returns false, so that a failing function can end with it. `error` may be
   NULL. */
__attribute__((format(printf, 2, 3))) bool sfc_fail(struct sfc_error *error, const char *format, ...);

/* Reads a whole file of at most `max` bytes and adds a NUL. The caller frees it. NULL and *error
   on failure. */
char *sfc_read_file(const char *path, size_t max, size_t *len, struct sfc_error *error);
/* Is it "-", which names standard output wherever a file may be named? */
bool sfc_is_stdout(const char *path);
/* Writes a file under a temporary name beside it and renames it, so that `path` is never half
   written; its mode stays as it was. Links are followed; a pipe, a device and standard output
   are written to as they are. Of standard output sfc_flush_output() says if that failed. */
bool sfc_write_file(const char *path, const void *bytes, size_t len, struct sfc_error *error);

/* Strict numbers: the whole of text[0..len) must be one, without sign or leading zeros ("0x"
   before hexadecimal digits, lower case). */
bool sfc_parse_decimal(const char *text, size_t len, uint64_t max, uint64_t *out);
bool sfc_parse_hex(const char *text, size_t len, uint64_t *out);
/* "0xSTART-0xEND", where START is not greater than END. */
bool sfc_parse_range(const char *text, uint64_t *start, uint64_t *end);

/* Are these `len` bytes the wanted word? Millions are compared, most of which differ in the first byte. */
static inline bool sfc_is_word(const char *text, size_t len, const char *wanted)
{
    return len == 0 ? *wanted == '\0' : *text == *wanted && strlen(wanted) == len && memcmp(text, wanted, len) == 0;
}
/* Are these two texts the same bytes? One of none may be NULL. */
static inline bool sfc_same_bytes(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}
/* Is `word`, or are these `len` bytes, one of the space-separated words of `list`? A list may be NULL: it has none. */
bool sfc_has_word(const char *list, const char *word);
bool sfc_has(const char *list, const char *text, size_t len);
/* The number of the name that these `len` bytes are; `count` if they are none. */
unsigned sfc_find_name(const char *const *names, unsigned count, const char *text, size_t len);
/* The next space-separated word at *list, whose length goes to *len; NULL at the end. Moves
   *list past it. */
const char *sfc_next_word(const char **list, size_t *len);

/* Words that can be freed, in an array that ends with NULL; NULL is an array without words.
   Adding takes `word` over. */
void sfc_words_add(char ***words, char *word);
/* Adds a copy of the word to sorted ones, unless they have it. */
void sfc_words_insert(char ***words, const char *word);
/* Are there 1000 words or more? A reader of untrusted words stops there: adding one goes through all before it. */
bool sfc_words_are_many(char *const *words);
void sfc_words_free(char **words);

#endif
