/* SPDX-License-Identifier: MIT */
/* The rules that directives state, row by row, and random functions. */
#include <stdlib.h>

#include "distinct.h"
#include "draw.h"
#include "expect.h"
#include "tap.h"

static void add_rule(struct sfc_buffer *b, const struct sfr_rule *r)
{
    static const char *const kinds[] = { "none", "same", "undefined", "r", "cfa", "*r", "*cfa" };
    sfc_buffer_printf(b, " %s", kinds[r->kind]);
    if (r->kind == SFR_RULE_REG || r->kind == SFR_RULE_MEM_REG)
        sfc_buffer_printf(b, "%u", (unsigned)r->reg);
    if (r->kind >= SFR_RULE_REG)
        sfc_buffer_printf(b, "%+" PRId64, r->offset);
}

/* The rows as "START CFA RA FP [signed]", separated by "; ". */
static void expect(const char *abi, const char *program, const char *rows)
{
    const struct sfc_target *t = sfc_target_of(abi);
    struct sfc_error error = { "" };
    struct sfc_expected e = { 0 };
    struct sfc_buffer b = { 0 };
    struct sfc_body *bodies;
    size_t count;
    if (!sfc_program_read(program, &bodies, &count, &error)) {
        IS_TEXT(error.text, rows, "%s: %s", abi, program);
        return;
    }
    const bool good = sfc_expect(t, &bodies[0], &e);
    for (size_t i = 0; good && i < e.count; i++) {
        const struct sfr_rules *r = &e.rows[i].rules;
        sfc_buffer_printf(&b, "%s%" PRIu64, i > 0 ? "; " : "", e.rows[i].start);
        add_rule(&b, &r->cfa);
        add_rule(&b, &r->ra);
        add_rule(&b, &r->fp);
        sfc_buffer_printf(&b, "%s", r->mangled_ra_p ? " signed" : "");
    }
    IS_TEXT(good ? sfc_buffer_text(&b) : "not valid", rows, "%s: %s", abi, program);
    sfc_buffer_free(&b);
    sfc_expected_free(&e);
    sfc_program_free(bodies, count);
}

static void test_cfa(void)
{
    expect("amd64", "empty", "");
    expect("amd64", "def_cfa_offset 16", "");
    expect("amd64", "nop", "0 r7+8 *cfa-8 same");
    expect("aarch64", "nop", "0 r31+0 same same");
    expect("s390x", "nop; def_cfa_offset 176; nop", "0 r15+160 same same; 2 r15+176 same same");
    expect("amd64", "nop; def_cfa_offset 16; def_cfa_register 6; skip 300; def_cfa 7, 8; nop",
           "0 r7+8 *cfa-8 same; 1 r6+16 *cfa-8 same; 301 r7+8 *cfa-8 same");
    expect("amd64", "adjust_cfa_offset 24; nop; adjust_cfa_offset -8; nop", "0 r7+32 *cfa-8 same; 1 r7+24 *cfa-8 same");
    expect("amd64", "nop; def_cfa_offset 8; nop; def_cfa_offset 16; def_cfa_offset 24; nop",
           "0 r7+8 *cfa-8 same; 2 r7+24 *cfa-8 same");
    expect("amd64", "cfa_expression 10, -8; nop; cfa_memory 6, -16; nop", "0 r10-8 *cfa-8 same; 1 *r6-16 *cfa-8 same");
    expect("amd64", "cfa_memory 6, -16; def_cfa_offset 8; nop", "not valid");
    expect("amd64", "simple; nop", "not valid");
    expect("amd64", "simple; def_cfa 7, 8; nop", "0 r7+8 none same");
    expect("amd64", "adjust_cfa_offset 9223372036854775807; nop", "not valid");
}

static void test_registers(void)
{
    expect("amd64", "offset 6, -16; nop; restore 6; nop", "0 r7+8 *cfa-8 *cfa-16; 1 r7+8 *cfa-8 same");
    expect("amd64", "def_cfa_offset 32; rel_offset 6, 8; nop", "0 r7+32 *cfa-8 *cfa-24");
    expect("amd64", "register 6, 11; undefined 16; nop", "0 r7+8 undefined r11+0");
    expect("amd64", "val_offset 6, -16; nop; same_value 6; nop; undefined 6; nop",
           "0 r7+8 *cfa-8 cfa-16; 1 r7+8 *cfa-8 same; 2 r7+8 *cfa-8 undefined");
    expect("amd64", "expression 6, 10, 24; restore 16; nop", "0 r7+8 *cfa-8 *r10+24");
    expect("amd64", "offset 3, -16; restore 12; nop", "0 r7+8 *cfa-8 same");
    expect("aarch64", "offset 29, -16; offset 30, -8; nop; restore 30; nop",
           "0 r31+0 *cfa-8 *cfa-16; 4 r31+0 same *cfa-16");
}

static void test_states(void)
{
    expect("amd64", "restore_state; nop", "not valid");
    expect("amd64", "remember_state; offset 6, -16; nop; restore_state; nop",
           "0 r7+8 *cfa-8 *cfa-16; 1 r7+8 *cfa-8 same");
    expect("amd64",
           "remember_state; def_cfa_offset 24; remember_state; def_cfa_register 6; nop; restore_state; nop; "
           "restore_state; nop",
           "0 r6+24 *cfa-8 same; 1 r7+24 *cfa-8 same; 2 r7+8 *cfa-8 same");
    /* The count of rel_offset goes back, too. */
    expect("amd64", "remember_state; def_cfa_offset 64; nop; restore_state; rel_offset 6, 0; nop",
           "0 r7+64 *cfa-8 same; 1 r7+8 *cfa-8 *cfa-8");
    expect("aarch64", "negate_ra_state; remember_state; negate_ra_state; nop; restore_state; nop",
           "0 r31+0 same same; 4 r31+0 same same signed");
    expect("amd64", "negate_ra_state; nop", "not valid");
    expect("aarch64", "skip 3", "not valid");
    expect("amd64", "nop; jump 3", "'jump 3' is not a statement of a program");
    expect("amd64", "offset 6", "'offset 6' is not a statement of a program");
    expect("amd64", "offset 32, -8", "'offset 32, -8' is not a statement of a program");
}

static void test_shapes(void)
{
    OK(sfc_shape_contains("code; offset fp n; code", "offset fp n"), "a directive among others");
    OK(!sfc_shape_contains("code; offset fp n16; code", "offset fp n"), "another width is another directive");
    OK(!sfc_shape_contains("offset fp n; code", "code; offset fp n"), "the order counts");
    OK(sfc_shape_contains_closely("code; remember_state; offset fp n; restore_state", "remember_state; restore_state"),
       "no code between");
    OK(!sfc_shape_contains_closely("remember_state; code; restore_state", "remember_state; restore_state"),
       "code between");
    OK(!sfc_shape_contains_closely("code; restore fp", "restore fp")
           && sfc_shape_contains_closely("restore fp", "restore fp"),
       "a single directive before all code");
}

/* Each random function is valid, the same again, and the same when it is read from its line. `wanted` is the digest of
   all: another compiler must draw the same, or a seed repeats nothing. */
static void test_random(const char *abi, uint64_t wanted)
{
    const struct sfc_target *t = sfc_target_of(abi);
    struct sfc_expected e = { 0 };
    size_t wrong = 0, rows = 0;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        struct sfc_body a, b, *read;
        struct sfc_buffer line = { 0 };
        struct sfc_error error;
        size_t count;
        sfc_draw(t, 7, i, &a);
        sfc_draw(t, 7, i, &b);
        sfc_body_line(&line, &a);
        sum = 31 * sum + distinct_sum((const uint8_t *)line.data, line.len);
        wrong += !sfc_body_is_same(&a, &b) || !sfc_expect(t, &a, &e);
        rows += e.count;
        if (sfc_program_read(line.data, &read, &count, &error)) {
            wrong += count != 1 || !sfc_body_is_same(&a, &read[0]);
            sfc_program_free(read, count);
        } else {
            wrong++;
        }
        sfc_buffer_free(&line);
        sfc_body_free(&a);
        sfc_body_free(&b);
    }
    IS_U64(wrong, 0, "%s: random functions are valid, repeatable and readable", abi);
    OK(rows > 4000, "%s: they have rows", abi);
    IS_U64(sum, wanted, "%s: they are the same in each build", abi);
    sfc_expected_free(&e);
}

int main(void)
{
    test_cfa();
    test_registers();
    test_states();
    test_shapes();
    test_random("amd64", 0x3c1b9d98fb411226);
    test_random("aarch64", 0xaa9c3a482c11fba7);
    test_random("s390x", 0xf5f39dfa0a3e21f1);
    return tap_done();
}
