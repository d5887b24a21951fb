/* SPDX-License-Identifier: MIT */
/* The progress bar, and the wall limit that is worked out. */
#include <stdlib.h>

#include "progress.h"
#include "run.h"
#include "tap.h"

static const struct {
    size_t done, count;
    double seconds;
    size_t width;
    const char *line;
} lines[] = {
    { 0, 200, 0, 60, "[........................................] 0 of 200 cases" },
    { 50, 200, 10, 60, "[#######........................] 50 of 200 cases, 30 s left" },
    { 50, 200, 0.5, 60, "[##########..............................] 50 of 200 cases" },
    { 1, 20000, 1, 60, "[...........................] 1 of 20000 cases, 333 min left" },
    { 199, 200, 10, 60, "[##############################.] 199 of 200 cases, 1 s left" },
    { 200, 200, 10, 60, "[########################################] 200 of 200 cases" },
    { 300, 200, 10, 60, "[########################################] 200 of 200 cases" },
    { 0, 0, 0, 40, "[#########################] 0 of 0 cases" },
    { 50, 200, 0, 20, "50 of 200 cases" },
    { 50, 200, 0, 8, "50 of 20" },
    { 50, 200, 0, 0, "" },
};

int main(void)
{
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char *line = sfc_progress_line(lines[i].done, lines[i].count, lines[i].seconds, lines[i].width);
        IS_TEXT(line, lines[i].line, "%zu of %zu in %zu columns", lines[i].done, lines[i].count, lines[i].width);
        OK(strlen(line) <= lines[i].width, "not more than that");
        free(line);
    }
    OK(sfc_run_limit(0.001) >= 1 && sfc_run_limit(0.001) <= 10, "a quick implementation gets seconds");
    OK(sfc_run_limit(0.5) >= 50, "a slow one gets more");
    OK(sfc_run_limit(1000) <= 600, "and none gets more than 10 minutes");
    return tap_done();
}
