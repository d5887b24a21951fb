/* SPDX-License-Identifier: MIT */
/* What a row of the registers rests on, for a person. */
#include <ctype.h>
#include <string.h>

#include "basis.h"

/* Is a quote, `v2@2.41 v3 2.1 "words"`, from a manual of the profile? v2e2 has no manual of its own:
   its words are those of v2e1 and of section 1.3 of v3. */
static bool is_of_profile(const char *quote, const char *profile)
{
    const bool is_errata = strcmp(profile, "v2e2") == 0;
    bool is_own = false, is_of_v3 = false;
    const char *word;
    size_t len;
    while ((word = sfc_next_word(&quote, &len)) && word[0] == 'v' && isdigit((unsigned char)word[1])) {
        const char *edition = memchr(word, '@', len);
        const size_t manual_len = edition ? (size_t)(edition - word) : len;
        is_own |= sfc_is_word(word, manual_len, is_errata ? "v2e1" : profile);
        is_of_v3 |= sfc_is_word(word, manual_len, "v3");
    }
    return is_own || (is_errata && is_of_v3 && word && sfc_is_word(word, len, "1.3"));
}

/* Adds the quotes of the profile, or all. False if there are none. */
static bool add_quotes(struct sfc_buffer *out, const char *evidence, const char *profile)
{
    const char *separator = ": ";
    while (*evidence) {
        const char *end = strstr(evidence, "\"; ");
        const size_t len = end ? (size_t)(end - evidence) + 1 : strlen(evidence);
        if (!profile || is_of_profile(evidence, profile)) {
            sfc_buffer_printf(out, "%s%.*s", separator, (int)len, evidence);
            separator = "; ";
        }
        evidence += end ? len + 2 : len;
    }
    return separator[0] == ';';
}

void sfc_add_basis(struct sfc_buffer *out, const struct sfr_basis_info *basis, const char *profile)
{
    sfc_buffer_printf(out, "%s", sfr_basis_name(basis->basis));
    if (basis->basis != SFR_BASIS_TEXT)
        sfc_buffer_printf(out, ": %s", basis->evidence);
    else if (!add_quotes(out, basis->evidence, profile))
        add_quotes(out, basis->evidence, NULL);
}
