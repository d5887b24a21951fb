/* SPDX-License-Identifier: MIT */
/*
 * Oracle: parsing any text causes no sanitizer report, and an error has a place. A dump that can be
 * encoded is the dump of the result (without layout keys, but for the length of the rows, which may be
 * shorter). A rule has one text, and a name one owner. A normaliser's output is a valid dump. A valid
 * recipe makes a section that the reference accepts, with the recipe's dump; the patch of a change
 * undoes it. Frames, hello and result of the adapter protocol, adapter files, known-failure files and case
 * files are read too.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "chance.h"
#include "check.h"
#include "parse_support.h"
#include "protocol.h"

const char fuzz_property[] = "text";

enum { MAX_TEXT = 1 << 14, MAX_SECTION = 1 << 16 };

/* ---- The canonical dump ---- */

static void check_written(const struct parsed *p, const char *text, size_t len)
{
    static uint8_t section[MAX_SECTION];
    struct fuzz_text again = { NULL, 0, 0 };
    struct sfr_section s;
    size_t size;

    if (sfr_encode(&p->model, SFR_LAYOUT_EXACT, section, sizeof section, &size, NULL) != SFR_REFUSAL_NONE)
        return;
    const struct sfr_verdict v = sfr_check(section, size, p->model.addr, p->model.profile, NULL, NULL);
    FUZZ_REQUIRE(v.accepted, v.first.start, "the section written from a dump is rejected: %s",
                 fuzz_fault_name(v.first.fault));
    FUZZ_REQUIRE(sfr_open(&s, section, size, p->model.addr, p->model.profile, NULL) == SFR_FAULT_NONE, 0,
                 "accepted, but it cannot be opened");
    sfr_dump(&s, p->model.has_layout ? SFR_DUMP_LAYOUT : 0, fuzz_add_text, &again);
    FUZZ_REQUIRE(p->model.has_layout ? again.len == len && memcmp(again.data, text, len) == 0
                                     : same_but_fre_len(text, again.data),
                 0, "the dump of the written section differs:\n%s", again.data);
    free(again.data);
}

/* The runner has a parser of its own. It takes what the reference takes; and more, as it has `?` and counts nothing. */
static void check_grammar(const char *text, size_t len)
{
    struct sfc_error why = { "" };

    FUZZ_REQUIRE(sfc_dump_check(text, len, SFC_OP_DECODE, &why), 0, "the runner refuses the reference's dump: %s",
                 why.text);
}

static void check_dump(const char *text, size_t len)
{
    struct parsed p = parse(text, len, SFR_PROFILE_AUTO, 0x400000);

    if (!p.good)
        FUZZ_REQUIRE(p.error.line >= 1 && p.error.column >= 1 && p.error.expected && p.error.line <= len + 1
                         && p.error.column <= len + 1,
                     0, "an error outside of the text: line %zu, column %zu", p.error.line, p.error.column);
    if (p.good) {
        check_written(&p, text, len);
        check_grammar(text, len);
    }
    fuzz_note(p.good);
    forget(&p);
}

/* The dump in a case file begins after an empty line. */
static void check_dumps(const char *text, size_t len)
{
    static const char first[] = "sframe-dump 1\n";
    const char *found = memmem(text, len, first, sizeof first - 1);

    check_dump(text, len);
    if (found && found != text)
        check_dump(found, len - (size_t)(found - text));
}

/* ---- Rules and names ---- */

/* The text of a rule, which is parsed as the rule again. Returns its length. */
static size_t text_of_rule(char text[SFR_RULE_TEXT_MAX], const struct sfr_rule *rule, unsigned abi)
{
    struct sfr_rule again;
    const size_t len = sfr_rule_text(text, rule, abi);

    FUZZ_REQUIRE(len < SFR_RULE_TEXT_MAX && strlen(text) == len, 0, "the text of a rule does not end");
    FUZZ_REQUIRE(sfr_parse_rule(text, len, abi, &again) && fuzz_same_rule(&again, rule), 0, "%s is another rule", text);
    return len;
}

/* A word in memory of just its size. The parser takes "r17+0" for "r17" too. */
static void check_rule(const char *word, size_t len, unsigned abi)
{
    char *text = fuzz_alloc(SFR_RULE_TEXT_MAX, 1);
    struct sfr_rule rule;

    if (sfr_parse_rule(word, len, abi, &rule)) {
        const size_t again = text_of_rule(text, &rule, abi);
        const bool has_zero = len == again + 2 && memcmp(word + again, "+0", 2) == 0;
        FUZZ_REQUIRE((len == again || (has_zero && rule.kind == SFR_RULE_REG && rule.offset == 0))
                         && memcmp(word, text, again) == 0,
                     0, "%.*s is also spelled %s", (int)len, word, text);
    }
    free(text);
}

/* A number near a power of two, of at most `bits` bits and a little more. */
static uint64_t draw_number(struct fuzz_chance *c, unsigned bits)
{
    return (UINT64_C(1) << fuzz_below(c, bits)) + fuzz_below(c, 7) - 3;
}

/* A number that is larger than its place in a rule is refused; any other is that number. */
static void check_number(uint64_t number, bool reg)
{
    char *text = fuzz_alloc(SFR_RULE_TEXT_MAX, 1);
    struct sfr_rule rule;
    const size_t len = (size_t)snprintf(text, SFR_RULE_TEXT_MAX, reg ? "r%" PRIu64 : "cfa+%" PRIu64, number);

    if (sfr_parse_rule(text, len, 0, &rule))
        FUZZ_REQUIRE(reg ? rule.reg == number : rule.offset >= 0 && (uint64_t)rule.offset == number, 0,
                     "%s is another number", text);
    else
        FUZZ_REQUIRE(number > (reg ? UINT32_MAX : INT64_MAX), 0, "%s is refused", text);
    free(text);
}

/* Rules of any register and offset, which the bytes choose. */
static void check_any_rules(const char *bytes, size_t len)
{
    enum { RULES = 6 };
    struct fuzz_chance c = { len };
    char *text = fuzz_alloc(SFR_RULE_TEXT_MAX, 1);

    for (size_t i = 0; i < len; i++)
        c.state = (c.state ^ (uint8_t)bytes[i]) * UINT64_C(0x100000001b3);
    for (unsigned i = 0; i < RULES; i++) {
        const uint64_t offset = draw_number(&c, 64), number = draw_number(&c, 34);
        struct sfr_rule rule = { .kind = (enum sfr_rule_kind)fuzz_below(&c, SFR_RULE_MEM_CFA + 1) };
        if (rule.kind >= SFR_RULE_REG)
            memcpy(&rule.offset, &offset, sizeof offset);
        if (rule.kind == SFR_RULE_REG || rule.kind == SFR_RULE_MEM_REG)
            rule.reg = (uint32_t)number;
        fuzz_note(text_of_rule(text, &rule, fuzz_below(&c, SFR_ABI_S390X_ENDIAN_BIG + 2)));
        check_number(number, true);
        check_number(offset, false);
    }
    free(text);
}

/* A word that is a name is the name of what it gives; any other leaves the result alone. */
static void check_name(const char *word)
{
    enum { ALONE = 77 };
    enum sfr_profile profile = (enum sfr_profile)ALONE;
    enum sfr_level level = (enum sfr_level)ALONE;
    unsigned abi = ALONE;

    FUZZ_REQUIRE(sfr_profile_from_name(word, &profile) ? strcmp(sfr_profile_name(profile), word) == 0
                                                       : (int)profile == ALONE,
                 0, "%s is another profile", word);
    FUZZ_REQUIRE(sfr_abi_from_name(word, &abi) ? strcmp(sfr_abi_name(abi), word) == 0 : abi == ALONE, 0,
                 "%s is another ABI", word);
    FUZZ_REQUIRE(sfr_level_from_name(word, &level) ? strcmp(sfr_level_name(level), word) == 0 : (int)level == ALONE, 0,
                 "%s is another level", word);
}

/* The first words, as rules of every ABI, of none, and as names. */
static void check_words(const char *text, size_t len)
{
    enum { MAX_WORDS = 40, MAX_WORD = 60 };
    const char *const end = text + len;

    check_any_rules(text, len);
    for (unsigned words = 0; text < end && words < MAX_WORDS; words++) {
        size_t n = 0;
        while (text + n < end && !memchr(" =\n\t", text[n], 4))
            n++;
        if (n > 0 && n <= MAX_WORD) {
            char *word = fuzz_alloc(n, 1);
            memcpy(word, text, n);
            for (unsigned abi = 0; abi <= SFR_ABI_S390X_ENDIAN_BIG; abi++)
                check_rule(word, n, abi);
            free(word);
            word = sfc_copy_text(text, n);
            check_name(word);
            free(word);
        }
        text += n + 1;
    }
}

/* ---- What tools print ---- */

/* Are these the lines of a dump? Their values may be others than the grammar's: a tool's own words. */
static bool has_lines(const struct sfc_buffer *dump, enum sfc_op op, struct sfc_error *why)
{
    struct sfc_dump_reader r = { .text = sfc_buffer_text(dump), .left = dump->len, .op = op };
    struct sfc_dump_line line;
    enum sfc_dump_status status;

    while ((status = sfc_dump_next(&r, &line, why)) == SFC_DUMP_LINE)
        ;
    return status == SFC_DUMP_END;
}

static void check_normaliser(const char *name, const char *text, size_t len)
{
    /* Each key whose words are ambiguous for readelf. */
    static const struct sfc_hidden hidden = { "section.flags fre.ra@amd64 fre.mangled", "amd64" };
    const struct sfc_normaliser *n = sfc_normaliser_find(name);

    FUZZ_REQUIRE(n != NULL, 0, "there is no normaliser %s", name);
    for (unsigned op = 0; op < SFC_NUM_OPS; op++) {
        struct sfc_buffer dump = { NULL, 0, 0 };
        struct sfc_error error = { "" }, why = { "" };
        if (!sfc_has_word(n->ops, sfc_op_name((enum sfc_op)op)))
            continue;
        if (!n->run((enum sfc_op)op, &hidden, text, len, &dump, &error))
            FUZZ_REQUIRE(error.text[0] != '\0', 0, "%s: an error without a text", name);
        else
            FUZZ_REQUIRE(has_lines(&dump, (enum sfc_op)op, &why), 0, "%s makes an invalid dump: %s\n%s", name, why.text,
                         sfc_buffer_text(&dump));
        fuzz_note(dump.len);
        sfc_buffer_free(&dump);
    }
}

/* ---- What adapters say ---- */

static void check_protocol(const char *text, size_t len)
{
    struct sfc_request request = { .profile = "v2", .abi = "amd64", .order = "little" };
    struct sfc_frame frame;
    struct sfc_error error = { "" };
    struct sfc_config declared;
    char *version;
    const enum sfc_frame_status status = sfc_frame_read(text, len, MAX_TEXT, &frame, &error);

    if (status == SFC_FRAME_HEAD)
        FUZZ_REQUIRE(frame.head <= len && frame.head <= SFC_FRAME_MAX_HEAD && frame.length <= MAX_TEXT, 0,
                     "a frame longer than it may be");
    const size_t head = status == SFC_FRAME_HEAD ? frame.head : 0;
    char *payload = sfc_copy_text(text + head, len - head);
    if (sfc_hello_read(&declared, &version, payload, len - head, &error)) {
        sfc_config_free(&declared);
        free(version);
    }
    free(payload);
    for (unsigned op = 0; op < SFC_NUM_OPS; op++) {
        struct sfc_answer answer = { .reply = SFC_REPLY_NONE };
        request.op = (enum sfc_op)op;
        payload = sfc_copy_text(text + head, len - head);
        sfc_result_read(&answer, &request, payload, len - head);
        fuzz_note((uint64_t)answer.reply);
        sfc_answer_free(&answer);
        free(payload);
    }
}

/* ---- Case files ---- */

/* The value of "KEY: VALUE"; "" if there is none. */
static char *value_of(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    const char *value = at ? at + strlen(key) : "";
    const size_t len = strcspn(value, "\n");
    return sfc_copy_text(value, len < 200 ? len : 0);
}

static void check_case(const char *text, size_t len)
{
    struct sfc_case c = { .path = fuzz_file(text, len), .abi = "amd64", .order = "little", .area = "x" };
    struct sfc_error error = { "" };
    char *id = value_of(text, "id: "), *name = value_of(text, "\nfile: ");
    /* There is no such file, so that the name can be anything. */
    char *file = sfc_format("/nowhere/at/%s", name);

    c.id = id;
    c.file = file;
    FUZZ_REQUIRE(!sfc_case_read(&c, &error) && error.text[0] != '\0', 0, "a case without a section is read");
    sfc_case_free(&c);
    free(id);
    free(name);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > MAX_TEXT)
        return 0;
    /* With a NUL at the end, like files that were read. */
    char *text = sfc_copy_text((const char *)data, size);
    check_dumps(text, size);
    check_words(text, size);
    check_normaliser("readelf", text, size);
    check_normaliser("llvm", text, size);
    check_normaliser("dump", text, size);
    check_protocol(text, size);
    fuzz_check_adapter(text, size);
    fuzz_check_known(text, size);
    check_case(text, size);
    fuzz_check_recipe(text, size);
    free(text);
    return 0;
}
