/* SPDX-License-Identifier: MIT */
/* dump_model.h - the dump that an adapter is to encode, read by the reference's parser. */
#ifndef SFC_DUMP_MODEL_H
#define SFC_DUMP_MODEL_H

#include "adapter.h"
#include "sfr_text.h"

struct dump_model {
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
    uint8_t aux[255];
};

/* Returns SFA_ACCEPT, or what to answer. Free *d with dump_model_free() either way. */
static inline enum sfa_status dump_model_read(struct dump_model *d, const struct sfa_request *request,
                                              struct sfa_answer *answer)
{
    const char *text = (const char *)request->body;
    struct sfr_text_error error;
    size_t num_fdes, num_fres;
    enum sfr_profile profile;
    *d = (struct dump_model){ .fdes = NULL };
    if (!sfr_profile_from_name(request->profile, &profile))
        return sfa_say(answer, SFA_UNSUPPORTED, "no such profile");
    sfr_count_lines(text, request->size, &num_fdes, &num_fres);
    d->fdes = (struct sfr_model_fde *)calloc(num_fdes + 1, sizeof *d->fdes);
    d->fres = (struct sfr_model_fre *)calloc(num_fres + 1, sizeof *d->fres);
    if (!d->fdes || !d->fres)
        return sfa_say(answer, SFA_LIMIT, "out of memory");
    const struct sfr_dump_text dump = { text, request->size, profile, request->addr, d->fdes, d->fres, d->aux };
    return sfr_parse(&dump, &d->model, &error) ? SFA_ACCEPT
                                               : sfa_say(answer, SFA_INTERNAL, "%zu:%zu of the dump: expected %s",
                                                         error.line, error.column, error.expected);
}

static inline void dump_model_free(struct dump_model *d)
{
    free(d->fdes);
    free(d->fres);
}

#endif
