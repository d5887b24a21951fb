/* SPDX-License-Identifier: MIT */
/* Reads `key: value` lines: of case files, adapter files and the payloads of frames. */
#include <string.h>

#include "fields.h"

static enum sfc_fields_status bad(const struct sfc_fields *f, struct sfc_error *error, const char *what)
{
    sfc_fail(error, "%s:%u: %s", f->path, f->line, what);
    return SFC_FIELDS_BAD;
}

/* Not strspn(), which makes a table of the bytes for each line. */
static size_t count_key_bytes(const char *line)
{
    size_t n = 0;
    while ((line[n] >= 'a' && line[n] <= 'z') || (line[n] >= '0' && line[n] <= '9') || line[n] == '-')
        n++;
    return n;
}

enum sfc_fields_status sfc_fields_next(struct sfc_fields *f, struct sfc_error *error)
{
    char *line = f->text;
    if (*line == '\0')
        return SFC_FIELDS_END;
    f->line++;
    char *newline = strchr(line, '\n');
    if (!newline)
        return bad(f, error, "the line does not end with a newline");
    *newline = '\0';
    f->text = newline + 1;
    if (*line == '\0')
        return SFC_FIELDS_BLANK;

    const size_t key_len = count_key_bytes(line);
    if (key_len == 0 || line[key_len] != ':' || line[key_len + 1] != ' ')
        return bad(f, error, "expected `key: value`");
    line[key_len] = '\0';
    f->key = line;
    f->value = line + key_len + 2;
    const size_t len = strlen(f->value);
    if (len == 0 || f->value[0] == ' ' || f->value[len - 1] == ' ' || sfc_has_control(f->value))
        return bad(f, error, "the value is empty, has a space at an end or a control byte");
    return SFC_FIELDS_FIELD;
}

bool sfc_fields_fail(const struct sfc_fields *f, struct sfc_error *error, const char *what)
{
    return sfc_fail(error, "%s:%u: %s: %s", f->path, f->line, f->key, what);
}
