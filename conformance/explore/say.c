/* SPDX-License-Identifier: MIT */
/* A text that grows. Without memory the module stops: a part of an answer would be a wrong one. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"
#include "json_string.h"

static char *text;
static size_t used, capacity;

static void reserve(size_t more)
{
    if (more <= capacity - used)
        return;
    const size_t wanted = (capacity < 65536 ? 65536 : capacity * 2) + more;
    char *grown = realloc(text, wanted);
    if (!grown)
        __builtin_trap();
    text = grown;
    capacity = wanted;
}

void ex_begin(void)
{
    used = 0;
}

bool ex_add(void *ctx, const char *bytes, size_t len)
{
    (void)ctx;
    reserve(len);
    memcpy(text + used, bytes, len);
    used += len;
    return true;
}

void ex_say(const char *format, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, format);
    const int len = vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    if (len > 0)
        ex_add(NULL, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

void ex_say_members(const char *key, const char *s, ...)
{
    va_list ap;
    va_start(ap, s);
    for (const char *between = ""; key; key = va_arg(ap, const char *), s = key ? va_arg(ap, const char *) : NULL) {
        ex_say("%s\"%s\":", between, key);
        if (s)
            sfr_json_string(s, strlen(s), ex_add, NULL);
        else
            ex_say("null");
        between = ",";
    }
    va_end(ap);
}

const char *EX_API(ex_text)(void)
{
    return text;
}

size_t EX_API(ex_text_len)(void)
{
    return used;
}
