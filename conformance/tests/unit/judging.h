/* SPDX-License-Identifier: MIT */
/* judging.h - one answer to one case, and what becomes of it. Included by the tests of the judge. */
#ifndef SFC_TESTS_JUDGING_H
#define SFC_TESTS_JUDGING_H

#include "judge.h"
#include "scratch.h"
#include "tap.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What a configuration declares: version 1 of AMD64, and these ops. */
#define PLAIN(of)                                                                                              \
    .profiles = (char[]){ "v1" }, .abis = (char[]){ "amd64" }, .orders = (char[]){ "little" }, .ops = (char[]) \
    {                                                                                                          \
        of                                                                                                     \
    }

/* An answer of constant texts. */
struct said {
    enum sfc_reply reply;
    const char *dump, *fault, *detail, *place;
    uint64_t start, end; /* end 0: no range */
    bool has_place, elf_error;
    const uint8_t *bytes; /* of an encoder */
    size_t size;
};
#define ACCEPTS(text)                             \
    {                                             \
        .reply = SFC_REPLY_ACCEPT, .dump = (text) \
    }
#define REJECTS                   \
    {                             \
        .reply = SFC_REPLY_REJECT \
    }
#define NAMES(class, from, to)                                                     \
    {                                                                              \
        .reply = SFC_REPLY_REJECT, .fault = (class), .start = (from), .end = (to), \
    }
#define ENCODES(array, len)                                                \
    {                                                                      \
        .reply = SFC_REPLY_ACCEPT, .bytes = (array), .size = (size_t)(len) \
    }

struct row {
    const char *title;
    struct said said;
    const char *wanted; /* see is_judged() */
};

/* A decode case of version 1. */
static inline struct sfc_case make_case(enum sfc_expect expect)
{
    return (struct sfc_case){
        .id = "x",
        .profile = "v1",
        .abi = "amd64",
        .order = "little",
        .op = SFC_OP_DECODE,
        .expect = expect,
        .fault_class = expect == SFC_EXPECT_REJECT ? "bad-magic" : NULL,
        .range_start = 0,
        .range_end = 2,
        .policy = expect == SFC_EXPECT_POLICY ? "AMB-044" : NULL,
        .body = expect == SFC_EXPECT_REJECT ? "" : scratch_dump,
    };
}

static inline char *constant(const char *text)
{
    return (char *)(uintptr_t)text;
}

/* The caller frees the result. */
static inline struct sfc_result judge(const struct sfc_config *config, const struct sfc_case *c,
                                      const struct said *said)
{
    const struct sfc_answer answer = { .reply = said->reply,
                                       .dump = constant(said->dump),
                                       .detail = constant(said->detail),
                                       .fault_class = constant(said->fault),
                                       .place = constant(said->place),
                                       .has_place = said->has_place,
                                       .has_range = said->end > 0,
                                       .range_start = said->start,
                                       .range_end = said->end,
                                       .elf_error = said->elf_error,
                                       .section = (uint8_t *)(uintptr_t)said->bytes,
                                       .section_size = said->size };
    struct sfc_result result;
    sfc_judge(config, c, &answer, &result);
    return result;
}

/* Is the result "OUTCOME DETAIL|EXPECTED|SEEN|MESSAGE", as far as the text says? */
static inline void is_judged(const struct sfc_result *r, const char *wanted, const char *what, const char *title)
{
    const char *const parts[] = { r->expected, r->seen, r->message };
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s%s%s", sfc_outcome_names[r->outcome], r->detail ? " " : "", r->detail ? r->detail : "");
    for (size_t i = 0; i < COUNT(parts); i++)
        sfc_buffer_printf(&b, "|%s", parts[i] ? parts[i] : "");
    const size_t len = strlen(wanted);
    if (b.data[len < b.len ? len : b.len] == '|')
        b.data[len] = '\0';
    IS_TEXT(b.data, wanted, "%s: %s", what, title);
    sfc_buffer_free(&b);
}

static inline void check_row(const struct sfc_config *config, const struct sfc_case *c, const struct row *row,
                             const char *what)
{
    struct sfc_result r = judge(config, c, &row->said);
    is_judged(&r, row->wanted, what, row->title);
    sfc_result_free(&r);
}

static inline void check_rows(const struct sfc_config *config, const struct sfc_case *c, const struct row *rows,
                              size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        check_row(config, c, &rows[i], what);
}

#endif
