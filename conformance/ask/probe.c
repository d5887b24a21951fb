/* SPDX-License-Identifier: MIT */
/* A section that every reader must accept, and one that every reader must reject. */
#include <stdio.h>
#include <string.h>

#include "probe.h"

enum { PROBE_ADDR = 0x1000, PROBE_START = 0x100, PROBE_SIZE = 16, MAX_DUMP = 512 };

/* The forms of the section. */
struct form {
    const char *profile, *abi, *order;
};

struct writer {
    uint8_t *bytes;
    size_t len;
    bool big;
};

static void put(struct writer *w, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        w->bytes[w->len + (w->big ? width - 1 - i : i)] = (uint8_t)(value >> 8 * i);
    w->len += width;
}

static uint64_t abi_id(const struct form *f)
{
    if (strcmp(f->abi, "aarch64") == 0)
        return strcmp(f->order, "big") == 0 ? 1 : 2;
    return strcmp(f->abi, "amd64") == 0 ? 3 : 4;
}

/* One function of 16 bytes at section + 0x100 with one row, field by field as in the tables of
   the manual. */
static size_t make_section(const struct form *f, uint8_t bytes[SFC_PROBE_SIZE])
{
    struct writer w = { bytes, 0, strcmp(f->order, "big") == 0 };
    const bool v3 = strcmp(f->profile, "v3") == 0, v1 = strcmp(f->profile, "v1") == 0,
               amd64 = strcmp(f->abi, "amd64") == 0;
    const bool pcrel = !v1 && strcmp(f->profile, "v2") != 0;
    const uint64_t fde_size = v3 ? 16 : v1 ? 17 : 20;
    const uint64_t start = pcrel ? PROBE_START - 28 : PROBE_START;

    put(&w, 0xdee2, 2);              /* magic */
    put(&w, v3 ? 3 : v1 ? 1 : 2, 1); /* version */
    put(&w, pcrel ? 0x5 : 0x1, 1);   /* sorted, and from errata 1 on starts relative to their field */
    put(&w, abi_id(f), 1);
    put(&w, 0, 1);                /* fixed FP offset */
    put(&w, amd64 ? 0xf8 : 0, 1); /* fixed RA offset: -8 */
    put(&w, 0, 1);                /* auxiliary header */
    put(&w, 1, 4);                /* functions */
    put(&w, 1, 4);                /* rows */
    put(&w, v3 ? 8 : 3, 4);       /* bytes of the row area */
    put(&w, 0, 4);                /* where the functions start */
    put(&w, fde_size, 4);         /* where the rows start */
    put(&w, start, v3 ? 8 : 4);
    put(&w, PROBE_SIZE, 4);
    put(&w, 0, 4); /* first row, or attribute */
    if (!v3)
        put(&w, 1, 4); /* rows of the function */
    if (!v1 && !v3)
        put(&w, 0, 4); /* info, block size, padding */
    else if (v1)
        put(&w, 0, 1); /* info */
    if (v3) {
        put(&w, 1, 2); /* attribute: rows, both info bytes, block size */
        put(&w, 0, 3);
    }
    put(&w, 0, 1);    /* row: starts with the function */
    put(&w, 0x03, 1); /* CFA from SP, one word of one byte */
    put(&w, amd64 ? 8 : 0, 1);
    return w.len;
}

/* What an encoder reads instead: the section's dump. Its row starts at `at`, which must lie in
   the function. */
static size_t make_dump(const struct form *f, unsigned at, char dump[MAX_DUMP])
{
    const bool v3 = strcmp(f->profile, "v3") == 0, v1 = strcmp(f->profile, "v1") == 0;
    const bool amd64 = strcmp(f->abi, "amd64") == 0, s390x = strcmp(f->abi, "s390x") == 0;
    const bool pcrel = !v1 && strcmp(f->profile, "v2") != 0, big = strcmp(f->order, "big") == 0;
    return (size_t)snprintf(
        dump, MAX_DUMP,
        "sframe-dump 1\n"
        "section version=%d endian=%s abi=%s%s flags=sorted%s fixed-fp=0 fixed-ra=%d aux=0 fdes=1 fres=1 fre-len=%d\n"
        "fde 0 start=0x%x size=0x%x pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
        "fre 0.0 at=0x%x cfa=sp+%d ra=%s fp=same mangled=0\n",
        v3   ? 3
        : v1 ? 1
             : 2,
        f->order, f->abi,
        amd64 || s390x ? ""
        : big          ? "-be"
                       : "-le",
        pcrel ? ",pcrel" : "", amd64 ? -8 : 0, v3 ? 8 : 3, PROBE_ADDR + PROBE_START, PROBE_SIZE, at,
        amd64   ? 8
        : s390x ? 160
                : 0,
        amd64 ? "*(cfa-8)" : "same");
}

/* The first form that is declared. */
static bool choose_form(const struct sfc_config *config, struct form *out)
{
    static const struct form forms[] = {
        { "v1", "amd64", "little" },   { "v1", "aarch64", "little" },   { "v1", "aarch64", "big" },
        { "v2", "amd64", "little" },   { "v2", "aarch64", "little" },   { "v2", "aarch64", "big" },
        { "v2e1", "amd64", "little" }, { "v2e1", "aarch64", "little" }, { "v2e1", "aarch64", "big" },
        { "v2e1", "s390x", "big" },    { "v2e2", "amd64", "little" },   { "v2e2", "aarch64", "little" },
        { "v2e2", "aarch64", "big" },  { "v2e2", "s390x", "big" },      { "v3", "amd64", "little" },
        { "v3", "aarch64", "little" }, { "v3", "aarch64", "big" },      { "v3", "s390x", "big" },
    };
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (sfc_has_word(config->profiles, forms[i].profile) && sfc_has_word(config->abis, forms[i].abi)
            && sfc_has_word(config->orders, forms[i].order)) {
            *out = forms[i];
            return true;
        }
    return false;
}

static bool ask(const struct sfc_rung *rung, struct sfc_session *session, const struct sfc_request *request,
                enum sfc_reply wanted, enum sfc_reply *seen, struct sfc_error *error)
{
    static const char *const names[] = {
        "accepted",    "rejected",           "answered \"unsupported\"", "crashed",         "did not answer in time",
        "hit a limit", "broke the protocol", "gave two answers",         "was interrupted", "was not asked",
    };
    struct sfc_answer answer;
    rung->ask(session, request, &answer);
    const bool good = answer.reply == wanted;
    if (seen)
        *seen = answer.reply;
    if (!good)
        sfc_fail(error, "a plain %s (%s, %s, %s endian)%s must be %s, but: %s%s%s%s%s",
                 request->op == SFC_OP_ENCODE ? "dump" : "section", request->profile, request->abi, request->order,
                 wanted != SFC_REPLY_REJECT     ? ""
                 : request->op == SFC_OP_ENCODE ? " with a row after its function"
                                                : " with a damaged magic",
                 names[wanted], names[answer.reply], answer.detail ? " " : "", answer.detail ? answer.detail : "",
                 answer.message ? ": " : "", answer.message ? answer.message : "");
    sfc_answer_free(&answer);
    return good;
}

bool sfc_probe_question(const struct sfc_config *config, struct sfc_request *request, uint8_t bytes[SFC_PROBE_SIZE])
{
    static const uint64_t pc = PROBE_ADDR + PROBE_START;
    struct form form;
    enum sfc_op op = SFC_OP_DECODE;
    const bool verdict_only = !sfc_has_word(config->ops, "decode") && sfc_has_word(config->ops, "validate");
    if (!choose_form(config, &form))
        return false;
    while (!verdict_only && op + 1 < SFC_NUM_OPS && !sfc_has_word(config->ops, sfc_op_name(op)))
        op++;
    *request = (struct sfc_request){
        .op = op,
        .verdict_only = verdict_only,
        .profile = form.profile,
        .abi = form.abi,
        .order = form.order,
        .addr = PROBE_ADDR,
        .bytes = bytes,
        .size = make_section(&form, bytes),
        .pcs = &pc,
        .num_pcs = op == SFC_OP_LOOKUP || op == SFC_OP_SEQUENCE,
        .regs = op == SFC_OP_UNWIND ? "pc=0x1100 sp=0x7000 fp=0x7100" : NULL,
    };
    return true;
}

bool sfc_probe(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
               enum sfc_reply *seen, struct sfc_error *error)
{
    uint8_t bytes[SFC_PROBE_SIZE];
    char dump[MAX_DUMP];
    struct sfc_request request;
    if (!sfc_probe_question(config, &request, bytes))
        return sfc_fail(error, "%s: no profile, ABI and byte order that it declares exist together", config->path);
    const struct form form = { request.profile, request.abi, request.order };
    if (request.op == SFC_OP_ENCODE) {
        request.bytes = (const uint8_t *)dump;
        request.size = make_dump(&form, 0, dump);
    }
    if (!ask(rung, session, &request, SFC_REPLY_ACCEPT, seen, error))
        return false;
    bytes[bytes[0] == 0xe2 ? 0 : 1] ^= 0x01;
    if (request.op == SFC_OP_ENCODE)
        request.size = make_dump(&form, PROBE_SIZE + 1, dump);
    return ask(rung, session, &request, SFC_REPLY_REJECT, seen, error);
}
