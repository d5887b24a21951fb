/* SPDX-License-Identifier: MIT */
/* Texts made for 80 columns, on terminals that have fewer. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "options.h"

enum { USUAL_COLUMNS = 80, LEAST_COLUMNS = 20, DEEP = 8, INDENT = 4 };

/* The width of the terminal that `out` is; 80 if it is none, or a wider one. */
static size_t columns_of(FILE *out)
{
    struct winsize size = { .ws_col = 0 };
    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL_COLUMNS;
    return size.ws_col < LEAST_COLUMNS ? LEAST_COLUMNS : size.ws_col;
}

/* The columns of a word: of UTF-8, and without the sequences that set colours. */
static size_t width_of(const char *word, size_t len)
{
    size_t width = 0;
    for (size_t i = 0; i < len; i++) {
        if (word[i] == '\033')
            i += strcspn(word + i, "m");
        else
            width += ((unsigned char)word[i] & 0xc0) != 0x80;
    }
    return width;
}

/* Prints one line. What does not fit goes to lines with an indent; a word is never cut. */
static void print_line(FILE *out, const char *line, size_t len, size_t columns)
{
    const char *const end = line + len;
    size_t indent = strspn(line, " "), column;
    line += indent;
    indent = indent > DEEP ? INDENT : indent;
    column = (size_t)fprintf(out, "%*s", (int)indent, "");
    for (size_t gap = 0; line < end; gap = strspn(line, " "), line += gap) {
        size_t word = 0;
        while (line + word < end && line[word] != ' ')
            word++;
        const size_t width = width_of(line, word);
        if (gap > 0 && column + gap + width > columns)
            column = (size_t)fprintf(out, "\n%*s", (int)indent + 2, "") - 1;
        else
            column += (size_t)fprintf(out, "%*s", (int)gap, "");
        fwrite(line, 1, word, out);
        column += width;
        line += word;
    }
    putc('\n', out);
}

void sfr_print_folded(FILE *out, const char *text)
{
    const size_t columns = columns_of(out);
    if (columns >= USUAL_COLUMNS) {
        fputs(text, out);
        return;
    }
    for (size_t len; *text; text += len + (text[len] == '\n')) {
        len = strcspn(text, "\n");
        print_line(out, text, len, columns);
    }
}
