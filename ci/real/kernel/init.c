/* SPDX-License-Identifier: MIT */
/* The only program of the machine that ci/real/kernel.sh boots: loads /module.ko with the parameters
   in /parameters, says how that went, and turns the machine off. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/reboot.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
    char parameters[256] = "";
    const int file = open("/parameters", O_RDONLY | O_CLOEXEC), module = open("/module.ko", O_RDONLY | O_CLOEXEC);
    if (file < 0 || read(file, parameters, sizeof parameters - 1) < 0)
        printf("init: /parameters: %s\n", strerror(errno));
    const long result = syscall(SYS_finit_module, module, parameters, 0);
    printf("init: the module %s%s\n",
           result == 0 ? "is loaded" : "is not loaded: ", result == 0 ? "" : strerror(errno));
    fflush(stdout);
    sync();
    reboot(RB_POWER_OFF);
    for (;;)
        pause();
}
