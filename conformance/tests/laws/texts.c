/* SPDX-License-Identifier: MIT */
/* Dumps of accepted sections, broken in one place: the parser accepts only texts that are a
   section's dump. */
#include <stdlib.h>
#include <string.h>

#include "parse_support.h"
#include "sfr_encode.h"
#include "subject.h"

enum { MAX_BYTES = 4096, MAX_BROKEN_TEXT = 600 };

/* Dumping an accepted text gives the text again. A refusal has a place and an expectation. */
static void check_text(struct subject *s, const char *text, size_t len)
{
    uint8_t bytes[MAX_BYTES];
    size_t size = 0;
    struct sfr_section again;
    struct sfc_buffer dump = { 0 };
    struct parsed p = parse(text, len, s->profile, s->c->addr);
    const struct sfr_text_error *error = &p.error;

    if (!p.good) {
        require(s,
                error->line >= 1 && error->column >= 1 && error->column <= len + 1 && error->expected
                    && error->expected[0],
                "an error in a text has no place");
    } else if (sfr_encode(&p.model, SFR_LAYOUT_EXACT, bytes, sizeof bytes, &size, NULL) == SFR_REFUSAL_NONE
               && sfr_open(&again, bytes, size, s->c->addr, s->profile, NULL) == SFR_FAULT_NONE) {
        sfr_dump(&again, SFR_DUMP_LAYOUT, add_text, &dump);
        require(s, dump.len == len && memcmp(sfc_buffer_text(&dump), text, len) == 0,
                "accepts a text that is not a dump: %.80s", text);
    }
    sfc_buffer_free(&dump);
    forget(&p);
}

/* A text has the version of its first line. */
static void check_profiles(struct subject *s, const char *text, size_t len)
{
    static const unsigned version_of[] = { 0, 1, 2, 2, 2, 3 };
    const unsigned version = s->section.hdr.sfp_version;

    for (unsigned profile = SFR_PROFILE_AUTO; profile <= SFR_PROFILE_V3; profile++) {
        struct parsed p = parse(text, len, (enum sfr_profile)profile, s->c->addr);
        require(s, p.good == (profile == SFR_PROFILE_AUTO || version_of[profile] == version),
                "a text is accepted for profile %u", profile);
        require(s, !p.good || version_of[p.model.profile] == version, "auto chooses another version for a text");
        forget(&p);
    }
}

/* Drops, increments and doubles each byte, and cuts the text there. */
static void break_text(struct subject *s)
{
    struct sfc_buffer dump = { 0 };
    char changed[MAX_BROKEN_TEXT + 2];

    sfr_dump(&s->section, SFR_DUMP_LAYOUT, add_text, &dump);
    const size_t len = dump.len;
    const char *text = sfc_buffer_text(&dump);
    check_profiles(s, text, len);
    for (size_t i = 0; i < len && len <= MAX_BROKEN_TEXT && s->why[0] == '\0'; i++) {
        memcpy(changed, text, len);
        changed[i]++;
        check_text(s, changed, len);
        memcpy(changed + i, text + i + 1, len - i - 1);
        check_text(s, changed, len - 1);
        memcpy(changed + i + 1, text + i, len - i);
        changed[i] = text[i];
        check_text(s, changed, len + 1);
        check_text(s, text, i);
    }
    sfc_buffer_free(&dump);
}

static bool ends_with(const char *id, const char *end)
{
    const size_t len = strlen(id), n = strlen(end);
    return len >= n && strcmp(id + len - n, end) == 0;
}

void check_broken_texts(struct subject *s)
{
    static const char *const whose[] = { "/preamble/baseline", "/encode/flex", "/encode/base", "/encode/outermost" };

    for (size_t i = 0; i < COUNT(whose); i++)
        if (ends_with(s->c->id, whose[i])) {
            note_tried(s, TABLE_TEXTS, i, COUNT(whose));
            break_text(s);
        }
}
