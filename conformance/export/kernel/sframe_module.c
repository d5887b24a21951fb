/* SPDX-License-Identifier: MIT */
/* The cases as a module that prints KTAP when it is loaded. Its init fails if an answer is wrong. */
#include <linux/errno.h>
#include <linux/module.h>

#include "sframe_linux.h"

static int level = SFRAME_LEVEL_VALIDATE;
module_param(level, int, 0444);
MODULE_PARM_DESC(level,
                 "the highest level whose wrong answers count: 1 read, 2 refuse, 3 validate (default), 4 strict");
static char *only = "";
module_param(only, charp, 0444);
MODULE_PARM_DESC(only, "the id of the one case to ask");

static int __init sframe_conformance_init(void)
{
    if (level < SFRAME_LEVEL_READ || level > SFRAME_LEVEL_STRICT)
        return -EINVAL;
    const int status = sframe_run(&sframe_linux_host, level, only);
    sframe_linux_free();
    return status == 0 ? 0 : status == 1 ? -EBADMSG : -ENODATA;
}

static void __exit sframe_conformance_exit(void) {}

module_init(sframe_conformance_init);
module_exit(sframe_conformance_exit);
MODULE_DESCRIPTION("Cases of the SFrame conformance suite");
MODULE_LICENSE("Dual MIT/GPL");
