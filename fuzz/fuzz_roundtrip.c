/* SPDX-License-Identifier: MIT */
/*
 * Oracle: an accepted section comes back byte for byte (with zeros where nothing is stored) from its model and from the
 * text of its dump; its canonical encoding is accepted, means the same, and encodes to itself; what is written for a
 * rejected section is accepted. The laws are those of ref/tests/roundtrip.h.
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
        /* The model keeps the profile that was chosen, and has none for "that of the version number". */
        const char *wrong = in.profiles[i] == SFR_PROFILE_AUTO ? NULL : roundtrip_check(&b, in.profiles[i], in.addr);
        FUZZ_REQUIRE(wrong == NULL, 0, "%s, profile %s", wrong, sfr_profile_name(in.profiles[i]));
    }
    fuzz_note(roundtrip_done.accepted != 0);
    free(b.data);
    return 0;
}
