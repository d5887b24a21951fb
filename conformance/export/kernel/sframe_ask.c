/* SPDX-License-Identifier: MIT */
/* Asks the reader about one case and writes its answer as a canonical dump. */
#include "sframe_driver.h"

enum { MAX_FRAMES = 256 };

/* ---- Text of an answer ------------------------------------------------------------------- */

static void put_register(struct sframe_text *t, uint32_t number, const char *abi)
{
    const int aarch64 = sframe_same(abi, "aarch64"), amd64 = sframe_same(abi, "amd64");
    const uint32_t sp = aarch64 ? 31 : amd64 ? 7 : 15, fp = aarch64 ? 29 : amd64 ? 6 : 11;
    if (number == sp || number == fp)
        sframe_put(t, "%s", number == sp ? "sp" : "fp");
    else
        sframe_put(t, "r%u", (unsigned int)number);
}

/* A register is written without an offset of 0, but the CFA always with it. */
static void put_rule(struct sframe_text *t, const char *key, const struct sframe_rule *rule, const char *abi,
                     int is_cfa)
{
    static const char *const words[] = { "none", "same", "undefined" };
    const int from_reg = rule->kind == SFRAME_RULE_REG || rule->kind == SFRAME_RULE_MEM_REG;
    const int load = rule->kind == SFRAME_RULE_MEM_REG || rule->kind == SFRAME_RULE_MEM_CFA;
    if (rule->kind < SFRAME_RULE_REG || rule->kind > SFRAME_RULE_MEM_CFA) {
        const int is_known = rule->kind >= SFRAME_RULE_NONE && rule->kind < SFRAME_RULE_REG;
        sframe_put(t, "%s%s", key, is_known ? words[rule->kind] : "unknown-kind");
        return;
    }
    sframe_put(t, "%s%s", key, load ? "*(" : "");
    if (from_reg)
        put_register(t, rule->reg, abi);
    else
        sframe_put(t, "cfa");
    if (rule->kind != SFRAME_RULE_REG || rule->offset != 0 || is_cfa)
        sframe_put(t, "%+lld", (long long)rule->offset);
    sframe_put(t, "%s", load ? ")" : "");
}

static void put_index(struct sframe_text *t, const char *key, uint32_t index)
{
    if (index == SFRAME_NO_INDEX)
        sframe_put(t, "%s?", key);
    else
        sframe_put(t, "%s%u", key, (unsigned int)index);
}

static void put_row(struct sframe_text *t, uint64_t pc, int status, const struct sframe_row *row, const char *abi)
{
    sframe_put(t, "pc 0x%llx", (unsigned long long)pc);
    if (status == SFRAME_REFUSED) {
        sframe_put(t, " reject");
    } else if (!row->found) {
        sframe_put(t, " none");
    } else if (row->outermost_function) {
        put_index(t, " fde=", row->fde);
        sframe_put(t, " fre=none cfa=none ra=undefined fp=none");
    } else {
        put_index(t, " fde=", row->fde);
        put_index(t, " fre=", row->fre);
        put_rule(t, " cfa=", &row->cfa, abi, 1);
        put_rule(t, " ra=", &row->ra, abi, 0);
        put_rule(t, " fp=", &row->fp, abi, 0);
    }
    sframe_put(t, "\n");
}

/* ---- Where the sections are ---------------------------------------------------------------- */

/* A section that is asked: how far it is from where the case has it, and what `copy` reads. */
struct place {
    uint64_t moved, addr;
    const uint8_t *bytes;
    size_t size;
};
static struct place places[2];

static int copy_section(void *ctx, void *to, uint64_t from, size_t size)
{
    const struct place *p = ctx;
    uint8_t *out = to;
    if (from < p->addr || from - p->addr > p->size || size > p->size - (size_t)(from - p->addr))
        return 0;
    for (size_t i = 0; i < size; i++)
        out[i] = p->bytes[from - p->addr + i];
    return 1;
}

/* Is the range still one when it is moved? */
static int can_move(uint64_t start, uint64_t end, uint64_t moved)
{
    return start < end && start + moved < end + moved;
}

/* ---- Look-ups ---------------------------------------------------------------------------- */

/* In a sequence a PC can be refused alone; a look-up is then refused as a whole. */
static int ask_rows(const struct sframe_case *c, union sframe_opened *opened, struct sframe_text *t)
{
    if (!sframe_reader.find)
        return SFRAME_NOT_ASKED;
    sframe_put(t, "sframe-dump 1\n");
    for (size_t i = 0; i < c->num_pcs; i++) {
        struct sframe_row row = { .fde = SFRAME_NO_INDEX, .fre = SFRAME_NO_INDEX };
        const int second = c->second && c->in_second[i];
        const int status = sframe_reader.find(&opened[second], c->pcs[i] + places[second].moved, &row);
        if (status != SFRAME_GOOD && (status != SFRAME_REFUSED || c->op == SFRAME_OP_LOOKUP))
            return status;
        put_row(t, c->pcs[i], status, &row, c->abi);
    }
    return SFRAME_GOOD;
}

/* ---- Stack traces ------------------------------------------------------------------------ */

static int find_register(const struct sframe_case *c, const char *name, uint64_t *value)
{
    for (size_t i = 0; i < c->num_regs; i++)
        if (sframe_same(c->regs[i].name, name)) {
            *value = c->regs[i].value;
            return 1;
        }
    return 0;
}

static int read_register(void *ctx, uint32_t number, uint64_t *value)
{
    char name[16];
    struct sframe_text t;
    sframe_text_start(&t, name, sizeof name);
    sframe_put(&t, "r%u", (unsigned int)number);
    return find_register(ctx, name, value);
}

static int read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    const struct sframe_case *c = ctx;
    for (size_t i = 0; i < c->num_mem; i++)
        if (c->mem[i].addr == address) {
            *value = c->mem[i].value;
            return 1;
        }
    return 0;
}

static void put_trace(struct sframe_text *t, const struct sframe_trace *trace)
{
    static const char *const ends[] = { "not-set", "outermost", "no-fde", "no-fre", "bad-read", "unsafe", "limit" };
    sframe_put(t, "sframe-dump 1\n");
    for (size_t i = 0; i < trace->count; i++) {
        const struct sframe_frame *f = &trace->frames[i];
        sframe_put(t, "frame %u pc=0x%llx sp=0x%llx fp=0x%llx\n", (unsigned int)i, (unsigned long long)f->pc,
                   (unsigned long long)f->sp, (unsigned long long)f->fp);
    }
    sframe_put(t, "end %s\n", ends[trace->end]);
}

static int ask_trace(const struct sframe_case *c, union sframe_opened *opened, struct sframe_text *t)
{
    static struct sframe_frame frames[MAX_FRAMES];
    const struct sframe_machine machine = { read_register, read_memory, (void *)(uintptr_t)c, c->pac_mask };
    struct sframe_trace trace = { frames, c->max_frames, 1, SFRAME_END_NONE };
    if (!sframe_reader.unwind)
        return SFRAME_NOT_ASKED;
    if (c->max_frames < 1 || c->max_frames > MAX_FRAMES || !find_register(c, "pc", &frames[0].pc)
        || !find_register(c, "sp", &frames[0].sp) || !find_register(c, "fp", &frames[0].fp))
        return SFRAME_NOT_PLACED;
    /* The memory of the program has addresses of code, which cannot be told from numbers. */
    if (places[0].moved != 0)
        return SFRAME_NOT_MOVED;
    const int status = sframe_reader.unwind(opened, &machine, &trace);
    if (status != SFRAME_GOOD)
        return status;
    if (trace.count < 1 || trace.count > c->max_frames || trace.end < SFRAME_END_NONE || trace.end > SFRAME_END_LIMIT)
        return SFRAME_FAILED;
    put_trace(t, &trace);
    return SFRAME_GOOD;
}

/* ---- Sections ---------------------------------------------------------------------------- */

/* Where a section has to be put; 0: anywhere. A look-up is asked once there, and once before unreadable memory. */
static uint64_t own_address(const struct sframe_case *c, int at_end, uint64_t addr)
{
    return sframe_reader.where == SFRAME_WHERE_OWN && (c->op == SFRAME_OP_UNWIND || !at_end) ? addr : 0;
}

/* Moves the address and the text along with the bytes. 0: they would wrap around the end of memory. */
static int move(struct place *place, struct sframe_input *input)
{
    const uint64_t there = (uint64_t)(uintptr_t)input->data, moved = there - input->addr;
    if (!can_move(input->text_start, input->text_end, moved) || input->addr + input->size < input->addr)
        return 0;
    place->moved = moved;
    input->addr = there;
    input->text_start += moved;
    input->text_end += moved;
    return 1;
}

static int open_section(const struct sframe_host *host, const struct sframe_case *c, int second, int at_end,
                        union sframe_opened *opened)
{
    struct place *place = &places[second];
    struct sframe_input input = {
        .data = second ? c->second : c->section,
        .size = second ? c->second_size : c->size,
        .addr = second ? c->second_addr : c->addr,
        .text_start = second ? c->second_text_start : c->text_start,
        .text_end = second ? c->second_text_end : c->text_end,
        .profile = c->profile,
        .abi = c->abi,
        .order = c->order,
        .copy = copy_section,
        .ctx = place,
    };
    *place = (struct place){ 0, input.addr, input.data, input.size };
    for (size_t i = 0; i < sizeof opened->bytes; i++)
        opened->bytes[i] = 0;
    if (sframe_reader.where == SFRAME_WHERE_USER)
        input.data = 0;
    else if (host->place)
        input.data = host->place(host->ctx, second, at_end, input.data, input.size, own_address(c, at_end, input.addr));
    if (!input.data && sframe_reader.where != SFRAME_WHERE_USER)
        return SFRAME_NOT_PLACED;
    if (sframe_reader.where == SFRAME_WHERE_OWN && !move(place, &input))
        return SFRAME_NOT_MOVED;
    return sframe_reader.open(opened, &input);
}

static void close_section(union sframe_opened *opened)
{
    if (sframe_reader.close)
        sframe_reader.close(opened);
}

static int ask_opened(const struct sframe_case *c, union sframe_opened *opened, struct sframe_text *text)
{
    return c->op == SFRAME_OP_DECODE   ? SFRAME_GOOD
           : c->op == SFRAME_OP_UNWIND ? ask_trace(c, opened, text)
                                       : ask_rows(c, opened, text);
}

int sframe_ask(const struct sframe_host *host, const struct sframe_case *c, int at_end, struct sframe_text *text)
{
    static union sframe_opened opened[2];
    if (c->op == SFRAME_OP_DECODE && !sframe_reader.checks_all)
        return SFRAME_NOT_ASKED;
    int status = open_section(host, c, 0, at_end, &opened[0]);
    if (status != SFRAME_GOOD)
        return status;
    if (c->second)
        status = open_section(host, c, 1, at_end, &opened[1]);
    const int both = c->second && status == SFRAME_GOOD;
    if (status == SFRAME_GOOD)
        status = ask_opened(c, opened, text);
    if (both)
        close_section(&opened[1]);
    close_section(&opened[0]);
    return status;
}
