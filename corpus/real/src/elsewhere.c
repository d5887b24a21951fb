/* SPDX-License-Identifier: 0BSD OR CC0-1.0 */
/* What the other sources call: linked as a shared library of its own where an executable needs one. */
void elsewhere(void) { }
void elsewhere_1(void) { }
void elsewhere_2(void) { }
void elsewhere_3(void) { }
int outside(int *values, int count) { return values[0] + count; }
