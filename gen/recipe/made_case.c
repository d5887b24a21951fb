/* SPDX-License-Identifier: MIT */
/* Cases that were made. */
#include "made_case.h"

#include <string.h>

const struct gen_case *gen_find_made(const struct gen_cases *cases, struct gen_target target, const char *id_tail)
{
    for (size_t i = 0; cases && i < cases->count; i++) {
        const struct gen_case *made = &cases->list[i];
        if (made->plan.target.profile == target.profile && made->plan.target.abi == target.abi
            && made->plan.verdict != GEN_REJECT && strcmp(made->plan.id_tail, id_tail) == 0)
            return made;
    }
    return NULL;
}
