/* SPDX-License-Identifier: MIT */
/* The bytes of a case as shell commands and as C. */
#include <inttypes.h>
#include <string.h>

#include "defect_shell.h"
#include "judge.h"
#include "wrap.h"

enum { PRINTF_ROW = 24, C_ROW = 12 };

/* Octal, because POSIX gives printf no hexadecimal escapes. Three digits, so that a digit after it
   is not part of it. */
void sfc_add_printf(struct sfc_buffer *out, const uint8_t *bytes, size_t size, const char *file)
{
    sfc_buffer_printf(out, "{\n");
    for (size_t i = 0; i < size; i++) {
        sfc_buffer_printf(out, "%s", i % PRINTF_ROW == 0 ? "printf '" : "");
        /* Some shells replace escapes before they look for conversions. */
        if (bytes[i] == '%')
            sfc_buffer_printf(out, "%%%%");
        else
            sfc_buffer_printf(out, "\\%03o", bytes[i]);
        sfc_buffer_printf(out, "%s", i % PRINTF_ROW == PRINTF_ROW - 1 || i + 1 == size ? "'\n" : "");
    }
    sfc_buffer_printf(out, "%s} >%s\n", size == 0 ? ":\n" : "", file);
}

void sfc_add_case_commands(struct sfc_buffer *out, const struct sfc_case *c, bool elf)
{
    if (!elf || c->elf) {
        sfc_add_printf(out, c->bytes, c->size, c->elf ? "case.elf" : "section.bin");
        return;
    }
    if (c->size == 0) {
        const struct sfc_request request = sfc_case_request(c);
        struct sfc_buffer file = { 0 };
        sfc_wrap_elf(&request, &file);
        sfc_add_printf(out, (const uint8_t *)file.data, file.len, "case.elf");
        sfc_buffer_free(&file);
        return;
    }
    sfc_add_printf(out, c->bytes, c->size, "section.bin");
    /* Every objcopy knows these two formats. */
    sfc_buffer_printf(
        out,
        "objcopy -I binary -O elf64-%s --change-section-address .data=0x%" PRIx64
        " \\\n    --rename-section .data=.sframe,alloc,load,readonly,data,contents section.bin case.elf\n",
        c->order, c->addr);
}

void sfc_add_c_bytes(struct sfc_buffer *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sfc_buffer_printf(out, "%s0x%02x,%s", i % C_ROW == 0 ? "    " : " ", bytes[i],
                          i % C_ROW == C_ROW - 1 || i + 1 == size ? "\n" : "");
}
