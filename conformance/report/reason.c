/* SPDX-License-Identifier: MIT */
/* The tokens of reasons, and causes.txt. */
#include <ctype.h>
#include <string.h>

#include "reason.h"

enum { MAX_TOKEN = 60 };

static bool is_token_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '.';
}

bool sfc_next_token(const char **at, size_t *len)
{
    *len = 0;
    while (is_token_char((*at)[*len]))
        ++*len;
    return *len > 0 && isalnum((unsigned char)**at) && *len <= MAX_TOKEN;
}

size_t sfc_count_tokens(const char *reason)
{
    size_t count = 0, len;
    while (sfc_next_token(&reason, &len)) {
        count++;
        reason += len;
        if (strncmp(reason, ": ", 2) == 0)
            return count;
        if (strncmp(reason, ", ", 2) != 0)
            break;
        reason += 2;
    }
    return 0;
}

char *sfc_reason_title(const char *reason)
{
    const char *end = sfc_count_tokens(reason) > 0 ? strstr(reason, ": ") : NULL;
    return end ? sfc_format("%s (%.*s)", end + 2, (int)(end - reason), reason) : sfc_copy_string(reason);
}

bool sfc_next_cause(struct sfc_cause_lines *l)
{
    static const char bar[] = " | ";
    l->is_wrong = false;
    while (*l->next) {
        const char *start = l->next;
        const size_t len = strcspn(start, "\n");
        l->next += len + (start[len] == '\n');
        l->line++;
        if (len == 0 || start[0] == '#')
            continue;
        l->token = start;
        l->token_len = 0;
        sfc_next_token(&start, &l->token_len);
        l->what = start + l->token_len + strlen(bar);
        l->is_wrong = l->token_len == 0 || len <= l->token_len + strlen(bar)
                      || strncmp(start + l->token_len, bar, strlen(bar)) != 0;
        l->what_len = l->is_wrong ? 0 : len - l->token_len - strlen(bar);
        return !l->is_wrong;
    }
    return false;
}
