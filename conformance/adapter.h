/* SPDX-License-Identifier: 0BSD */
/*
 * adapter.h - the loop of an adapter, a program that answers the questions of sframe-conform on stdin and stdout.
 *
 * Include it in one C11 or C++ file, fill a struct sfa_adapter, and end main() with sfa_main(). For the in-process
 * rung, export sfa_adapter_1() from a shared object in place of main(); it returns the same struct.
 * You may copy this file into your own tree; it needs nothing else. PROTOCOL.md describes the bytes on the pipes. An
 * answer's text is a canonical dump (DUMP.md), which starts with "sframe-dump 1". stdout belongs to the protocol: what
 * your code prints to stdout goes to stderr.
 */
#ifndef SFA_ADAPTER_H
#define SFA_ADAPTER_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The longest payload that an adapter reads. */
#ifndef SFA_MAX_FRAME
#define SFA_MAX_FRAME ((size_t)256 << 20)
#endif

#if defined(__GNUC__)
#define SFA_ATTRIBUTE(what) __attribute__((what))
#else
#define SFA_ATTRIBUTE(what)
#endif

/* ---- Questions -------------------------------------------------------------- */

enum sfa_op { SFA_DECODE, SFA_VALIDATE, SFA_LOOKUP, SFA_UNWIND, SFA_ENCODE, SFA_SEQUENCE, SFA_MERGE, SFA_OTHER_OP };

/* The registers with names. All others have their DWARF numbers. */
enum { SFA_PC = -1, SFA_SP = -2, SFA_FP = -3 };

struct sfa_register {
    long number;
    uint64_t value;
};
struct sfa_word {
    uint64_t address, value;
};

/* One question. It is valid until the answer function returns. */
struct sfa_request {
    enum sfa_op op;
    const char *container;             /* body: "raw" a section, "elf" an ELF file, "dump" the dump to encode */
    const char *profile, *abi, *order; /* "v2e1", "amd64", "little" */
    uint64_t addr;                     /* virtual address of the section */
    const unsigned char *body;         /* its memory ends with it, so that tools detect an overrun */
    size_t size;
    const uint64_t *pcs; /* lookup and sequence */
    size_t num_pcs;
    const struct sfa_register *regs; /* unwind: the topmost frame */
    size_t num_regs;
    const struct sfa_word *mem; /* unwind: the memory that can be read, 8 bytes each */
    size_t num_mem;
    uint64_t pac_mask; /* unwind: bits to clear from a mangled return address */
    unsigned max;      /* unwind: the most frames to give */
    bool sort;         /* encode: sort the functions by start */
    bool fit;          /* encode: choose the smallest width of row starts; do not obey the dump's `fre=` */
    /* sequence: open `body` once, and `second` unless it is NULL, and look up each of the pcs in what was opened.
       unwind: look up a PC that is in no function of `body` in `second`, unless that is NULL
       merge (since 1.3): make one section at `addr` of `body` and `second`, whose address is the higher one */
    const unsigned char *second; /* its memory ends with it, too */
    size_t second_size;
    uint64_t second_addr;
    const bool *in_second; /* for each of the pcs: look it up in `second` */
};

/* The value of a register or of 8 bytes of memory, for an unwind. False if it cannot be read. */
static inline bool sfa_reg(const struct sfa_request *request, long number, uint64_t *value)
{
    for (size_t i = 0; i < request->num_regs; i++)
        if (request->regs[i].number == number) {
            *value = request->regs[i].value;
            return true;
        }
    return false;
}

static inline bool sfa_mem(const struct sfa_request *request, uint64_t address, uint64_t *value)
{
    for (size_t i = 0; i < request->num_mem; i++)
        if (request->mem[i].address == address) {
            *value = request->mem[i].value;
            return true;
        }
    return false;
}

/* ---- Answers --------------------------------------------------------------- */

enum sfa_status {
    SFA_ACCEPT,      /* the text is the dump; of an encode or a merge, the section */
    SFA_REJECT,      /* the section (of an encode: the dump) is refused */
    SFA_UNSUPPORTED, /* the implementation cannot do this, and declares so */
    SFA_LIMIT,    /* refused for lack of memory or by a limit of the implementation, whatever the section has in it */
    SFA_INTERNAL, /* the implementation failed by its own fault */
    SFA_UNSTABLE  /* two answers to the same question differ */
};

/* Empty before each question. Add text with sfa_write() and sfa_printf(). */
struct sfa_answer {
    char *text;
    size_t len, capacity;
    char fault_class[64]; /* reject: a fault class (of an encode: a refusal) of REGISTERS.md, or "" */
    bool has_range;       /* reject: the bytes at fault are known */
    uint64_t range_start, range_end;
    char at[48];       /* reject of an encode: "section", "fde 0", "fre 0.1", or "" */
    char message[256]; /* for people; control bytes become '?' */
};

struct sfa_adapter {
    const char *name; /* a-z, 0-9, '-' */
    const char *version;
    const char *profiles;        /* words: v1 v2 v2e1 v2e2 v3 */
    const char *abis;            /* words: aarch64 amd64 s390x */
    const char *orders;          /* words: little big */
    const char *ops;             /* words: decode validate lookup unwind encode sequence merge */
    const char *containers;      /* words: raw elf; NULL: raw */
    const char *unobservable;    /* words KEY or KEY@ABI: keys of the dump that it shows as `?`; NULL: none */
    bool canonical;              /* encode gives exactly the bytes of the canonical encoding */
    bool fits;                   /* encode can choose the width of row starts: it heeds `fit` */
    bool without_size;           /* its interface takes no size: it cannot see that a section is cut */
    const char *const *policies; /* "AMB-044 accept", ..., NULL; answers of REGISTERS.md; NULL: none is declared */
    enum sfa_status (*answer)(void *ctx, const struct sfa_request *request, struct sfa_answer *answer);
    void *ctx;
    /* Since 1.1. What it leaves out on purpose, and shows beside what it has to. NULL or false: nothing. */
    const char *needs; /* words: sorted pcrel functions; it refuses a section that has no such flag, or no function */
    bool without_flexible;                 /* it refuses flexible functions */
    const char *hides;                     /* function-ends: it finds a row after the end of a function, too */
    const char *shows;                     /* pc.signal: its `pc` lines end with `signal=0` or `signal=1` */
    const char *unwinds;                   /* Since 1.2. second: its traces go over two sections */
    const char *commit, *compiler, *flags; /* of what the implementation was built, and how; NULL: not known */
};

/* A shared object for the in-process rung exports this. */
const struct sfa_adapter *sfa_adapter_1(void);
/* How much of the struct it has: the host reads no more. An object of version 1.0 does not export it. */
extern SFA_ATTRIBUTE(weak) const size_t sfa_adapter_size;
const size_t sfa_adapter_size = sizeof(struct sfa_adapter);

SFA_ATTRIBUTE(noreturn) static inline void sfa_die(const char *what)
{
    fprintf(stderr, "adapter: %s\n", what);
    exit(70);
}

static inline void sfa_reserve(char **text, size_t *capacity, size_t len, size_t more)
{
    if (more < *capacity - len)
        return;
    size_t wanted = *capacity < 4096 ? 4096 : *capacity;
    while (wanted - len <= more && wanted <= SFA_MAX_FRAME)
        wanted *= 2;
    char *grown = wanted - len > more ? (char *)realloc(*text, wanted) : NULL;
    if (!grown)
        sfa_die("out of memory");
    *text = grown;
    *capacity = wanted;
}

static inline void sfa_write(struct sfa_answer *answer, const void *bytes, size_t len)
{
    sfa_reserve(&answer->text, &answer->capacity, answer->len, len);
    if (len > 0)
        memcpy(answer->text + answer->len, bytes, len);
    answer->len += len;
}

SFA_ATTRIBUTE(format(printf, 2, 3)) static inline void sfa_printf(struct sfa_answer *answer, const char *format, ...)
{
    const size_t room = answer->capacity - answer->len;
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    const int len = vsnprintf(answer->text ? answer->text + answer->len : NULL, room, format, ap);
    if (len > 0 && (size_t)len >= room) {
        sfa_reserve(&answer->text, &answer->capacity, answer->len, (size_t)len);
        vsnprintf(answer->text + answer->len, (size_t)len + 1, format, again);
    }
    answer->len += len > 0 ? (size_t)len : 0;
    va_end(again);
    va_end(ap);
}

/* Sets class and range of a reject, for use as `return sfa_reject(answer, "bad-magic", 0, 2);`. */
static inline enum sfa_status sfa_reject(struct sfa_answer *answer, const char *fault_class, uint64_t start,
                                         uint64_t end)
{
    snprintf(answer->fault_class, sizeof answer->fault_class, "%s", fault_class);
    answer->has_range = true;
    answer->range_start = start;
    answer->range_end = end;
    return SFA_REJECT;
}

/* Sets the message, for use as `return sfa_say(answer, SFA_INTERNAL, "no context");`. */
SFA_ATTRIBUTE(format(printf, 3, 4))
static inline enum sfa_status sfa_say(struct sfa_answer *answer, enum sfa_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(answer->message, sizeof answer->message, format, ap);
    va_end(ap);
    return status;
}

/* ---- Reading a question ------------------------------------------------------------------ */

/* A question and the memory that it points to. */
struct sfa_parsed {
    struct sfa_request request;
    const char *op_name;
    void *owned[6];
    unsigned num_owned;
    uint64_t second_size; /* with `has_second_size` */
    bool has_second_addr, has_second_size;
    char wrong[200];  /* the error in the question, or "" */
    bool unsupported; /* the question has an unknown key with '!' */
};

static inline bool sfa_has_word(const char *list, const char *word)
{
    const size_t len = strlen(word);
    while (list && *list) {
        const size_t word_len = strcspn(list, " ");
        if (len > 0 && word_len == len && memcmp(list, word, len) == 0)
            return true;
        list += word_len + strspn(list + word_len, " ");
    }
    return false;
}

/* Reads the number at *text, up to `end` or the end of the text, and moves *text past it. */
static inline bool sfa_number(char **text, char end, uint64_t *value)
{
    char *start = *text;
    if (*start < '0' || *start > '9')
        return false;
    errno = 0;
    *value = strtoull(start, text, start[0] == '0' && start[1] == 'x' ? 16 : 10);
    const bool good = errno == 0 && *text > start && (**text == end || **text == '\0');
    *text += **text == end && end != '\0';
    return good;
}

/* Zeroed memory of the question. */
static inline void *sfa_own(struct sfa_parsed *p, size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        sfa_die("out of memory");
    return p->owned[p->num_owned++] = memory;
}

/* The most words of a list: a space is between them. */
static inline size_t sfa_most_words(const char *list)
{
    return strlen(list) / 2 + 1;
}

/* "0x1 2:0x2": the second is asked of the second section. */
static inline bool sfa_parse_pcs(struct sfa_parsed *p, char *value)
{
    uint64_t *pcs = (uint64_t *)sfa_own(p, sfa_most_words(value), sizeof *pcs);
    bool *in_second = (bool *)sfa_own(p, sfa_most_words(value), sizeof *in_second);
    p->request.pcs = pcs;
    p->request.in_second = in_second;
    while (*value) {
        *in_second = strncmp(value, "2:", 2) == 0;
        value += *in_second++ ? 2 : 0;
        p->request.num_pcs++;
        if (!sfa_number(&value, ' ', pcs++))
            return false;
    }
    return true;
}

/* "pc=0x1 sp=0x2 r10=0x3" */
static inline bool sfa_parse_regs(struct sfa_parsed *p, char *value)
{
    struct sfa_register *r = (struct sfa_register *)sfa_own(p, sfa_most_words(value), sizeof *r);
    for (p->request.regs = r; *value; r++) {
        const long named = strncmp(value, "pc=", 3) == 0   ? SFA_PC
                           : strncmp(value, "sp=", 3) == 0 ? SFA_SP
                           : strncmp(value, "fp=", 3) == 0 ? SFA_FP
                                                           : 0;
        uint64_t number = 0;
        value += named ? 3 : 1;
        if (!named && (value[-1] != 'r' || !sfa_number(&value, '=', &number) || number > 0xffff))
            return false;
        p->request.num_regs++;
        r->number = named ? named : (long)number;
        if (!sfa_number(&value, ' ', &r->value))
            return false;
    }
    return true;
}

/* "0x7000=0x1 0x7008=0x2" */
static inline bool sfa_parse_mem(struct sfa_parsed *p, char *value)
{
    struct sfa_word *w = (struct sfa_word *)sfa_own(p, sfa_most_words(value), sizeof *w);
    for (p->request.mem = w; *value; w++) {
        p->request.num_mem++;
        if (!sfa_number(&value, '=', &w->address) || !sfa_number(&value, ' ', &w->value))
            return false;
    }
    return true;
}

static inline enum sfa_op sfa_op_of(const char *name)
{
    static const char *const names[] = { "decode", "validate", "lookup", "unwind", "encode", "sequence", "merge" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return (enum sfa_op)i;
    return SFA_OTHER_OP;
}

/* Takes one `key: value`. Unknown keys are ignored, unless they start with '!'. */
static inline bool sfa_take(struct sfa_parsed *p, const char *key, char *value)
{
    struct sfa_request *r = &p->request;
    uint64_t number = 0;
    static const char *const texts[] = { "container", "profile", "abi", "order" };
    const char **const fields[] = { &r->container, &r->profile, &r->abi, &r->order };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(key, texts[i]) == 0)
            *fields[i] = value;
    if (strcmp(key, "op") == 0)
        r->op = sfa_op_of(p->op_name = value);
    else if (strcmp(key, "addr") == 0)
        return sfa_number(&value, '\0', &r->addr);
    else if (strcmp(key, "pcs") == 0)
        return !r->pcs && sfa_parse_pcs(p, value);
    else if (strcmp(key, "regs") == 0)
        return !r->regs && sfa_parse_regs(p, value);
    else if (strcmp(key, "mem") == 0)
        return !r->mem && sfa_parse_mem(p, value);
    else if (strcmp(key, "pac-mask") == 0)
        return sfa_number(&value, '\0', &r->pac_mask);
    else if (strcmp(key, "max") == 0 && sfa_number(&value, '\0', &number) && number <= 0xffff)
        r->max = (unsigned)number;
    else if (strcmp(key, "sort") == 0)
        r->sort = strcmp(value, "yes") == 0;
    else if (strcmp(key, "fit") == 0)
        r->fit = strcmp(value, "yes") == 0;
    else if (strcmp(key, "second-addr") == 0)
        return (p->has_second_addr = sfa_number(&value, '\0', &r->second_addr));
    else if (strcmp(key, "second-size") == 0)
        return (p->has_second_size = sfa_number(&value, '\0', &p->second_size));
    else if (key[0] == '!')
        p->unsupported = true;
    else
        return strcmp(key, "max") != 0;
    return true;
}

/* A copy of its own, without a byte to spare. */
static inline unsigned char *sfa_copy_bytes(struct sfa_parsed *p, const char *bytes, size_t size)
{
    return (unsigned char *)memcpy(sfa_own(p, size, 1), bytes, size);
}

/* What is wrong with the keys about a second section, or NULL. An op that this file does not know may use them for
   anything. */
static inline const char *sfa_wrong_second(const struct sfa_parsed *p, size_t size)
{
    const bool has_second = p->has_second_addr && p->has_second_size;
    const enum sfa_op op = p->request.op;
    if (op == SFA_OTHER_OP)
        return NULL;
    if (p->has_second_addr != p->has_second_size)
        return p->has_second_addr ? "second-addr: there is no second-size" : "second-size: there is no second-addr";
    if (has_second && op != SFA_SEQUENCE && op != SFA_UNWIND && op != SFA_MERGE)
        return "second-addr: belongs to the ops sequence, unwind and merge alone";
    if (!has_second && op == SFA_MERGE)
        return "second-addr: a merge needs a second section";
    for (size_t i = 0; i < p->request.num_pcs; i++)
        if (p->request.in_second[i] && !has_second)
            return "pcs: a PC asks a second section, but there is none";
    return p->second_size > size ? "second-size: is more than the body has" : NULL;
}

/* The last bytes of the body are the second section, if there is one. */
static inline void sfa_split_body(struct sfa_parsed *p, const char *bytes, size_t size)
{
    struct sfa_request *r = &p->request;
    const bool has_second = r->op != SFA_OTHER_OP && p->has_second_size;
    r->second_size = has_second ? (size_t)p->second_size : 0;
    r->size = size - r->second_size;
    r->body = sfa_copy_bytes(p, bytes, r->size);
    if (has_second)
        r->second = sfa_copy_bytes(p, bytes + r->size, r->second_size);
}

/* Splits the payload into keys and body. */
static inline void sfa_parse(struct sfa_parsed *p, char *payload, size_t len)
{
    char *at = payload, *const end = payload + len;
    memset(p, 0, sizeof *p);
    p->op_name = "";
    p->request.op = SFA_OTHER_OP;
    p->request.container = "raw";
    p->request.profile = p->request.abi = p->request.order = "";
    p->request.max = 256;
    for (;;) {
        char *newline = (char *)memchr(at, '\n', (size_t)(end - at));
        if (!newline) {
            snprintf(p->wrong, sizeof p->wrong, "there is no empty line between keys and body");
            return;
        }
        *newline = '\0';
        if (newline == at)
            break;
        char *colon = strstr(at, ": ");
        if (colon)
            *colon = '\0';
        const bool good = colon && sfa_take(p, at, colon + 2);
        if (!good || p->unsupported) {
            snprintf(p->wrong, sizeof p->wrong, "%.100s: %s", at,
                     good ? "must be understood, but is not" : "is not understood");
            return;
        }
        at = newline + 1;
    }
    at += 1;
    const char *wrong = sfa_wrong_second(p, (size_t)(end - at));
    if (wrong)
        snprintf(p->wrong, sizeof p->wrong, "%s", wrong);
    else
        sfa_split_body(p, at, (size_t)(end - at));
}

static inline void sfa_parsed_free(struct sfa_parsed *p)
{
    while (p->num_owned > 0)
        free(p->owned[--p->num_owned]);
}

/* ---- Frames -------------------------------------------------------------------------------- */

struct sfa_stream {
    int in, out;
    char *input; /* [start, end): bytes that were read and are not used yet */
    size_t start, end, input_capacity;
    struct sfa_answer output; /* its text is the payload of the next frame */
};

struct sfa_frame {
    char type[16];
    unsigned long seq;
    size_t len;
    char *payload; /* `len` bytes; the bytes after them are not of this frame */
};

/* Reads until there are `wanted` bytes. False at the end of the stream. */
static inline bool sfa_fill(struct sfa_stream *s, size_t wanted)
{
    while (s->end - s->start < wanted) {
        if (s->start > 0) {
            memmove(s->input, s->input + s->start, s->end - s->start);
            s->end -= s->start;
            s->start = 0;
        }
        sfa_reserve(&s->input, &s->input_capacity, s->end, wanted - s->end < 65536 ? 65536 : wanted - s->end);
        const ssize_t n = read(s->in, s->input + s->end, s->input_capacity - s->end - 1);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        s->end += n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* Reads the next frame. False if the stream ends before it. */
static inline bool sfa_next(struct sfa_stream *s, struct sfa_frame *f)
{
    size_t len = 0;
    int used = 0;
    for (; len <= 61; len++) {
        if (!sfa_fill(s, len + 1)) {
            if (len > 0)
                sfa_die("the input ends inside a frame");
            return false;
        }
        if (s->input[s->start + len] == '\n')
            break;
    }
    s->input[s->start + len] = '\0';
    if (len > 61 || sscanf(s->input + s->start, "@%15[a-z] %lu %zu%n", f->type, &f->seq, &f->len, &used) != 3
        || (size_t)used != len)
        sfa_die("the input is not a frame: `@TYPE SEQ LENGTH` expected");
    if (f->len > SFA_MAX_FRAME)
        sfa_die("the frame is longer than this adapter takes");
    s->start += len + 1;
    if (!sfa_fill(s, f->len))
        sfa_die("the input ends inside a frame");
    f->payload = s->input + s->start;
    s->start += f->len;
    return true;
}

static inline void sfa_put_key(struct sfa_stream *s, const char *key, const char *value)
{
    struct sfa_answer *out = &s->output;
    const size_t from = out->len + strlen(key) + 2;
    if (!value)
        return;
    value += strspn(value, " "); /* a value has no space at either end */
    if (*value == '\0')
        return;
    sfa_printf(out, "%s: %s", key, value);
    for (size_t i = from; i < out->len; i++)
        if ((unsigned char)out->text[i] < 0x20 || out->text[i] == 0x7f)
            out->text[i] = '?';
    while (out->len > from && out->text[out->len - 1] == ' ')
        out->len--;
    sfa_write(out, "\n", 1);
}

/* Sends one frame; its payload is the output so far. */
static inline void sfa_send(struct sfa_stream *s, const char *type, unsigned long seq)
{
    struct sfa_answer *answer = &s->output;
    char head[64];
    const size_t len = answer->len, head_len = (size_t)snprintf(head, sizeof head, "@%s %lu %zu\n", type, seq, len);
    sfa_write(answer, head, head_len);
    memmove(answer->text + head_len, answer->text, len);
    memcpy(answer->text, head, head_len);
    for (size_t done = 0; done < answer->len;) {
        const ssize_t n = write(s->out, answer->text + done, answer->len - done);
        if (n < 0 && errno != EINTR)
            exit(71); /* the runner is gone */
        done += n > 0 ? (size_t)n : 0;
    }
    answer->len = 0;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static inline void sfa_say_hello(struct sfa_stream *s, const struct sfa_adapter *a, unsigned long seq)
{
    char encodes[32], without[32]; /* a space at the end is not sent */
    snprintf(encodes, sizeof encodes, "%s%s", a->canonical ? "canonical " : "", a->fits ? "fits" : "");
    snprintf(without, sizeof without, "%s%s", a->without_size ? "size " : "", a->without_flexible ? "flexible" : "");
    sfa_put_key(s, "protocol", "1");
    sfa_put_key(s, "name", a->name);
    sfa_put_key(s, "version", a->version);
    sfa_put_key(s, "commit", a->commit);
    sfa_put_key(s, "compiler", a->compiler);
    sfa_put_key(s, "flags", a->flags);
    sfa_put_key(s, "profiles", a->profiles);
    sfa_put_key(s, "abis", a->abis);
    sfa_put_key(s, "orders", a->orders);
    sfa_put_key(s, "ops", a->ops);
    sfa_put_key(s, "containers", a->containers ? a->containers : "raw");
    sfa_put_key(s, "unobservable", a->unobservable);
    sfa_put_key(s, "encodes", encodes);
    sfa_put_key(s, "without", without);
    sfa_put_key(s, "needs", a->needs);
    sfa_put_key(s, "hides", a->hides);
    sfa_put_key(s, "shows", a->shows);
    sfa_put_key(s, "unwinds", a->unwinds);
    for (size_t i = 0; a->policies && a->policies[i]; i++)
        sfa_put_key(s, "policy", a->policies[i]);
    sfa_write(&s->output, "\n", 1);
    sfa_send(s, "hello", seq);
}

static inline void sfa_send_answer(struct sfa_stream *s, unsigned long seq, enum sfa_status status,
                                   const struct sfa_answer *answer)
{
    static const char *const names[] = { "accept", "reject", "unsupported", "limit", "internal", "unstable" };
    char range[64];
    sfa_put_key(s, "status", (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "internal");
    if (status == SFA_REJECT) {
        sfa_put_key(s, "class", answer->fault_class);
        snprintf(range, sizeof range, "0x%llx-0x%llx", (unsigned long long)answer->range_start,
                 (unsigned long long)answer->range_end);
        sfa_put_key(s, "range", answer->has_range ? range : NULL);
        sfa_put_key(s, "at", answer->at);
    }
    sfa_put_key(s, "message", answer->message);
    sfa_write(&s->output, "\n", 1);
    if (status == SFA_ACCEPT)
        sfa_write(&s->output, answer->text, answer->len);
    sfa_send(s, "result", seq);
}

/* Which part of a question the adapter did not declare; such a question never reaches the answer function. */
static inline const char *sfa_undeclared(const struct sfa_adapter *a, const struct sfa_parsed *p)
{
    const struct sfa_request *r = &p->request;
    return !sfa_has_word(a->ops, p->op_name) || r->op == SFA_OTHER_OP ? "op"
           : !sfa_has_word(a->profiles, r->profile)                   ? "profile"
           : !sfa_has_word(a->abis, r->abi)                           ? "ABI"
           : !sfa_has_word(a->orders, r->order)                       ? "byte order"
           : strcmp(r->container, "dump") != 0 && !sfa_has_word(a->containers ? a->containers : "raw", r->container)
               ? "container"
               : NULL;
}

static inline void sfa_answer_case(struct sfa_stream *s, const struct sfa_adapter *a, const struct sfa_frame *f,
                                   struct sfa_answer *answer)
{
    struct sfa_parsed p;
    enum sfa_status status;
    sfa_parse(&p, f->payload, f->len);
    const char *undeclared = sfa_undeclared(a, &p);
    answer->len = 0;
    answer->fault_class[0] = answer->message[0] = answer->at[0] = '\0';
    answer->has_range = false;
    if (p.wrong[0] != '\0')
        status = sfa_say(answer, p.unsupported ? SFA_UNSUPPORTED : SFA_INTERNAL, "%s", p.wrong);
    else if (undeclared)
        status = sfa_say(answer, SFA_UNSUPPORTED, "%s not declared", undeclared);
    else
        status = a->answer(a->ctx, &p.request, answer);
    sfa_send_answer(s, f->seq, status, answer);
    sfa_parsed_free(&p);
}

/* Answers until `bye` or the end of the input. Returns the exit status for main(). */
static inline int sfa_serve(const struct sfa_adapter *a, int in, int out)
{
    struct sfa_stream s;
    struct sfa_frame f;
    struct sfa_answer answer;
    memset(&s, 0, sizeof s);
    memset(&answer, 0, sizeof answer);
    s.in = in;
    s.out = out;
    while (sfa_next(&s, &f) && strcmp(f.type, "bye") != 0) {
        if (strcmp(f.type, "hello") == 0) {
            sfa_say_hello(&s, a, f.seq);
        } else if (strcmp(f.type, "case") == 0) {
            sfa_answer_case(&s, a, &f, &answer);
        } else {
            sfa_say(&answer, SFA_UNSUPPORTED, "frames of type %s are not known", f.type);
            sfa_send_answer(&s, f.seq, SFA_UNSUPPORTED, &answer);
        }
    }
    free(s.input);
    free(s.output.text);
    free(answer.text);
    return 0;
}

static inline int sfa_main(const struct sfa_adapter *a)
{
    const int out = dup(1);
    if (out < 0 || dup2(2, 1) < 0)
        sfa_die("stdout cannot be kept for the protocol");
    return sfa_serve(a, 0, out);
}

#ifdef __cplusplus
}
#endif
#endif
