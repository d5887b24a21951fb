/* SPDX-License-Identifier: MIT */
/* The bar that a terminal shows while cases run. */
#include <stdio.h>
#include <string.h>

#include "progress.h"

enum { MOST_CELLS = 40, LEAST_CELLS = 5 };

/* "3 s left", "2 min left"; nothing as long as an estimate is impossible. */
static void add_left(struct sfc_buffer *b, size_t done, size_t count, double seconds)
{
    if (done == 0 || seconds < 1 || done >= count)
        return;
    const double left = seconds / (double)done * (double)(count - done);
    if (left < 100)
        sfc_buffer_printf(b, ", %.0f s left", left < 1 ? 1 : left);
    else
        sfc_buffer_printf(b, ", %.0f min left", left / 60 < 2 ? 2 : left / 60);
}

char *sfc_progress_line(size_t done, size_t count, double seconds, size_t width)
{
    struct sfc_buffer text = { 0 }, line = { 0 };
    const size_t shown = done > count ? count : done;
    sfc_buffer_printf(&text, "%zu of %zu cases", shown, count);
    add_left(&text, shown, count, seconds);
    const size_t room = width > text.len + 3 ? width - text.len - 3 : 0;
    const size_t cells = room > MOST_CELLS ? MOST_CELLS : room;
    if (cells >= LEAST_CELLS) {
        const size_t full = count == 0 ? cells : (size_t)((double)shown / (double)count * (double)cells);
        sfc_buffer_add(&line, "[", 1);
        for (size_t i = 0; i < cells; i++)
            sfc_buffer_add(&line, i < full ? "#" : ".", 1);
        sfc_buffer_add(&line, "] ", 2);
    }
    sfc_buffer_add(&line, text.data, text.len < width ? text.len : width);
    sfc_buffer_free(&text);
    return line.data;
}
