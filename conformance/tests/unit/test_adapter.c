/* SPDX-License-Identifier: MIT */
/* adapter.h: questions with a second section, right and wrong; the keys of an answer. */
#include "adapter.h"
#include "tap.h"

#define HEAD "profile: v3\nabi: amd64\norder: little\naddr: 0x0\n"
#define SEQUENCE "op: sequence\n" HEAD "pcs: 0x1 2:0x2\n"

static const struct {
    const char *keys, *wrong; /* the error, or "" */
    size_t size, second_size;
} questions[] = {
    { SEQUENCE "second-addr: 0x0\nsecond-size: 2\n", "", 4, 2 },
    { "second-size: 6\nsecond-addr: 0x2000\n" SEQUENCE, "", 0, 6 },
    { SEQUENCE "second-addr: 0x0\nsecond-size: 0\n", "", 6, 0 },
    { SEQUENCE "second-addr: 0x0\nsecond-size: 7\n", "second-size: is more than the body has", 0, 0 },
    { SEQUENCE, "pcs: a PC asks a second section, but there is none", 0, 0 },
    { SEQUENCE "second-addr: 0x0\n", "second-addr: there is no second-size", 0, 0 },
    { SEQUENCE "second-size: 2\n", "second-size: there is no second-addr", 0, 0 },
    { "op: sequence\n" HEAD "pcs: 0x1\nsecond-size: 0\n", "second-size: there is no second-addr", 0, 0 },
    { "op: sequence\n" HEAD "pcs: 0x1\n", "", 6, 0 },
    { "op: lookup\n" HEAD "pcs: 0x1\nsecond-addr: 0x0\nsecond-size: 2\n",
      "second-addr: belongs to the ops sequence, unwind and merge alone", 0, 0 },
    { "second-addr: 0x0\nsecond-size: 2\nop: decode\n" HEAD,
      "second-addr: belongs to the ops sequence, unwind and merge alone", 0, 0 },
    { "op: decode\n" HEAD "second-addr: 0x0\n", "second-addr: there is no second-size", 0, 0 },
    { "op: lookup\n" HEAD "pcs: 2:0x1\n", "pcs: a PC asks a second section, but there is none", 0, 0 },
    { SEQUENCE "second-addr: x\nsecond-size: 2\n", "second-addr: is not understood", 0, 0 },
    { "op: unwind\n" HEAD "second-addr: 0x0\nsecond-size: 2\n", "", 4, 2 },
    /* An op of a later protocol may have a body of its own. */
    { "op: later\n" HEAD "second-size: 100\n", "", 6, 0 },
};

static void test_question(size_t i)
{
    static const char body[] = "123456";
    char payload[512];
    struct sfa_parsed p;
    const int len = snprintf(payload, sizeof payload, "%s\n%s", questions[i].keys, body);
    sfa_parse(&p, payload, (size_t)len);
    OK(strcmp(p.wrong, questions[i].wrong) == 0, "question %zu: '%s', expected '%s'", i, p.wrong, questions[i].wrong);
    const struct sfa_request *r = &p.request;
    if (questions[i].wrong[0] == '\0') {
        OK(r->size == questions[i].size && memcmp(r->body, body, r->size) == 0, "its first section has %zu bytes",
           r->size);
        OK(r->second_size == questions[i].second_size
               && (!r->second || memcmp(r->second, body + r->size, r->second_size) == 0),
           "its second section has %zu bytes", r->second_size);
        OK((r->second != NULL) == (strstr(questions[i].keys, "second-addr") != NULL),
           "it is there, even if it is empty");
    }
    sfa_parsed_free(&p);
}

static void test_keys(void)
{
    static const char expected[] = "a: b c\nd: ?e\n";
    struct sfa_stream s;
    memset(&s, 0, sizeof s);
    sfa_put_key(&s, "a", "  b c ");
    sfa_put_key(&s, "d", "\ne");
    sfa_put_key(&s, "f", "  ");
    sfa_put_key(&s, "g", NULL);
    OK(s.output.len == strlen(expected) && memcmp(s.output.text, expected, s.output.len) == 0,
       "a value has no space at an end and no control byte, and is not empty");
    free(s.output.text);
}

int main(void)
{
    test_keys();
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        test_question(i);
    return tap_done();
}
