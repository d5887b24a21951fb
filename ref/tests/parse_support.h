/* SPDX-License-Identifier: MIT */
/* Shared by the tests of the parser: a parse into arrays of exactly the size needed. */
#ifndef SFR_TESTS_PARSE_SUPPORT_H
#define SFR_TESTS_PARSE_SUPPORT_H

#include <stdlib.h>
#include <string.h>

#include "sfr_text.h"

/* The result of a parse. The arrays have the size that sfr_count_lines() returns, and not a byte
   more. */
struct parsed {
    bool good;
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
    char *text;
    uint8_t *aux;
    struct sfr_text_error error;
};

static inline struct parsed parse(const char *text, size_t len, enum sfr_profile profile, uint64_t addr)
{
    struct parsed p = { .good = false };
    size_t num_fdes, num_fres;

    p.text = malloc(len + (len == 0));
    p.aux = malloc(255);
    if (!p.text || !p.aux)
        abort();
    memcpy(p.text, text, len);
    memset(p.aux, 0xee, 255);
    sfr_count_lines(p.text, len, &num_fdes, &num_fres);
    p.fdes = calloc(num_fdes + (num_fdes == 0), sizeof(*p.fdes));
    p.fres = calloc(num_fres + (num_fres == 0), sizeof(*p.fres));
    if (!p.fdes || !p.fres)
        abort();
    const struct sfr_dump_text dump = { p.text, len, profile, addr, p.fdes, p.fres, p.aux };
    p.good = sfr_parse(&dump, &p.model, &p.error);
    return p;
}

/* Are two dumps equal except for fre-len, which one without layout keys may state wrongly? */
static inline bool same_but_fre_len(const char *a, const char *b)
{
    static const char key[] = " fre-len=";
    const char *const at_a = strstr(a, key), *const at_b = strstr(b, key);

    if (!at_a || !at_b || at_a - a != at_b - b || memcmp(a, b, (size_t)(at_a - a)) != 0)
        return false;
    const char *const rest_a = at_a + sizeof(key) - 1, *const rest_b = at_b + sizeof(key) - 1;
    return strcmp(rest_a + strspn(rest_a, "0123456789"), rest_b + strspn(rest_b, "0123456789")) == 0;
}

static inline void forget(struct parsed *p)
{
    free(p->text);
    free(p->aux);
    free(p->fdes);
    free(p->fres);
}

#endif
