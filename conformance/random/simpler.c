/* SPDX-License-Identifier: MIT */
/* Changes that make a function simpler. Equal causes must end in equal functions. */
#include "simpler.h"
#include "program_words.h"

enum change { TO_NOP = 0, TO_PLAIN_OP, TO_SMALL, TO_WIDTH, TO_OTHER, NUM_CHANGES };

size_t sfc_num_simpler(const struct sfc_body *body)
{
    return body->count * NUM_CHANGES;
}

/* A directive that does the same in another way. */
static void use_plain_op(const struct sfc_target *t, struct sfc_statement *s)
{
    switch ((unsigned)s->op) {
    case SFC_WORD_REL_OFFSET:
        s->op = SFC_WORD_OFFSET;
        s->offset = -16;
        break;
    case SFC_WORD_ADJUST:
        s->op = SFC_WORD_DEF_CFA_OFFSET;
        s->offset = t->cfa_offset + 16;
        break;
    case SFC_WORD_DEF_CFA:
        if (s->reg != t->sp)
            s->op = SFC_WORD_DEF_CFA_REG;
        else
            s->op = SFC_WORD_DEF_CFA_OFFSET;
        s->offset = s->reg != t->sp ? 0 : s->offset;
        s->reg = s->reg != t->sp ? s->reg : 0;
        break;
    default: break;
    }
}

/* A number that fits one byte. */
static void use_small(const struct sfc_target *t, struct sfc_statement *s)
{
    switch ((unsigned)s->op) {
    case SFC_WORD_DEF_CFA:
    case SFC_WORD_DEF_CFA_OFFSET: s->offset = t->cfa_offset + 16; break;
    case SFC_WORD_ADJUST: s->offset = 16; break;
    case SFC_WORD_OFFSET:
    case SFC_WORD_VAL_OFFSET: s->offset = -16; break;
    case SFC_WORD_REL_OFFSET:
    case SFC_WORD_CFA_EXPRESSION:
    case SFC_WORD_CFA_MEMORY:
    case SFC_WORD_EXPRESSION: s->offset = 0; break;
    case SFC_WORD_SKIP: s->offset = 300 * (int64_t)t->unit; break;
    default: break;
    }
}

/* A round number of two bytes. */
static void use_width(const struct sfc_target *t, struct sfc_statement *s)
{
    const bool is_cfa = s->op == SFC_WORD_DEF_CFA || s->op == SFC_WORD_DEF_CFA_OFFSET || s->op == SFC_WORD_ADJUST;
    if (!(sfc_word_operands(s->op) & SFC_HAS_OFFSET) || s->op == SFC_WORD_SKIP || s->offset == 0)
        return;
    if (s->offset > INT16_MAX || s->offset < INT16_MIN || (s->offset <= 300 && s->offset >= -300))
        return;
    s->offset = is_cfa ? t->cfa_offset + 1000 : -1000;
}

void sfc_simpler(const struct sfc_target *target, struct sfc_body *body, size_t at)
{
    struct sfc_statement *s = &body->statements[at / NUM_CHANGES];
    switch ((enum change)(at % NUM_CHANGES)) {
    case TO_NOP:
        if (s->op == SFC_WORD_SKIP)
            *s = (struct sfc_statement){ .op = SFC_WORD_NOP };
        break;
    case TO_PLAIN_OP: use_plain_op(target, s); break;
    case TO_SMALL: use_small(target, s); break;
    case TO_WIDTH: use_width(target, s); break;
    case TO_OTHER: /* one of the other registers for all of them */
        if ((sfc_word_operands(s->op) & SFC_HAS_REG) && s->reg != target->sp && s->reg != target->fp
            && s->reg != target->ra)
            s->reg = 3;
        if ((sfc_word_operands(s->op) & SFC_HAS_OTHER) && s->other != target->fp)
            s->other = 9;
        break;
    case NUM_CHANGES: break;
    }
}
