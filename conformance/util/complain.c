/* SPDX-License-Identifier: MIT */
/* Error messages of sframe-conform. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <poll.h>
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

/* An earlier write may have failed with EPIPE: some C libraries then have nothing left to flush. */
static bool has_lost_reader(void)
{
    struct pollfd fd = { fileno(stdout), POLLOUT, 0 };
    return poll(&fd, 1, 0) > 0 && (fd.revents & (POLLERR | POLLHUP)) != 0;
}

bool sfc_flush_output(void)
{
    errno = 0;
    const bool good = fflush(stdout) == 0 && !ferror(stdout);
    if (!good && errno != EPIPE && !has_lost_reader())
        sfc_complain("standard output cannot be written to");
    return good;
}
