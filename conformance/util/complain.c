/* SPDX-License-Identifier: MIT */
/* Error messages of sframe-conform. */
#include <errno.h>
#include <stdio.h>

#include "complain.h"
#include "markup.h"

int sfc_complain(const char *what)
{
    /* It may quote an implementation. */
    struct sfc_buffer safe = { 0 };
    sfc_add_line(&safe, what);
    fprintf(stderr, "sframe-conform: %s\n", sfc_buffer_text(&safe));
    sfc_buffer_free(&safe);
    return SFC_STATUS_ERROR;
}

bool sfc_flush_output(void)
{
    errno = 0;
    const bool good = fflush(stdout) == 0 && !ferror(stdout);
    if (!good && errno != EPIPE)
        sfc_complain("standard output cannot be written to");
    return good;
}
