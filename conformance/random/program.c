/* SPDX-License-Identifier: MIT */
/* Functions made of code and CFI directives, and their targets. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "program_words.h"

static const struct sfc_target targets[] = {
    { "amd64", SFR_ABI_AMD64_ENDIAN_LITTLE, 7, 6, 16, 1, "nop", 8, true },
    { "aarch64", SFR_ABI_AARCH64_ENDIAN_LITTLE, 31, 29, 30, 4, "nop", 0, false },
    { "s390x", SFR_ABI_S390X_ENDIAN_BIG, 15, 11, 14, 2, "nopr", 160, false },
};

const struct sfc_target *sfc_target_of(const char *abi)
{
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (strcmp(targets[i].abi, abi) == 0)
            return &targets[i];
    return NULL;
}

/* ---- Bodies ---- */

void sfc_body_add(struct sfc_body *body, struct sfc_statement statement)
{
    if (body->count == body->capacity) {
        body->capacity = body->capacity ? body->capacity * 2 : 16;
        body->statements = sfc_grow(body->statements, body->capacity, sizeof body->statements[0]);
    }
    body->statements[body->count++] = statement;
}

void sfc_body_copy(struct sfc_body *to, const struct sfc_body *from)
{
    *to = (struct sfc_body){ .count = from->count, .capacity = from->count, .marks = from->marks };
    if (from->count == 0)
        return;
    to->statements = sfc_alloc(from->count, sizeof to->statements[0]);
    memcpy(to->statements, from->statements, from->count * sizeof to->statements[0]);
}

void sfc_body_free(struct sfc_body *body)
{
    free(body->statements);
    *body = (struct sfc_body){ 0 };
}

bool sfc_body_is_same(const struct sfc_body *a, const struct sfc_body *b)
{
    if (a->count != b->count || a->marks != b->marks)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const struct sfc_statement *x = &a->statements[i], *y = &b->statements[i];
        if (x->op != y->op || x->reg != y->reg || x->other != y->other || x->offset != y->offset)
            return false;
    }
    return true;
}

uint64_t sfc_body_size(const struct sfc_target *target, const struct sfc_body *body)
{
    uint64_t size = 0;
    for (size_t i = 0; i < body->count; i++) {
        if (body->statements[i].op == SFC_WORD_NOP)
            size += target->unit;
        else if (body->statements[i].op == SFC_WORD_SKIP)
            size += (uint64_t)body->statements[i].offset;
    }
    return size;
}

/* ---- Assembly ---- */

/* Bytes of a signed LEB128 number. */
static unsigned sleb(int64_t value, unsigned char bytes[10])
{
    unsigned count = 0;
    bool more = true;
    while (more) {
        const unsigned char low = (unsigned char)((uint64_t)value & 0x7f);
        value = value < 0 ? -(int64_t)((~(uint64_t)value >> 7) + 1) : (int64_t)((uint64_t)value >> 7);
        more = !((value == 0 && !(low & 0x40)) || (value == -1 && (low & 0x40)));
        bytes[count++] = (unsigned char)(low | (more ? 0x80 : 0));
    }
    return count;
}

/* DWARF instructions that no directive of every assembler makes. Registers are below 32. */
static void write_escape(struct sfc_buffer *out, const struct sfc_statement *s)
{
    enum { DW_CFA_def_cfa_expression = 0x0f, DW_CFA_expression = 0x10, DW_OP_breg0 = 0x70, DW_OP_deref = 0x06 };
    unsigned char bytes[10];
    const unsigned count = sleb(s->offset, bytes);
    const bool is_memory = s->op == SFC_WORD_CFA_MEMORY;
    if (s->op == SFC_WORD_EXPRESSION)
        sfc_buffer_printf(out, "\t.cfi_escape 0x%x, 0x%" PRIx32, (unsigned)DW_CFA_expression, s->reg);
    else
        sfc_buffer_printf(out, "\t.cfi_escape 0x%x", (unsigned)DW_CFA_def_cfa_expression);
    sfc_buffer_printf(out, ", 0x%x, 0x%" PRIx32, count + 1 + is_memory, DW_OP_breg0 + s->other);
    for (unsigned i = 0; i < count; i++)
        sfc_buffer_printf(out, ", 0x%x", bytes[i]);
    sfc_buffer_printf(out, is_memory ? ", 0x%x\n" : "\n", (unsigned)DW_OP_deref);
}

static void write_statement(struct sfc_buffer *out, const struct sfc_target *target, const struct sfc_statement *s)
{
    switch ((unsigned)s->op) {
    case SFC_WORD_NOP: sfc_buffer_printf(out, "\t%s\n", target->nop); return;
    case SFC_WORD_SKIP: sfc_buffer_printf(out, "\t.skip %" PRId64 "\n", s->offset); return;
    case SFC_WORD_CFA_EXPRESSION:
    case SFC_WORD_CFA_MEMORY:
    case SFC_WORD_EXPRESSION: write_escape(out, s); return;
    default: break;
    }
    sfc_buffer_printf(out, "\t.cfi_");
    sfc_statement_words(out, s);
    sfc_buffer_add(out, "\n", 1);
}

void sfc_body_write(struct sfc_buffer *out, const struct sfc_target *target, const struct sfc_body *body, size_t index)
{
    if (body->marks & SFC_MARK_SECTION)
        sfc_buffer_printf(out, "\t.section .text.f%zu,\"ax\",%%progbits\n", index);
    else if (body->marks & SFC_MARK_COLD)
        sfc_buffer_printf(out, "\t.section .text.unlikely,\"ax\",%%progbits\n");
    else
        sfc_buffer_printf(out, "\t.text\n");
    sfc_buffer_printf(out, "\t.type f%zu, %%function\nf%zu:\n\t.cfi_startproc%s\n", index, index,
                      body->marks & SFC_MARK_SIMPLE ? " simple" : "");
    if (body->marks & SFC_MARK_SIGNAL)
        sfc_buffer_printf(out, "\t.cfi_signal_frame\n");
    if (body->marks & SFC_MARK_KEY_B)
        sfc_buffer_printf(out, "\t.cfi_b_key_frame\n");
    for (size_t i = 0; i < body->count; i++)
        write_statement(out, target, &body->statements[i]);
    sfc_buffer_printf(out, "\t.cfi_endproc\n\t.size f%zu, .-f%zu\n", index, index);
}
