/* SPDX-License-Identifier: MIT */
/* sframe-ref dump, check, find and extract. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

static void print_dump(struct sink *sink, const struct sfr_section *s, const struct input *in, const struct options *o)
{
    const enum sfr_fault fault = sfr_dump(s, given(o, OPT_LAYOUT) ? SFR_DUMP_LAYOUT : 0, to_sink, sink);
    if (fault != SFR_FAULT_NONE)
        complain("%s: the dump stops here: %s", in->name, sfr_fault_info(fault)->message);
}

int cmd_dump(const struct options *o)
{
    return print_section(o, print_dump);
}

/* ---- check ---- */

static const char *colour(FILE *file, const char *code)
{
    const char *no_colour = getenv("NO_COLOR");
    return !(no_colour && *no_colour) && isatty(fileno(file)) ? code : "";
}

static int check_section(const struct input *in, const struct options *o, FILE *file)
{
    const struct sfr_verdict v = judge(in, o, true, given(o, OPT_JSON) ? file : NULL);
    if (given(o, OPT_JSON))
        fprintf(file, "\"accepted\": %s, \"violations\": %" PRIu64 ", \"doubts\": %" PRIu64,
                v.accepted ? "true" : "false", v.violations, v.doubts);
    else if (!given(o, OPT_QUIET))
        fprintf(file, "%s: %s%s%s (%" PRIu64 " violation%s, %" PRIu64 " doubt%s)\n", in->name,
                colour(file, v.accepted ? "\033[32m" : "\033[31m"), v.accepted ? "accepted" : "rejected",
                colour(file, "\033[0m"), v.violations, v.violations == 1 ? "" : "s", v.doubts,
                v.doubts == 1 ? "" : "s");
    return v.accepted ? STATUS_ACCEPTED : STATUS_REJECTED;
}

/* One of several files. A file that can't be read has an entry too. */
static int check_file(const char *path, const struct options *o, FILE *file)
{
    struct input in;
    const bool good = open_input(&in, path, o);
    int status = STATUS_TROUBLE;

    if (given(o, OPT_JSON)) {
        const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
        fputs("    {\"file\": ", file);
        json_string(file, name, strlen(name));
    }
    if (good) {
        status = check_section(&in, o, file);
        close_input(&in);
    } else if (given(o, OPT_JSON)) {
        fputs(", \"error\": ", file);
        json_string(file, in.error, strlen(in.error));
    }
    if (given(o, OPT_JSON))
        fputc('}', file);
    return status;
}

int cmd_check(const struct options *o)
{
    struct output out;
    int worst = STATUS_ACCEPTED;

    if (!open_output(&out, o->output))
        return STATUS_TROUBLE;
    if (given(o, OPT_JSON))
        fputs("{\n  \"files\": [\n", out.file);
    for (size_t i = 0; i < o->num_files; i++) {
        if (given(o, OPT_JSON) && i > 0)
            fputs(",\n", out.file);
        const int status = check_file(o->files[i], o, out.file);
        if (status > worst)
            worst = status;
    }
    if (given(o, OPT_JSON))
        fputs("\n  ]\n}\n", out.file);
    return close_output(&out, true) ? worst : STATUS_TROUBLE;
}

/* ---- find ---- */

static enum sfr_found look_up(const struct sfr_section *s, uint64_t pc, bool scan, struct sfr_hit *hit)
{
    if (!scan)
        return sfr_find(s, pc, hit);
    return sfr_find_fde_scan(s, pc, &hit->fde) ? sfr_find_fre(s, pc, hit) : SFR_FOUND_NO_FDE;
}

static void print_rows(struct sink *sink, const struct sfr_section *s, const struct input *in, const struct options *o)
{
    bool good = to_sink(sink, "sframe-dump 1\n", 14);
    (void)in;
    for (size_t i = 0; i < o->pcs.count && good; i++) {
        struct sfr_hit hit;
        const uint64_t pc = o->pcs.items[i].key;
        const enum sfr_found found = look_up(s, pc, given(o, OPT_SCAN), &hit);
        good = sfr_dump_hit(s, pc, found, &hit, to_sink, sink);
    }
}

int cmd_find(const struct options *o)
{
    if (o->pcs.count == 0) {
        misused("find needs at least one --pc ADDRESS");
        return STATUS_USAGE;
    }
    return print_section(o, print_rows);
}

/* ---- extract ---- */

int cmd_extract(const struct options *o)
{
    struct input in;
    if (!open_input(&in, o->files[0], o))
        return STATUS_TROUBLE;
    const int status = is_for_terminal(o) ? STATUS_USAGE : write_section(in.data, in.size, o);
    if (status == STATUS_ACCEPTED && !given(o, OPT_QUIET))
        fprintf(stderr, "%s: %zu bytes at address 0x%" PRIx64 " (use --addr 0x%" PRIx64 ")\n", in.name, in.size,
                in.addr, in.addr);
    close_input(&in);
    return status;
}
