/* SPDX-License-Identifier: MIT */
/*
 * Searches for a question that shows a mutant to a plain adapter: one that gives the verdict and the
 * meaning alone. Linked with a mutant it is a shared object, which serve.c loads.
 *
 * The questions are the corpus's with one change each: of a part of the section, a byte, the PCs, or
 * a word or line of a dump. The reference itself is asked first; its answers go to the file that
 * SIGHT_ANSWERS names. A mutant that gives none but these is out of sight. This is a search, not a
 * proof: a mutant out of sight may differ where no question came.
 */
#include "asking.h"
#include <inttypes.h>

#include "mutate.h"
#include "registers.h"
#include "sfr_text.h"

/* In each round every fourth case is changed, so each case is changed twice. */
enum { ROUNDS = 8, STRIDE = 4, MAX_SIZE = 4096, MAX_PCS = 64, MAX_SHOWN = 160, MOST_ROUNDS = 64 };

/* The questions are written to memory of this size. */
enum { ROOM = 2 * MAX_SIZE };

/* An answer of the reference, in the file: this, and `size` bytes. */
struct kept {
    uint32_t usable; /* it accepts or rejects, and has a meaning to compare */
    uint32_t reply;
    uint32_t open; /* the manuals leave open whether the section is right: either verdict is */
    uint32_t dump_size, section_size;
};

struct sight {
    const struct sfc_case **cases; /* the smallest first */
    size_t count;
    struct asking asking;
    struct sfc_config plain;
    FILE *answers;
    bool writes; /* the answers are not there yet */
    bool open;   /* of this question, either verdict is right */
    uint8_t changed[ROOM + 1];
    uint64_t pcs[MAX_PCS];
};

int judge(const struct sfc_corpus *corpus, long milliseconds);

/* ---- Chance ---- */

/* splitmix64 */
static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static size_t below(uint64_t *state, size_t count)
{
    return count == 0 ? 0 : (size_t)(draw(state) % count);
}

static uint64_t changed_number(uint64_t *state, uint64_t value)
{
    static const uint64_t edges[] = { 0,
                                      1,
                                      2,
                                      3,
                                      4,
                                      8,
                                      15,
                                      16,
                                      127,
                                      128,
                                      255,
                                      256,
                                      32767,
                                      32768,
                                      65535,
                                      65536,
                                      0x7fffffff,
                                      0x80000000,
                                      1u << 30,
                                      UINT32_MAX,
                                      UINT64_MAX,
                                      UINT64_C(1) << 32,
                                      UINT64_C(1) << 63,
                                      UINT64_MAX >> 1 };
    switch (below(state, 4)) {
    case 0: return value + 1 + below(state, 8);
    case 1: return value - 1 - below(state, 8);
    case 2: return value ^ UINT64_C(1) << below(state, 64);
    default: return edges[below(state, sizeof edges / sizeof edges[0])];
    }
}

/* ---- Dumps ---- */

struct piece {
    size_t start, end;
};

/* One of the pieces of a text between two of these separators. */
static struct piece pick_piece(const char *text, size_t size, const char *separators, uint64_t *state)
{
    size_t start = below(state, size), end = start;
    while (start > 0 && !strchr(separators, text[start - 1]))
        start--;
    while (end < size && !strchr(separators, text[end]))
        end++;
    return (struct piece){ start, end };
}

/* The text with other bytes in place of a piece; cut if there is no room. */
static size_t replace(uint8_t *out, const char *text, size_t size, struct piece piece, const char *with, size_t len)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_add(&b, text, piece.start);
    sfc_buffer_add(&b, with, len);
    sfc_buffer_add(&b, text + piece.end, size - piece.end);
    const size_t used = b.len < ROOM ? b.len : ROOM;
    memcpy(out, b.data, used);
    sfc_buffer_free(&b);
    return used;
}

/* The number at or after a place; an empty piece if there is none in this line. */
static struct piece number_at(const char *text, size_t size, size_t at)
{
    while (at < size && text[at] != '\n' && !(text[at] >= '0' && text[at] <= '9'))
        at++;
    size_t end = at;
    while (end < size
           && ((text[end] >= '0' && text[end] <= '9') || (text[end] >= 'a' && text[end] <= 'f') || text[end] == 'x'))
        end++;
    return (struct piece){ at, end };
}

static size_t change_number(uint8_t *out, const char *text, size_t size, uint64_t *state)
{
    const struct piece piece = number_at(text, size, below(state, size));
    char word[32];
    const uint64_t value = changed_number(state, strtoull(text + piece.start, NULL, 0));
    snprintf(word, sizeof word, below(state, 2) ? "%" PRId64 : "0x%" PRIx64, value);
    return replace(out, text, size, piece, word, strlen(word));
}

/* Takes a word of another dump: the same key's if one is found soon. */
static size_t take_word(uint8_t *out, const char *text, size_t size, const struct sfc_case *other, uint64_t *state)
{
    const struct piece piece = pick_piece(text, size, " \n", state);
    const char *from = (const char *)other->bytes;
    struct piece theirs = { 0, 0 };
    for (unsigned tries = 0; tries < 40; tries++) {
        theirs = pick_piece(from, other->size, " \n", state);
        size_t same = 0;
        while (same < piece.end - piece.start && same < theirs.end - theirs.start
               && text[piece.start + same] == from[theirs.start + same] && text[piece.start + same] != '=')
            same++;
        if (same < piece.end - piece.start && text[piece.start + same] == '=')
            break;
    }
    return replace(out, text, size, piece, from + theirs.start, theirs.end - theirs.start);
}

static size_t change_dump(uint8_t *out, const struct sfc_case *c, const struct sfc_case *other, uint64_t *state)
{
    const char *text = (const char *)c->bytes;
    struct piece line = pick_piece(text, c->size, "\n", state);
    const struct piece after = { line.end, line.end };
    char byte[] = { (char)(' ' + below(state, 95)) };
    switch (below(state, 8)) {
    case 0: line.end += line.end < c->size; return replace(out, text, c->size, line, "", 0);
    case 1:
        line.start -= line.start > 0;
        return replace(out, text, c->size, after, text + line.start, line.end - line.start);
    case 2:
        line.start = line.end = line.start + below(state, line.end - line.start + 1);
        line.end += line.end < c->size;
        return replace(out, text, c->size, line, byte, 1);
    case 3:
    case 4: return take_word(out, text, c->size, other, state);
    default: return change_number(out, text, c->size, state);
    }
}

/* ---- Sections ---- */

static size_t change_byte(uint8_t *out, const struct sfc_case *c, uint64_t *state)
{
    const size_t at = below(state, c->size);
    memcpy(out, c->bytes, c->size);
    if (c->size > 0)
        out[at] = (uint8_t)changed_number(state, out[at]);
    return c->size - (below(state, 8) == 0 ? below(state, c->size) : 0);
}

static size_t change_section(uint8_t *out, const struct sfc_case *c, const struct sfc_case *other, uint64_t *state)
{
    const struct fuzz_mutate_input in = { c->bytes, other->bytes, c->size, other->size };
    const size_t size = below(state, 3) > 0 ? fuzz_mutate(&in, out, ROOM, draw(state)) : 0;
    return size > 0 ? size : change_byte(out, c, state);
}

/* A PC near one of the question, or near the section, where its functions lie. */
static void change_pcs(struct sight *s, struct sfc_case *q, uint64_t *state)
{
    for (size_t i = 0; i < q->num_pcs; i++) {
        const uint64_t near = below(state, 3) > 0 ? q->pcs[i] : q->pcs[below(state, q->num_pcs)];
        s->pcs[i] = below(state, 4) > 0 ? near + below(state, 64) - 32 : changed_number(state, near);
    }
    q->pcs = s->pcs;
}

/* ---- Questions ---- */

/* The case with one change. Its expected answer is not known yet. */
static struct sfc_case make_question(struct sight *s, size_t index, uint64_t round)
{
    const struct sfc_case *c = s->cases[index];
    uint64_t state = (uint64_t)index * MOST_ROUNDS + round;
    const struct sfc_case *other = s->cases[below(&state, s->count)];
    struct sfc_case q = *c;
    q.fault_class = q.policy = NULL;
    q.num_also = q.num_readings = 0;
    q.readings = NULL;
    if (c->op == SFC_OP_ENCODE) {
        for (unsigned tries = 0; other->op != SFC_OP_ENCODE && tries < 400; tries++)
            other = s->cases[below(&state, s->count)];
        q.size = change_dump(s->changed, c, other->op == SFC_OP_ENCODE ? other : c, &state);
        q.bytes = s->changed;
    } else if (c->num_pcs > 0 && below(&state, 2) == 0) {
        change_pcs(s, &q, &state);
    } else {
        q.size = change_section(s->changed, c, other->op == SFC_OP_ENCODE ? c : other, &state);
        q.bytes = s->changed;
    }
    return q;
}

static int by_size(const void *a, const void *b)
{
    const struct sfc_case *const x = *(const struct sfc_case *const *)a, *const y = *(const struct sfc_case *const *)b;
    return x->size != y->size ? (x->size > y->size) - (x->size < y->size) : strcmp(x->id, y->id);
}

static void choose_cases(struct sight *s, const struct sfc_corpus *corpus)
{
    s->cases = sfc_alloc(corpus->count + 1, sizeof s->cases[0]);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_case *c = &corpus->cases[i];
        if (!c->elf && c->size > 0 && c->size <= MAX_SIZE && c->num_pcs <= MAX_PCS)
            s->cases[s->count++] = c;
    }
    qsort(s->cases, s->count, sizeof s->cases[0], by_size);
}

/* ---- The answers of the reference ---- */

static bool add_text(void *ctx, const char *text, size_t len)
{
    sfc_buffer_add(ctx, text, len);
    return true;
}

/* The meaning of the section that an encoder made. */
static bool dump_section(const struct sfc_case *q, const struct sfc_answer *answer, struct sfc_buffer *dump)
{
    struct sfr_section section;
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    sfr_profile_from_name(q->profile, &profile);
    return answer->section
           && sfr_open(&section, answer->section, answer->section_size, q->addr, profile, NULL) == SFR_FAULT_NONE
           && sfr_dump(&section, 0, add_text, dump) == SFR_FAULT_NONE;
}

struct findings {
    bool doubtful;      /* a reader may reject because of this */
    bool wrong, strict; /* it is wrong; every reader must reject because of this */
};

static void note_finding(void *ctx, const struct sfr_finding *finding)
{
    struct findings *all = ctx;
    const struct sfr_policy_info *policy = sfr_policy_info(sfr_fault_info(finding->fault)->policy);
    if (finding->severity != SFR_SEVERITY_VIOLATION) {
        all->doubtful |= policy && sfc_answer_is_allowed(policy, "reject");
        return;
    }
    all->wrong = true;
    all->strict |= !policy || !sfc_answer_is_allowed(policy, "accept");
}

/* As the register of open questions says of what the section has. */
static bool is_open(const struct sfc_case *q)
{
    struct findings all = { false, false, false };
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    sfr_profile_from_name(q->profile, &profile);
    sfr_check(q->bytes, q->size, q->addr, profile, note_finding, &all);
    return all.wrong ? !all.strict : all.doubtful;
}

static void write_answer(struct sight *s, const struct sfc_case *q, const struct sfc_answer *answer)
{
    struct sfc_buffer dump = { 0 };
    bool usable = answer->reply == SFC_REPLY_REJECT && !answer->elf_error;
    if (answer->reply == SFC_REPLY_ACCEPT && q->op == SFC_OP_ENCODE)
        usable = dump_section(q, answer, &dump);
    else if (answer->reply == SFC_REPLY_ACCEPT && answer->dump) {
        usable = true;
        sfc_buffer_add(&dump, answer->dump, strlen(answer->dump));
    }
    const struct kept kept = { usable, answer->reply, q->op != SFC_OP_ENCODE && is_open(q), (uint32_t)dump.len,
                               answer->section ? (uint32_t)answer->section_size : 0 };
    fwrite(&kept, sizeof kept, 1, s->answers);
    fwrite(dump.data ? dump.data : "", 1, dump.len, s->answers);
    fwrite(answer->section ? answer->section : (const uint8_t *)"", 1, kept.section_size, s->answers);
    sfc_buffer_free(&dump);
    if (ferror(s->answers))
        give_up("the answers cannot be written");
}

/* The next answer as the expectation of a case. Its texts are in *room, which it replaces. Returns whether there is
   something to compare. */
static bool read_answer(struct sight *s, struct sfc_case *q, char **room)
{
    struct kept kept;
    if (fread(&kept, sizeof kept, 1, s->answers) != 1)
        give_up("the answers end too early");
    free(*room);
    *room = sfc_alloc((size_t)kept.dump_size + kept.section_size + 2, 1);
    char *section = *room + kept.dump_size + 1;
    if (fread(*room, 1, kept.dump_size, s->answers) != kept.dump_size
        || fread(section, 1, kept.section_size, s->answers) != kept.section_size)
        give_up("the answers end too early");
    (*room)[kept.dump_size] = '\0';
    q->expect = kept.reply == SFC_REPLY_ACCEPT ? SFC_EXPECT_ACCEPT : SFC_EXPECT_REJECT;
    q->body = *room;
    q->result_bytes = (const uint8_t *)section;
    q->result_size = kept.section_size;
    s->open = kept.open;
    return kept.usable;
}

/* Where it is not there yet, it is written under another name first: another process may do the same. */
static void open_answers(struct sight *s, char *written, size_t size)
{
    const char *path = getenv("SIGHT_ANSWERS");
    if (!path)
        give_up("SIGHT_ANSWERS is not set");
    s->answers = fopen(path, "rb");
    s->writes = s->answers == NULL;
    snprintf(written, size, "%s.%ld", path, (long)getpid());
    if (s->writes)
        s->answers = fopen(written, "wb");
    if (!s->answers)
        give_up("the answers cannot be opened");
}

static void close_answers(struct sight *s, const char *written)
{
    if (fclose(s->answers) != 0 || (s->writes && rename(written, getenv("SIGHT_ANSWERS")) != 0))
        give_up("the answers cannot be written");
}

/* ---- Judging ---- */

/* As a refusal has no name in a plain adapter, only the verdict counts there. */
static bool differs(const struct sight *s, const struct sfc_case *q, const struct sfc_answer *answer)
{
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT, rejects = answer->reply == SFC_REPLY_REJECT;
    if (s->open && (q->expect == SFC_EXPECT_REJECT ? accepts : rejects))
        return false;
    if (q->expect == SFC_EXPECT_REJECT)
        return answer->reply != SFC_REPLY_REJECT;
    return is_wrong(&s->plain, q, answer);
}

/* Which question it is, and the bytes of a small section; of a dump the line that differs from the case's. */
static void show(const struct sfc_case *q, const struct sfc_case *c, const struct sfc_answer *answer, uint64_t round)
{
    printf("%s, round %" PRIu64 ", expected %s, seen %d:", c->id, round,
           q->expect == SFC_EXPECT_ACCEPT ? "accept" : "reject", (int)answer->reply);
    size_t from = 0;
    if (c->op == SFC_OP_ENCODE)
        for (size_t i = 0; i < q->size && i < c->size && q->bytes[i] == c->bytes[i]; i++)
            from = q->bytes[i] == '\n' ? i + 1 : from;
    for (size_t i = 0; i < q->num_pcs && i < 8; i++)
        printf(" pc=0x%" PRIx64, q->pcs[i]);
    putchar(' ');
    for (size_t i = from; i < q->size && i < from + MAX_SHOWN; i++)
        if (c->op == SFC_OP_ENCODE)
            putchar(q->bytes[i] == '\n' ? ';' : q->bytes[i]);
        else
            printf("%02x", q->bytes[i]);
    putchar('\n');
}

/* Returns whether the answer is another one than the reference's. */
static bool judge_question(struct sight *s, size_t index, uint64_t round, char **room)
{
    struct sfc_case q = make_question(s, index, round);
    struct sfc_answer answer;
    if (!s->writes && !read_answer(s, &q, room))
        return false;
    ask(&s->asking, &q, &answer);
    make_plain(&answer);
    const bool other = !s->writes && differs(s, &q, &answer);
    if (s->writes)
        write_answer(s, &q, &answer);
    if (other)
        show(&q, s->cases[index], &answer, round);
    sfc_answer_free(&answer);
    return other;
}

int judge(const struct sfc_corpus *corpus, long milliseconds)
{
    struct sight *s = sfc_alloc(1, sizeof *s);
    char written[4096], *room = NULL;
    bool other = false;
    *s = (struct sight){ .cases = NULL };
    choose_cases(s, corpus);
    start_asking(&s->asking, "sight");
    open_answers(s, written, sizeof written);
    for (uint64_t round = 0; round < ROUNDS && !other; round++)
        for (size_t i = round % STRIDE; i < s->count && !other && set_timer(ITIMER_PROF, milliseconds) == 0;
             i += STRIDE)
            other = judge_question(s, i, round, &room);
    close_answers(s, written);
    free(room);
    return other;
}
