/* SPDX-License-Identifier: MIT */
/* Messages, and text for JSON. */
#include <stdarg.h>

#include "json_string.h"
#include "tool.h"

void complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    sfr_say("sframe-ref", "", format, ap);
    va_end(ap);
}

bool misused(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    sfr_say("sframe-ref", "; see sframe-ref --help", format, ap);
    va_end(ap);
    return false;
}

bool json_string(FILE *file, const char *s, size_t len)
{
    return sfr_json_string(s, len, write_text, file);
}
