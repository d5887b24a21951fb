/* SPDX-License-Identifier: MIT */
/* A section that every reader must accept, and one that every reader must reject. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"
#include "sfr_text.h"

enum { PROBE_ADDR = 0x1000, PROBE_START = 0x100, PROBE_SIZE = 16, BYTES_IN_LINE = 32, MIB = 1 << 20 };
/* Of a large section: after all its bytes. */
enum { LARGE_START = 0x1000000 };

/* What is in a section: functions of as many rows, one at each byte, directly after each other. */
struct shape {
    unsigned funcs, rows;
    uint64_t start; /* of the first, from the section's address */
};
static const struct shape plain_shape = { 1, 1, PROBE_START };

static unsigned size_of_function(const struct shape *shape)
{
    return shape->rows > PROBE_SIZE ? shape->rows : PROBE_SIZE;
}

/* The dump of the section, in the request's form. The first row starts at `at`, which must lie in its function; the
   functions are in descending order for an encoder that is to sort them. */
static void add_dump(struct sfc_buffer *b, const struct sfc_request *f, const struct shape *shape, unsigned at,
                     bool descending)
{
    const bool v3 = strcmp(f->profile, "v3") == 0, v1 = strcmp(f->profile, "v1") == 0;
    const bool amd64 = strcmp(f->abi, "amd64") == 0, s390x = strcmp(f->abi, "s390x") == 0;
    const bool pcrel = !v1 && strcmp(f->profile, "v2") != 0, big = strcmp(f->order, "big") == 0;
    const unsigned size = size_of_function(shape);
    const unsigned row_size = shape->rows > 256 ? 4 : 3;
    const char *order = big ? "-be" : "-le";
    sfc_buffer_printf(b,
                      "sframe-dump 1\n"
                      "section version=%c endian=%s abi=%s%s flags=sorted%s fixed-fp=0 fixed-ra=%d aux=0 "
                      "fdes=%u fres=%u fre-len=%llu\n",
                      f->profile[1], f->order, f->abi, amd64 || s390x ? "" : order, pcrel ? ",pcrel" : "",
                      amd64 ? -8 : 0, shape->funcs, shape->funcs * shape->rows,
                      shape->funcs * ((v3 ? 5ULL : 0) + shape->rows * row_size));
    const char *rules = amd64 ? "cfa=sp+8 ra=*(cfa-8)" : s390x ? "cfa=sp+160 ra=same" : "cfa=sp+0 ra=same";
    for (unsigned i = 0; i < shape->funcs; i++) {
        const unsigned place = descending ? shape->funcs - 1 - i : i;
        sfc_buffer_printf(b,
                          "fde %u start=0x%llx size=0x%x pc=inc fre=addr%d type=default key=a signal=0 rep=0 fres=%u\n",
                          i, (unsigned long long)(PROBE_ADDR + shape->start + (uint64_t)place * size), size,
                          shape->rows > 256 ? 2 : 1, shape->rows);
        for (unsigned r = 0; r < shape->rows; r++)
            sfc_buffer_printf(b, "fre %u.%u at=0x%x %s fp=same mangled=0\n", i, r, r + at, rules);
    }
}

/* The section of this dump, which the caller frees. */
static uint8_t *encode(const char *profile, const struct sfc_buffer *dump, size_t *size)
{
    struct sfr_dump_text text = { .text = dump->data, .len = dump->len, .addr = PROBE_ADDR };
    struct sfr_text_error error;
    struct sfr_model model;
    size_t num_fdes, num_fres;
    uint8_t *bytes = NULL;
    sfr_profile_from_name(profile, &text.profile);
    sfr_count_lines(text.text, text.len, &num_fdes, &num_fres);
    text.fdes = sfc_alloc(num_fdes, sizeof text.fdes[0]);
    text.fres = sfc_alloc(num_fres, sizeof text.fres[0]);
    if (sfr_parse(&text, &model, &error)) {
        sfr_encode(&model, SFR_LAYOUT_EXACT, NULL, 0, size, NULL);
        bytes = sfc_alloc(*size, 1);
        sfr_encode(&model, SFR_LAYOUT_EXACT, bytes, *size, size, NULL);
    }
    free(text.fdes);
    free(text.fres);
    return bytes;
}

/* The first form that is declared. Version 1, and version 2 before its errata, has no s390x, and no start that is
   relative to its field. */
static bool choose_form(const struct sfc_config *config, struct sfc_request *out)
{
    static const char *const profiles[] = { "v1", "v2", "v2e1", "v2e2", "v3" };
    static const char *const machines[][2] = {
        { "amd64", "little" }, { "aarch64", "little" }, { "aarch64", "big" }, { "s390x", "big" }
    };
    for (unsigned p = sfc_has_word(config->needs, "pcrel") ? 2 : 0; p < 5; p++)
        for (unsigned m = 0; m < (p < 2 ? 3 : 4); m++) {
            *out = (struct sfc_request){
                .profile = profiles[p], .abi = machines[m][0], .order = machines[m][1], .addr = PROBE_ADDR
            };
            if (sfc_has_word(config->profiles, out->profile) && sfc_has_word(config->abis, out->abi)
                && sfc_has_word(config->orders, out->order))
                return true;
        }
    return false;
}

/* ---- Questions ----------------------------------------------------------------- */

/* What is asked, and the right answer. */
struct question {
    struct sfc_request request;
    enum sfc_reply wanted;
    const char *what, *damage;
    char *answer; /* the dump; NULL: the verdict counts alone */
};

/* The answer about the plain section. NULL where none is compared: a trace depends on registers that are not given, and
   the bytes of an encoder or linker have several right forms. */
static char *make_answer(const struct sfc_request *request)
{
    struct sfc_buffer dump = { 0 };
    if (request->verdict_only || request->op == SFC_OP_UNWIND || sfc_op_makes_section(request->op))
        return NULL;
    add_dump(&dump, request, &plain_shape, 0, false);
    if (request->op == SFC_OP_DECODE)
        return dump.data;
    const char *rules = strstr(dump.data, " cfa=");
    char *answer = sfc_format("sframe-dump 1\npc 0x%x fde=0 fre=0%.*s\n", PROBE_ADDR + PROBE_START,
                              (int)(strstr(rules, " mangled=") - rules), rules);
    free(dump.data);
    return answer;
}

/* Did it give a verdict, or say why not? */
static bool is_spoken(const struct sfc_answer *a)
{
    return a->reply == SFC_REPLY_ACCEPT || a->reply == SFC_REPLY_REJECT || a->reply == SFC_REPLY_UNSUPPORTED
           || a->reply == SFC_REPLY_UNSTABLE || (a->detail && strcmp(a->detail, "reported") == 0);
}

static bool is_unreadable(enum sfc_reply reply)
{
    return reply == SFC_REPLY_PROTOCOL || reply == SFC_REPLY_NONE || reply == SFC_REPLY_STOPPED;
}

/* Adds the lines of one wrong answer. */
static void describe(struct sfc_buffer *b, const struct question *q, const char *expected, const char *seen)
{
    const struct sfc_request *r = &q->request;
    const bool is_encode = r->op == SFC_OP_ENCODE;
    sfc_buffer_printf(b, "%s%s (%s, %s, %s endian)%s at address 0x%llx, op %s\n%s    ", b->len > 0 ? "\n" : "", q->what,
                      r->profile, r->abi, r->order, q->damage, (unsigned long long)r->addr,
                      r->verdict_only ? "validate" : sfc_op_name(r->op), is_encode ? "dump: " : "bytes:");
    for (size_t i = 0; i < r->size; i++)
        if (is_encode)
            sfc_buffer_printf(b, "%c", r->bytes[i] == '\n' ? '|' : (char)r->bytes[i]);
        else
            sfc_buffer_printf(b, "%s%02x", i > 0 && i % BYTES_IN_LINE == 0 ? "\n          " : "", r->bytes[i]);
    sfc_buffer_printf(b, "\nexpected: %s\nseen:     %s", expected, seen);
}

static const char *seen_line(const struct sfc_difference *d)
{
    return *d->seen ? d->seen : "no line";
}

/* Is it another meaning than that of the section? Then *d and *text say how. */
static bool is_other_meaning(const struct sfc_config *config, const struct question *q, const struct sfc_answer *a,
                             struct sfc_difference *d, char **text, bool *is_hidden)
{
    const struct sfc_hidden hidden = { config->unobservable, q->request.abi };
    if (!q->answer || !a->dump || sfc_dump_compare(q->answer, a->dump, q->request.op, &hidden, d))
        return false;
    *is_hidden = d->undeclared[0] != '\0';
    *text = *is_hidden
                ? sfc_format("%s is `?`, but the adapter does not declare it as unobservable; expected \"%s\"",
                             d->undeclared, d->expected)
                : sfc_format("another meaning (%s): expected \"%s\", seen \"%s\"", d->keys, d->expected, seen_line(d));
    return true;
}

/* Asks one question. Returns whether it was given a verdict. */
static bool ask(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
                const struct question *q, struct sfc_probed *probed, struct sfc_buffer *broken,
                struct sfc_buffer *misread)
{
    struct sfc_answer a;
    struct sfc_difference d = { 0 };
    char *text = NULL;
    rung->ask(session, &q->request, &a);
    const bool is_verdict_wrong = a.reply != q->wanted;
    bool is_hidden = false;
    const bool is_value = !is_verdict_wrong && is_other_meaning(config, q, &a, &d, &text, &is_hidden);
    if (is_value && !is_hidden)
        describe(misread, q, d.expected, seen_line(&d));
    if (is_verdict_wrong) {
        text = sfc_answer_words(&a, sfc_reply_says(a.reply), " ");
        describe(broken, q, sfc_reply_says(q->wanted), text);
    }
    if (text && !probed->why) {
        probed->why = sfc_format("%s (%s, %s, %s endian)%s must be %s, but: %s", q->what, q->request.profile,
                                 q->request.abi, q->request.order, q->damage, sfc_reply_says(q->wanted), text);
        probed->seen = a.reply;
        probed->bad_text = a.bad_text;
        probed->is_value = is_value;
        probed->is_hidden = is_hidden;
    }
    if (is_verdict_wrong && probed->verdict == SFC_PROBE_RIGHT)
        probed->verdict = SFC_PROBE_BROKEN;
    if (q->wanted == SFC_REPLY_ACCEPT)
        probed->refused = a.reply == SFC_REPLY_REJECT || a.reply == SFC_REPLY_UNSUPPORTED;
    if (is_unreadable(a.reply))
        probed->verdict = SFC_PROBE_MUTE;
    probed->hung = probed->hung || a.reply == SFC_REPLY_TIMEOUT;
    probed->unasked = a.is_unasked;
    const bool spoken = is_spoken(&a);
    free(text);
    sfc_difference_free(&d);
    sfc_answer_free(&a);
    return spoken;
}

void sfc_probe_add_second(struct sfc_request *request)
{
    request->second = request->bytes;
    request->second_size = request->size;
    request->second_addr = request->addr + MIB;
}

/* ---- The two questions -------------------------------------------------------------- */

static void ask_for(struct sfc_request *request, enum sfc_op op)
{
    static const uint64_t pc = PROBE_ADDR + PROBE_START;
    request->op = op;
    request->pcs = &pc;
    request->num_pcs = op == SFC_OP_LOOKUP || op == SFC_OP_SEQUENCE;
    request->regs = op == SFC_OP_UNWIND ? "pc=0x1100 sp=0x7000 fp=0x7100" : NULL;
    if (op == SFC_OP_MERGE)
        sfc_probe_add_second(request);
}

bool sfc_probe_question(const struct sfc_config *config, struct sfc_request *request, uint8_t bytes[SFC_PROBE_SIZE])
{
    static const enum sfc_op order[] = { SFC_OP_DECODE,   SFC_OP_LOOKUP, SFC_OP_UNWIND,
                                         SFC_OP_SEQUENCE, SFC_OP_MERGE,  SFC_OP_ENCODE };
    struct sfc_buffer dump = { 0 };
    size_t size = 0;
    unsigned i = 0;
    const bool verdict_only = !sfc_has_word(config->ops, "decode") && sfc_has_word(config->ops, "validate");
    if (!choose_form(config, request))
        return false;
    while (!verdict_only && order[i] != SFC_OP_ENCODE && !sfc_has_word(config->ops, sfc_op_name(order[i])))
        i++;
    add_dump(&dump, request, &plain_shape, 0, false);
    uint8_t *section = encode(request->profile, &dump, &size);
    const bool fits = section && size <= SFC_PROBE_SIZE;
    if (fits)
        memcpy(bytes, section, size);
    free(section);
    sfc_buffer_free(&dump);
    request->verdict_only = verdict_only;
    request->bytes = bytes;
    request->size = size;
    ask_for(request, order[i]);
    return fits;
}

struct sfc_probed sfc_probe(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
                            enum sfc_op other)
{
    uint8_t bytes[2][SFC_PROBE_SIZE];
    struct sfc_buffer dumps[2] = { { 0 }, { 0 } }, broken = { 0 }, misread = { 0 };
    struct sfc_request request;
    bool spoken = false;
    struct sfc_probed probed = { .verdict = SFC_PROBE_MUTE };
    if (!sfc_probe_question(config, &request, bytes[0])) {
        probed.why = sfc_format("%s: no profile, ABI and byte order that it declares exist together", config->path);
        return probed;
    }
    probed.verdict = SFC_PROBE_RIGHT;
    const size_t size = request.size;
    if (other != SFC_NUM_OPS && choose_form(config, &request))
        ask_for(&request, other);
    const bool encodes = request.op == SFC_OP_ENCODE;
    const char *what = encodes ? "a plain dump" : "a plain section";
    struct question both[] = {
        { request, SFC_REPLY_ACCEPT, what, "", make_answer(&request) },
        { request, SFC_REPLY_REJECT, what, encodes ? " with a row after its function" : " with a damaged magic", NULL },
    };
    memcpy(bytes[1], bytes[0], sizeof bytes[1]);
    bytes[1][bytes[0][0] == 0xe2 ? 0 : 1] ^= 0x01;
    for (unsigned i = 0; i < 2; i++) {
        add_dump(&dumps[i], &request, &plain_shape, i == 0 ? 0 : PROBE_SIZE + 1, false);
        both[i].request.bytes = encodes ? (const uint8_t *)dumps[i].data : bytes[i];
        both[i].request.size = encodes ? dumps[i].len : size;
    }
    for (unsigned i = 0; i < 2 && probed.verdict != SFC_PROBE_MUTE; i++)
        spoken = ask(config, rung, session, &both[i], &probed, &broken, &misread) || spoken;
    if (!spoken)
        probed.verdict = SFC_PROBE_MUTE;
    probed.broken = broken.data;
    probed.misread = misread.data;
    free(both[0].answer);
    free(dumps[0].data);
    free(dumps[1].data);
    return probed;
}

bool sfc_probe_large(const struct sfc_config *config, unsigned funcs, unsigned rows, struct sfc_large *large)
{
    static const uint64_t pc = PROBE_ADDR + LARGE_START;
    const struct shape shape = { funcs, rows, LARGE_START };
    struct sfc_buffer dump = { 0 }, unsorted = { 0 };
    struct sfc_request form;
    size_t size;
    *large = (struct sfc_large){ .bytes = NULL };
    if (!choose_form(config, &form))
        return false;
    add_dump(&dump, &form, &shape, 0, false);
    large->bytes = encode(form.profile, &dump, &size);
    if (sfc_has_word(config->ops, "encode"))
        add_dump(&unsorted, &form, &shape, 0, true);
    large->dump = dump.data;
    large->unsorted = unsorted.data;
    for (enum sfc_op op = 0; op < SFC_NUM_OPS; op++) {
        struct sfc_request *q = &large->requests[op];
        *q = form;
        q->op = op;
        q->bytes = op == SFC_OP_ENCODE ? (const uint8_t *)unsorted.data : large->bytes;
        q->size = op == SFC_OP_ENCODE ? unsorted.len : size;
        q->pcs = &pc;
        q->num_pcs = op == SFC_OP_LOOKUP;
        q->sort = op == SFC_OP_ENCODE && funcs > 1;
    }
    return true;
}

void sfc_large_free(struct sfc_large *large)
{
    free(large->bytes);
    free(large->dump);
    free(large->unsorted);
    *large = (struct sfc_large){ .bytes = NULL };
}

void sfc_probed_free(struct sfc_probed *probed)
{
    free(probed->why);
    free(probed->broken);
    free(probed->misread);
    *probed = (struct sfc_probed){ .verdict = SFC_PROBE_RIGHT };
}
