/* SPDX-License-Identifier: MIT */
/* The lists beside the recipes: entries with their reasons (reasons.h). */
#ifndef GEN_EXCEPTIONS_H
#define GEN_EXCEPTIONS_H

#include "base.h"

struct gen_exception {
    unsigned line;
    const char *entry;
};
struct gen_exceptions {
    const char *file;
    struct gen_exception *list;
    size_t count, cap;
};

/* Reads DIR/NAME. Fails at the first line of another form. */
bool gen_read_exceptions(struct gen_pool *pool, const char *dir, const char *name, struct gen_exceptions *exceptions,
                         struct gen_error *error);

#endif
