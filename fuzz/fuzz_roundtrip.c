/* SPDX-License-Identifier: MIT */
/*
 * Oracle: encoding the model or the dump of an accepted section gives its bytes again (with zeros
 * in gaps). Its canonical encoding is accepted, has the same meaning, and encodes to itself. A
 * section that is written for a rejected one is accepted. The laws are in ref/tests/roundtrip.h.
 */
#include "fuzz.h"
#include "roundtrip.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "roundtrip";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);

    if (size > FUZZ_MAX_INPUT)
        return 0;
    struct bytes b = { fuzz_alloc(in.size, 1), in.size };
    if (in.size > 0)
        memcpy(b.data, in.data, in.size);
    for (size_t i = 0; i < in.num_profiles; i++) {
        /* A model has a definite profile, so AUTO is replaced by the one of the section. */
        const char *wrong = in.profiles[i] == SFR_PROFILE_AUTO ? NULL : roundtrip_check(&b, in.profiles[i], in.addr);
        FUZZ_REQUIRE(wrong == NULL, 0, "%s, profile %s", wrong, sfr_profile_name(in.profiles[i]));
    }
    fuzz_note(roundtrip_done.accepted != 0);
    free(b.data);
    return 0;
}
