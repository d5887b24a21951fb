/* SPDX-License-Identifier: MIT */
/* A TAP producer for the unit tests: one line per check, the plan at the end. */
#ifndef SFR_TESTS_TAP_H
#define SFR_TESTS_TAP_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int tap_count, tap_failed;

/* Source place of the current check, for its failure message. */
#define OK(condition, ...) tap_ok((condition), __FILE__, __LINE__, #condition, __VA_ARGS__)
#define IS_U64(seen, expected, ...) tap_is_u64((seen), (expected), __FILE__, __LINE__, __VA_ARGS__)
#define IS_TEXT(seen, expected, ...) tap_is_text((seen), (expected), __FILE__, __LINE__, __VA_ARGS__)

__attribute__((format(printf, 2, 0))) static inline bool tap_line(bool good, const char *format, va_list ap)
{
    printf("%sok %d - ", good ? "" : "not ", ++tap_count);
    vprintf(format, ap);
    putchar('\n');
    if (!good)
        tap_failed++;
    return good;
}

__attribute__((format(printf, 5, 6))) static inline bool tap_ok(bool good, const char *file, int line,
                                                                const char *condition, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    tap_line(good, format, ap);
    va_end(ap);
    if (!good)
        printf("# %s:%d: %s\n", file, line, condition);
    return good;
}

__attribute__((format(printf, 5, 6))) static inline bool tap_is_u64(uint64_t seen, uint64_t expected, const char *file,
                                                                    int line, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    bool good = tap_line(seen == expected, format, ap);
    va_end(ap);
    if (!good)
        printf("# %s:%d: seen %" PRIu64 " (0x%" PRIx64 "), expected %" PRIu64 " (0x%" PRIx64 ")\n", file, line, seen,
               seen, expected, expected);
    return good;
}

__attribute__((format(printf, 5, 6))) static inline bool
tap_is_text(const char *seen, const char *expected, const char *file, int line, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    bool good = tap_line(strcmp(seen, expected) == 0, format, ap);
    va_end(ap);
    if (!good)
        printf("# %s:%d:\n# seen     \"%s\"\n# expected \"%s\"\n", file, line, seen, expected);
    return good;
}

/* The plan, without which a run that ended early would pass. Meson reads the failures from the
   lines. */
static inline int tap_done(void)
{
    printf("1..%d\n", tap_count);
    return 0;
}

/* The main() of a program without arguments: it runs these functions, one after another. What static variables hold
   after them stays. */
#define TESTS(...)                                                  \
    int main(void)                                                  \
    {                                                               \
        static void (*const tests[])(void) = { __VA_ARGS__ };       \
        for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) \
            tests[i]();                                             \
        return tap_done();                                          \
    }

#endif
