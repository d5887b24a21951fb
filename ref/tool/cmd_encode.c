/* SPDX-License-Identifier: MIT */
/* sframe-ref encode: from a canonical dump to the bytes of a section. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* The most padding that a dump may ask for, in bytes. */
enum { MOST_PADDING = 64 << 20 };

/* A parsed dump and its arrays. */
struct work {
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
    uint8_t aux[255];
    uint8_t *bytes;
    size_t len;
};

static bool parse(struct work *w, const struct input *in, const struct options *o)
{
    const char *text = (const char *)in->image;
    struct sfr_text_error error;
    size_t num_fdes, num_fres;

    sfr_count_lines(text, in->image_size, &num_fdes, &num_fres);
    w->fdes = calloc(num_fdes + 1, sizeof *w->fdes);
    w->fres = calloc(num_fres + 1, sizeof *w->fres);
    if (!w->fdes || !w->fres) {
        complain("%s: out of memory", in->name);
        return false;
    }
    const struct sfr_dump_text dump = { text, in->image_size, o->profile, o->addr, w->fdes, w->fres, w->aux };
    if (!sfr_parse(&dump, &w->model, &error)) {
        complain("%s:%zu:%zu: expected %s", in->name, error.line, error.column, error.expected);
        return false;
    }
    if (given(o, OPT_SORT) || given(o, OPT_CANONICAL))
        sfr_sort_functions(&w->model);
    return true;
}

static int refuse(const struct input *in, enum sfr_refusal why, const struct sfr_refused_at *at)
{
    const struct sfr_refusal_info *info = sfr_refusal_info(why);
    fprintf(stderr, "sframe-ref: %s: refused: %s: %s: %s", in->name, info->name, info->clauses, info->message);
    if (at->fde != SFR_NO_INDEX)
        fprintf(stderr, at->fre != SFR_NO_INDEX ? ", fde %" PRIu32 " fre %" PRIu32 : ", fde %" PRIu32, at->fde,
                at->fre);
    fputc('\n', stderr);
    return STATUS_REJECTED;
}

/* A few bytes of layout keys (fdeoff=, fre-len=, tail=) can ask for gigabytes of padding. Rows take less
   room in a section than in the text, so only padding can be this large. */
static bool is_out_of_proportion(const struct work *w, const struct input *in)
{
    return w->len > MOST_PADDING && w->len - MOST_PADDING > in->image_size;
}

/* Encodes once for the size, once for the bytes. */
static int encode(struct work *w, const struct input *in, const struct options *o)
{
    const enum sfr_layout layout = given(o, OPT_CANONICAL) ? SFR_LAYOUT_CANONICAL : SFR_LAYOUT_EXACT;
    struct sfr_refused_at at = { SFR_NO_INDEX, SFR_NO_INDEX };

    enum sfr_refusal why = sfr_encode(&w->model, layout, NULL, 0, &w->len, &at);
    if (why != SFR_REFUSAL_BUFFER_TOO_SMALL)
        return refuse(in, why, &at);
    if (is_out_of_proportion(w, in)) {
        complain(
            "%s: the section would have %zu bytes, nearly all padding; lower fdeoff=, fre-len= or tail= in the dump",
            in->name, w->len);
        return STATUS_TROUBLE;
    }
    w->bytes = malloc(w->len);
    if (!w->bytes) {
        complain("%s: out of memory", in->name);
        return STATUS_TROUBLE;
    }
    why = sfr_encode(&w->model, layout, w->bytes, w->len, &w->len, &at);
    return why == SFR_REFUSAL_NONE ? STATUS_ACCEPTED : refuse(in, why, &at);
}

int cmd_encode(const struct options *o)
{
    struct work w = { .len = 0 };
    struct input in;
    int status = STATUS_TROUBLE;

    if (is_for_terminal(o))
        return STATUS_USAGE;
    if (!map_file(&in, o->files[0]))
        return STATUS_TROUBLE;
    if (parse(&w, &in, o)) {
        status = encode(&w, &in, o);
        if (status == STATUS_ACCEPTED)
            status = write_section(w.bytes, w.len, o);
    }
    close_input(&in);
    free(w.fdes);
    free(w.fres);
    free(w.bytes);
    return status;
}
