/* SPDX-License-Identifier: MIT */
/* Any recipe: what fuzz_check_recipe() says. */
#include "attack.h"

#include "check_recipe.h"

const char fuzz_property[] = "recipe";

bool attack_try(const uint8_t *data, size_t size)
{
    return fuzz_check_recipe((const char *)data, size);
}
