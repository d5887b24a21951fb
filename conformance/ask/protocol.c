/* SPDX-License-Identifier: MIT */
/* Reads and writes frames and their payloads. It is strict: an adapter's mistake is an error,
   never guessed around. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "protocol.h"
#include "registers.h"

/* ---- Frames ------------------------------------------------------------------ */

/* The beginning of what was seen, without control bytes. */
static void quote(char text[SFC_FRAME_MAX_HEAD + 4], const char *bytes, size_t len)
{
    const size_t shown = len < SFC_FRAME_MAX_HEAD ? len : SFC_FRAME_MAX_HEAD;
    for (size_t i = 0; i < shown; i++)
        text[i] = (unsigned char)bytes[i] < 0x20 || (unsigned char)bytes[i] > 0x7e ? '?' : bytes[i];
    memcpy(text + shown, len > shown ? "..." : "", len > shown ? 4 : 1);
}

static enum sfc_frame_status bad(const char *bytes, size_t len, struct sfc_error *error)
{
    char seen[SFC_FRAME_MAX_HEAD + 4];
    quote(seen, bytes, len);
    sfc_fail(error, "stdout has \"%s\" where a line \"@TYPE SEQ LENGTH\" must be", seen);
    return SFC_FRAME_BAD;
}

enum sfc_frame_status sfc_frame_read(const char *bytes, size_t len, size_t max, struct sfc_frame *frame,
                                     struct sfc_error *error)
{
    const size_t looked = len < SFC_FRAME_MAX_HEAD ? len : SFC_FRAME_MAX_HEAD;
    const char *newline = looked > 0 ? memchr(bytes, '\n', looked) : NULL;
    if (len > 0 && bytes[0] != '@')
        return bad(bytes, newline ? (size_t)(newline - bytes) : looked, error);
    if (!newline)
        return len < SFC_FRAME_MAX_HEAD ? SFC_FRAME_PART : bad(bytes, looked, error);

    const size_t line_len = (size_t)(newline - bytes);
    const char *type = bytes + 1, *seq = memchr(bytes, ' ', line_len);
    const char *length = seq ? memchr(seq + 1, ' ', (size_t)(newline - seq - 1)) : NULL;
    const size_t type_len = seq ? (size_t)(seq - type) : 0;
    uint64_t number, size;
    if (!length || type_len == 0 || type_len >= sizeof frame->type
        || !sfc_parse_decimal(seq + 1, (size_t)(length - seq - 1), UINT32_MAX, &number)
        || !sfc_parse_decimal(length + 1, (size_t)(newline - length - 1), SIZE_MAX / 2, &size))
        return bad(bytes, line_len, error);
    for (size_t i = 0; i < type_len; i++)
        if (type[i] < 'a' || type[i] > 'z')
            return bad(bytes, line_len, error);
    *frame = (struct sfc_frame){ .seq = (uint32_t)number, .head = line_len + 1, .length = (size_t)size };
    memcpy(frame->type, type, type_len);
    return frame->length > max ? SFC_FRAME_TOO_LONG : SFC_FRAME_HEAD;
}

/* Puts the frame's first line before the payload that starts at `from`. */
static void close_frame(struct sfc_buffer *out, size_t from, const char *type, uint32_t seq)
{
    char head[SFC_FRAME_MAX_HEAD];
    const size_t len = out->len - from;
    const int head_len = snprintf(head, sizeof head, "@%s %" PRIu32 " %zu\n", type, seq, len);
    sfc_buffer_add(out, head, (size_t)head_len);
    memmove(out->data + from + head_len, out->data + from, len);
    memcpy(out->data + from, head, (size_t)head_len);
}

static void add_key(struct sfc_buffer *out, const char *key, const char *value)
{
    if (value)
        sfc_buffer_printf(out, "%s: %s\n", key, value);
}

void sfc_frame_hello(struct sfc_buffer *out, uint32_t seq, size_t max_answer)
{
    const size_t from = out->len;
    sfc_buffer_printf(out, "protocol: %d\nmax-answer: %zu\n\n", SFC_PROTOCOL_VERSION, max_answer);
    close_frame(out, from, "hello", seq);
}

void sfc_frame_bye(struct sfc_buffer *out, uint32_t seq)
{
    const size_t from = out->len;
    sfc_buffer_add(out, "\n", 1);
    close_frame(out, from, "bye", seq);
}

void sfc_frame_case(struct sfc_buffer *out, uint32_t seq, const struct sfc_request *request, const char *container)
{
    const size_t from = out->len;
    add_key(out, "op", request->verdict_only ? "validate" : sfc_op_name(request->op));
    add_key(out, "container", container);
    add_key(out, "profile", request->profile);
    add_key(out, "abi", request->abi);
    add_key(out, "order", request->order);
    sfc_buffer_printf(out, "addr: 0x%" PRIx64, request->addr);
    for (size_t i = 0; i < request->num_pcs; i++)
        sfc_buffer_printf(out, "%s%s0x%" PRIx64, i == 0 ? "\npcs: " : " ",
                          request->in_second && request->in_second[i] ? "2:" : "", request->pcs[i]);
    sfc_buffer_add(out, "\n", 1);
    if (request->second)
        sfc_buffer_printf(out, "second-addr: 0x%" PRIx64 "\nsecond-size: %zu\n", request->second_addr,
                          request->second_size);
    add_key(out, "regs", request->regs);
    add_key(out, "mem", request->mem);
    add_key(out, "pac-mask", request->pac_mask);
    add_key(out, "max", request->max);
    add_key(out, "sort", request->sort ? "yes" : NULL);
    add_key(out, "fit", request->fit ? "yes" : NULL);
    sfc_buffer_add(out, "\n", 1);
    sfc_buffer_add(out, request->bytes, request->size);
    sfc_buffer_add(out, request->second, request->second ? request->second_size : 0);
    close_frame(out, from, "case", seq);
}

/* ---- Payloads ----------------------------------------------------------------- */

/* The next `key: value` line of a payload. A reader must know a key with '!' before it. */
static enum sfc_fields_status next_field(struct sfc_fields *f, bool *must_know, struct sfc_error *error)
{
    *must_know = *f->text == '!';
    f->text += *must_know;
    const enum sfc_fields_status status = sfc_fields_next(f, error);
    if (status == SFC_FIELDS_END)
        sfc_fail(error, "%s:%u: the empty line after the keys is missing", f->path, f->line);
    return status == SFC_FIELDS_END ? SFC_FIELDS_BAD : status;
}

/* Takes one key. Returns what is wrong with it, or NULL. Unknown keys are for later versions. */
static const char *take_hello(struct sfc_config *declared, char **version, bool *has_protocol, const char *key,
                              char *value)
{
    char **const text = strcmp(key, "name") == 0 ? &declared->name : strcmp(key, "version") == 0 ? version : NULL;
    if (text) {
        if (*text)
            return "is given twice";
        *text = sfc_copy_string(value);
        return text == &declared->name && !sfc_is_name(value) ? "is not made of a-z, 0-9 and '-'" : NULL;
    }
    if (strcmp(key, "protocol") == 0) {
        if (*has_protocol)
            return "is given twice";
        *has_protocol = true;
        return strcmp(value, "1") == 0 ? NULL : "is not 1, the only version of this runner";
    }
    return sfc_config_declare(declared, key, value);
}

bool sfc_hello_read(struct sfc_config *declared, char **version, char *text, size_t len, struct sfc_error *error)
{
    struct sfc_fields f = { .path = "hello", .text = text };
    bool must_know, has_protocol = false, good = true;
    enum sfc_fields_status status = SFC_FIELDS_FIELD;
    *declared = (struct sfc_config){ .name = NULL };
    *version = NULL;
    while (good && (status = next_field(&f, &must_know, error)) == SFC_FIELDS_FIELD) {
        const char *wrong = must_know ? "has a `!`, but this runner does not know the key"
                                      : take_hello(declared, version, &has_protocol, f.key, f.value);
        good = !wrong || sfc_fields_fail(&f, error, wrong);
    }
    good = good && status == SFC_FIELDS_BLANK;
    if (good && (!has_protocol || !declared->name || !*version))
        good = sfc_fail(error, "hello: the key `%s` is missing",
                        !has_protocol     ? "protocol"
                        : !declared->name ? "name"
                                          : "version");
    if (good && f.text != text + len)
        good = sfc_fail(error, "hello: has bytes after the empty line");
    if (!good) {
        const enum sfc_no_hello why = declared->no_hello;
        sfc_config_free(declared);
        free(*version);
        declared->no_hello = why;
    }
    return good;
}

static const struct {
    const char *name;
    enum sfc_reply reply;
    const char *detail;
} statuses[] = {
    { "accept", SFC_REPLY_ACCEPT, NULL },           { "reject", SFC_REPLY_REJECT, NULL },
    { "unsupported", SFC_REPLY_UNSUPPORTED, NULL }, { "limit", SFC_REPLY_LIMIT, "reported" },
    { "internal", SFC_REPLY_CRASH, "reported" },    { "unstable", SFC_REPLY_UNSTABLE, NULL },
};

static const char *take_status(struct sfc_answer *answer, const char *value)
{
    for (unsigned i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        if (strcmp(statuses[i].name, value) == 0) {
            answer->reply = statuses[i].reply;
            answer->detail = statuses[i].detail ? sfc_copy_string(statuses[i].detail) : NULL;
            return NULL;
        }
    return "is not accept, reject, unsupported, limit, internal or unstable";
}

static const char *take_range(struct sfc_answer *answer, const char *value)
{
    answer->has_range = sfc_parse_range(value, &answer->range_start, &answer->range_end);
    return answer->has_range ? NULL : "is not 0xSTART-0xEND";
}

static const char *take_place(struct sfc_answer *answer, const char *value)
{
    answer->has_place = true;
    if (strcmp(value, "section") == 0)
        return NULL;
    answer->place = sfc_copy_string(value);
    return sfc_dump_is_place(value) ? NULL : "is not `section`, `fde N` or `fre N.M`";
}

/* Bytes of it that are kept: the results of a run have one for each failure. */
enum { MAX_MESSAGE = 1000 };

/* The keys that a result has, as bits, and their names in the same order. */
enum { HAS_STATUS = 1, HAS_CLASS = 2, HAS_RANGE = 4, HAS_MESSAGE = 8, HAS_PLACE = 16 };
static const char *const result_keys[] = { "status", "class", "range", "message", "at" };

static const char *take_result(struct sfc_answer *answer, unsigned *has, const char *key, const char *value)
{
    const unsigned i = sfc_find_name(result_keys, 5, key, strlen(key)), bit = i < 5 ? 1U << i : 0;
    if (*has & bit)
        return "is given twice";
    *has |= bit;
    switch (bit) {
    case HAS_STATUS: return take_status(answer, value);
    case HAS_RANGE: return take_range(answer, value);
    case HAS_PLACE: return take_place(answer, value);
    case HAS_CLASS: answer->fault_class = sfc_copy_string(value); return NULL;
    case HAS_MESSAGE: answer->message = sfc_copy_text(value, strnlen(value, MAX_MESSAGE)); return NULL;
    default: return NULL;
    }
}

/* A reject may name a fault and its bytes; an encode that is refused, a reason and a line of the
   dump. */
static bool check_reject(const struct sfc_answer *answer, enum sfc_op op, unsigned has, struct sfc_error *error)
{
    const char *name = answer->fault_class;
    const bool is_encode = op == SFC_OP_ENCODE;
    if (op == SFC_OP_MERGE && (has & HAS_RANGE))
        return sfc_fail(error, "result: range does not belong to a merge: it does not say of which section");
    if (has & (is_encode ? HAS_RANGE : HAS_PLACE))
        return sfc_fail(error, "result: %s",
                        is_encode ? "range does not belong to an encode" : "at belongs to an encode only");
    const size_t len = name ? strlen(name) : 0;
    if (!name || (is_encode ? sfc_find_refusal(name, len) != NULL : sfc_find_fault(name, len) != NULL))
        return true;
    return sfc_fail(error, "result: class: %s is not in the register of %s", name,
                    is_encode ? "refusals" : "fault classes");
}

/* Checks that keys and body belong together. */
static bool check_result(struct sfc_answer *answer, const struct sfc_request *request, unsigned has, char *body,
                         size_t body_len, struct sfc_error *error)
{
    const enum sfc_op op = request->op;
    if (!(has & HAS_STATUS))
        return sfc_fail(error, "result: the key `status` is missing");
    if ((has & (HAS_CLASS | HAS_RANGE | HAS_PLACE)) && answer->reply != SFC_REPLY_REJECT)
        return sfc_fail(error, "result: class, range and at belong to `status: reject` only");
    if (answer->reply != SFC_REPLY_ACCEPT && body_len > 0)
        return sfc_fail(error, "result: only `status: accept` has a body");
    if (answer->reply != SFC_REPLY_ACCEPT)
        return answer->reply != SFC_REPLY_REJECT || check_reject(answer, op, has, error);
    if (request->verdict_only)
        return body_len == 0 || sfc_fail(error, "result: `validate` has no body in its answer");
    if (sfc_op_makes_section(op)) {
        answer->section = (uint8_t *)sfc_copy_text(body, body_len);
        answer->section_size = body_len;
        return true;
    }
    if (memchr(body, '\0', body_len))
        return sfc_fail(error, "result: the dump has NUL bytes");
    if (!sfc_dump_check(body, body_len, op, error)) {
        sfc_dump_odd_key(body, body_len, op, answer->odd_key);
        return false;
    }
    answer->dump = sfc_copy_text(body, body_len);
    return true;
}

void sfc_result_read(struct sfc_answer *answer, const struct sfc_request *request, char *text, size_t len)
{
    struct sfc_fields f = { .path = "result", .text = text };
    struct sfc_error error = { "" };
    unsigned has = 0;
    bool must_know, good = true;
    enum sfc_fields_status status = SFC_FIELDS_FIELD;
    *answer = (struct sfc_answer){ .reply = SFC_REPLY_PROTOCOL };
    while (good && (status = next_field(&f, &must_know, &error)) == SFC_FIELDS_FIELD) {
        const char *wrong =
            must_know ? "has a `!`, but this runner does not know the key" : take_result(answer, &has, f.key, f.value);
        good = !wrong || sfc_fields_fail(&f, &error, wrong);
    }
    good = good && status == SFC_FIELDS_BLANK
           && check_result(answer, request, has, f.text, (size_t)(text + len - f.text), &error);
    if (good)
        return;
    struct sfc_answer bad = { .reply = SFC_REPLY_PROTOCOL, .message = sfc_copy_string(error.text), .bad_text = true };
    memcpy(bad.odd_key, answer->odd_key, sizeof bad.odd_key);
    sfc_answer_free(answer);
    *answer = bad;
}
