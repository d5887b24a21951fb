/* SPDX-License-Identifier: MIT */
/* Call frame information, instruction by instruction: the rows, and the message of each refusal. */
#include <stdlib.h>

#include "cfi.h"
#include "sfr_text.h"
#include "tap.h"

enum { SECTION_ADDR = 0x2000, FUNCTION_START = 0x1000, FUNCTION_SIZE = 0x20, MAX_BYTES = 256 };

struct section {
    uint8_t bytes[MAX_BYTES];
    size_t len;
};

static void put(struct section *s, const void *bytes, size_t len)
{
    memcpy(s->bytes + s->len, bytes, len);
    s->len += len;
}

static void put_word(struct section *s, uint32_t value)
{
    const uint8_t bytes[4] = { (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24) };
    put(s, bytes, sizeof bytes);
}

/* A CIE of x86-64 (CFA = sp+8, RA at CFA-8) and one FDE of 0x20 bytes with these instructions. */
static struct section build(const uint8_t *instructions, size_t len)
{
    static const uint8_t cie[] = { 1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1 };
    struct section s = { { 0 }, 0 };
    put_word(&s, 4 + sizeof cie);
    put_word(&s, 0);
    put(&s, cie, sizeof cie);
    put_word(&s, (uint32_t)(4 + 8 + 1 + len));
    put_word(&s, (uint32_t)s.len);
    put_word(&s, FUNCTION_START - (SECTION_ADDR + (uint32_t)s.len));
    put_word(&s, FUNCTION_SIZE);
    put(&s, "", 1);
    put(&s, instructions, len);
    put_word(&s, 0);
    return s;
}

/* Start, CFA, RA and FP of each row; '!' follows a signed return address, '~' follows rules that
   vary. */
static void spell(struct sfc_buffer *out, const struct sfc_cfi_rows *rows, unsigned abi)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct sfc_cfi_row *r = &rows->rows[i];
        const struct sfc_cfi_rule *rules[] = { &r->cfa, &r->ra, &r->fp };
        bool varies = false;
        sfc_buffer_printf(out, "%s%" PRIx64 ":", i ? " " : "", r->start - FUNCTION_START);
        for (unsigned k = 0; k < 3; k++) {
            char text[SFR_RULE_TEXT_MAX];
            const struct sfr_rule rule = sfc_cfi_rule_at(abi, rules[k], r->start, &varies);
            sfr_rule_text(text, &rule, abi);
            sfc_buffer_printf(out, "%s%s", k ? "/" : "", text);
        }
        sfc_buffer_printf(out, "%s%s", r->mangled ? "!" : "", varies ? "~" : "");
    }
}

static void check(const char *what, unsigned abi, const uint8_t *instructions, size_t len, const char *expected)
{
    struct section s = build(instructions, len);
    struct sfc_cfi cfi = { 0 };
    struct sfc_cfi_rows rows = { 0 };
    struct sfc_error error = { "" };
    struct sfc_buffer seen = { 0 };
    const struct sfc_cfi_section section = { s.bytes, s.len, SECTION_ADDR, abi, false };
    if (!sfc_cfi_add(&cfi, &section, &error) || cfi.num_fdes != 1)
        sfc_buffer_printf(&seen, "section: %s", error.text);
    else if (cfi.fdes[0].start != FUNCTION_START || cfi.fdes[0].size != FUNCTION_SIZE)
        sfc_buffer_printf(&seen, "another function");
    else if (!sfc_cfi_read_rows(&cfi, &cfi.fdes[0], &rows, &error))
        sfc_buffer_printf(&seen, "%s", error.text);
    else
        spell(&seen, &rows, abi);
    IS_TEXT(sfc_buffer_text(&seen), expected, "%s", what);
    sfc_buffer_free(&seen);
    free(rows.rows);
    sfc_cfi_free(&cfi);
}

#define CHECK(what, expected, ...)                                               \
    do {                                                                         \
        const uint8_t bytes[] = { __VA_ARGS__ };                                 \
        check(what, SFR_ABI_AMD64_ENDIAN_LITTLE, bytes, sizeof bytes, expected); \
    } while (0)

static void check_rows(void)
{
    CHECK("no instruction: the CIE's rules", "0:sp+8/*(cfa-8)/same", 0);
    CHECK("a frame with FP", "0:sp+8/*(cfa-8)/same 1:sp+16/*(cfa-8)/*(cfa-16) 4:fp+16/*(cfa-8)/*(cfa-16)", 0x41, 0x0e,
          16, 0x86, 2, 0x43, 0x0d, 6);
    CHECK("equal rows are merged", "0:sp+8/*(cfa-8)/same", 0x41, 0x83, 3, 0x42, 0x0e, 8);
    CHECK("advances of 1, 2 and 4 bytes",
          "0:sp+8/*(cfa-8)/same 2:sp+1/*(cfa-8)/same 5:sp+2/*(cfa-8)/same 9:sp+3/*(cfa-8)/same", 0x02, 2, 0x0e, 1, 0x03,
          3, 0, 0x0e, 2, 0x04, 4, 0, 0, 0, 0x0e, 3);
    CHECK("advances past the end are ignored", "0:sp+8/*(cfa-8)/same", 0x02, 0x20, 0x0e, 64);
    CHECK("nested states",
          "0:sp+8/*(cfa-8)/same 1:sp+1/*(cfa-8)/same 2:sp+2/*(cfa-8)/same 3:sp+1/*(cfa-8)/same 4:sp+8/*(cfa-8)/same",
          0x0a, 0x41, 0x0e, 1, 0x0a, 0x41, 0x0e, 2, 0x41, 0x0b, 0x41, 0x0b);
    CHECK("restore gives the CIE's rule", "0:sp+8/undefined/*(cfa-16) 1:sp+8/*(cfa-8)/same", 0x07, 16, 0x86, 2, 0x41,
          0xd0, 0xc6);
    CHECK("a register, a value, unchanged", "0:sp+8/*(cfa-8)/r3 1:sp+8/*(cfa-8)/cfa-16 2:sp+8/*(cfa-8)/same", 0x09, 6,
          3, 0x41, 0x14, 6, 2, 0x41, 0x08, 6);
    CHECK("signed offsets", "0:sp-16/*(cfa+8)/*(cfa+24)", 0x12, 7, 2, 0x11, 16, 0x7f, 0x2f, 6, 3);
}

static void check_expressions(void)
{
    CHECK("a CFA that is loaded", "0:*(fp-8)/*(cfa-8)/same", 0x0f, 3, 0x76, 0x78, 0x06);
    CHECK("FP at an address of a register", "0:sp+8/*(cfa-8)/*(fp+0)", 0x10, 6, 2, 0x76, 0);
    CHECK("FP at an address of the CFA", "0:sp+8/*(cfa-8)/*(cfa-24)", 0x10, 6, 2, 0x48, 0x1c);
    CHECK("FP by value", "0:sp+8/*(cfa-8)/cfa+8", 0x16, 6, 2, 0x23, 8);
    /* The function starts at a multiple of 16; its 12th byte is after the push. */
    CHECK("a PLT entry, before and after its push", "0:sp+8/*(cfa-8)/same~ b:sp+16/*(cfa-8)/*(cfa-16)~", 0x0f, 11, 0x77,
          8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22, 0x4b, 0x86, 2);
    CHECK("a sum of registers is not a rule", "0:none/*(cfa-8)/same", 0x0f, 5, 0x77, 8, 0x73, 0, 0x22);
    CHECK("neither is an unknown operation", "0:none/*(cfa-8)/same", 0x0f, 3, 0x77, 8, 0xf0);
    CHECK("nor an incomplete one", "0:none/*(cfa-8)/same", 0x0f, 1, 0x77);
    CHECK("nor more than fits on the stack", "0:none/*(cfa-8)/same", 0x0f, 18, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30,
          0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30, 0x30);
    CHECK("nor an empty one for FP by value: it is the CFA", "0:sp+8/*(cfa-8)/cfa+0", 0x16, 6, 0);
}

static void check_refusals(void)
{
    CHECK("an unknown instruction", ".eh_frame+0x16: an unknown instruction", 0x3c);
    CHECK("an instruction of AArch64", ".eh_frame+0x16: an instruction of another machine", 0x2d);
    CHECK("a state that was not remembered", ".eh_frame+0x16: a state is restored, but none was remembered", 0x0b);
    CHECK("half of a CFA that is an expression",
          ".eh_frame+0x16: half of a CFA rule is changed, but the rule is not a register and an offset", 0x0f, 1, 0x30,
          0x0e, 8);
    CHECK("an expression past the end", ".eh_frame+0x16: an expression ends after its entry", 0x0f, 99, 0x30);
    CHECK("operands past the end", ".eh_frame+0x16: the last instruction is incomplete", 0x0c, 7);
    const uint8_t negate[] = { 0x41, 0x2d, 0x0a, 0x41, 0x2d, 0x41, 0x0b };
    check("AArch64: signed, restored with the state", SFR_ABI_AARCH64_ENDIAN_LITTLE, negate, sizeof negate,
          "0:r7+8/*(cfa-8)/same 1:r7+8/*(cfa-8)/same! 2:r7+8/*(cfa-8)/same 3:r7+8/*(cfa-8)/same!");
}

/* Every shorter section, and every changed byte, gets an answer without an overrun (under a
   sanitizer or valgrind). */
static void check_damage(void)
{
    static const uint8_t instructions[] = { 0x41, 0x0e, 16, 0x86, 2,    0x43, 0x0d, 6,
                                            0x0a, 0x0f, 3,  0x76, 0x78, 6,    0x41, 0x0b };
    const struct section whole = build(instructions, sizeof instructions);
    size_t read = 0, refused = 0;
    for (size_t n = 0; n < whole.len * 257; n++) {
        const size_t size = n < whole.len ? n : whole.len;
        uint8_t *copy = sfc_alloc(size, 1);
        struct sfc_cfi cfi = { 0 };
        struct sfc_cfi_rows rows = { 0 };
        struct sfc_error error = { "" };
        memcpy(copy, whole.bytes, size);
        if (n >= whole.len)
            copy[(n - whole.len) / 256] = (uint8_t)(n - whole.len);
        const struct sfc_cfi_section s = { copy, size, SECTION_ADDR, SFR_ABI_AMD64_ENDIAN_LITTLE, false };
        const bool good = sfc_cfi_add(&cfi, &s, &error);
        for (size_t i = 0; i < cfi.num_fdes; i++)
            sfc_cfi_read_rows(&cfi, &cfi.fdes[i], &rows, NULL);
        read += good;
        refused += !good && strncmp(error.text, ".eh_frame+0x", 12) == 0;
        free(rows.rows);
        sfc_cfi_free(&cfi);
        free(copy);
    }
    IS_U64(read + refused, whole.len * 257, "damaged sections: %zu are read, %zu refused with an offset", read,
           refused);
    OK(read > 0 && refused > 0, "some of each");
}

TESTS(check_rows, check_expressions, check_refusals, check_damage)
