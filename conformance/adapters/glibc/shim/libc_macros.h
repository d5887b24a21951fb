/* SPDX-License-Identifier: MIT */
/* What glibc's own build gives to each of its sources, as far as its SFrame reader needs it: macros
   that hide names, which do nothing here, and offsetof(). The compiler includes this file before
   each of them (-include). */
#include <stddef.h>

#define libc_hidden_proto(name)
#define libc_hidden_def(name)
#define attribute_hidden
