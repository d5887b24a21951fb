/* SPDX-License-Identifier: 0BSD */
/* The adapter: passes each question to the reader, and returns its answer. */
#include <sframe_adapter.h>

#include "reader.h"

static enum sfa_status answer(void *ctx, const struct sfa_request *request, struct sfa_answer *out)
{
    (void)ctx;
    (void)out;
    return header_is_sound(request->body, request->size) ? SFA_ACCEPT : SFA_REJECT;
}

int main(void)
{
    const struct sfa_adapter mine = {
        .name = "my-reader",
        .version = "1.0",
        .profiles = "v1 v2 v2e1 v2e2 v3",
        .abis = "aarch64 amd64 s390x",
        .orders = "little big",
        .ops = "validate",
        .answer = answer,
    };
    return sfa_main(&mine);
}
