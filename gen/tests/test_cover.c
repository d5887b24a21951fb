/* SPDX-License-Identifier: MIT */
#include "cover.h"
#include "tap.h"
int main(void) { return 0; }
