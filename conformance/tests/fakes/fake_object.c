/* SPDX-License-Identifier: MIT */
/* A shared object that reads outside of the section in look-ups, or writes to it, as FAKE_MODE
   says. */
#include "ref_answer.h"

/* Takes memory for as many functions as the header counts, before it looks at anything else. */
static bool has_room(const struct sfa_request *request)
{
    static void *volatile last;
    uint32_t count = 0;
    if (request->size >= 12)
        memcpy(&count, request->body + 8, sizeof count);
    last = malloc(((size_t)count + 1) * 1024);
    const bool has = last != NULL;
    free(last);
    return has;
}

static enum sfa_status misbehave(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    const char *mode = getenv("FAKE_MODE");
    volatile const unsigned char *body = request->body;
    (void)ctx;
    if (request->op == SFA_LOOKUP && mode && strcmp(mode, "reads-behind") == 0)
        (void)body[request->size];
    if (mode && strcmp(mode, "always-reads-behind") == 0)
        (void)body[request->size];
    if (mode && strcmp(mode, "allocates-count") == 0 && !has_room(request))
        return SFA_REJECT;
    if (mode && strcmp(mode, "always-writes") == 0 && request->size > 0)
        ((volatile unsigned char *)(uintptr_t)request->body)[0] = 0;
    if (request->op == SFA_LOOKUP && mode && strcmp(mode, "reads-before") == 0)
        (void)body[-1];
    if (request->op == SFA_LOOKUP && mode && strcmp(mode, "writes") == 0)
        ((volatile unsigned char *)(uintptr_t)request->body)[0] = 0;
    if (request->op == SFA_LOOKUP && mode && strcmp(mode, "depends") == 0 && (uintptr_t)request->body % 4096 == 0)
        return SFA_REJECT;
    if (request->second && mode && strcmp(mode, "reads-behind-second") == 0)
        (void)((volatile const unsigned char *)request->second)[request->second_size];
    return ref_answer(NULL, request, answer);
}

const struct sfa_adapter *sfa_adapter_1(void)
{
    static const struct sfa_adapter adapter = {
        .name = "fake",
        .version = "1.2.3",
        .profiles = "v1 v2 v2e1 v2e2 v3",
        .abis = "aarch64 amd64 s390x",
        .orders = "little big",
        .ops = "decode lookup sequence",
        .answer = misbehave,
    };
    return &adapter;
}
