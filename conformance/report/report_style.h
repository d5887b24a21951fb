/* SPDX-License-Identifier: MIT */
/* report_style.h - how the HTML report looks. */
#ifndef SFC_REPORT_STYLE_H
#define SFC_REPORT_STYLE_H

/* CSS, part by part; ends with NULL. */
extern const char *const sfc_report_style[];
/* Makes the field that filters by id work. The page is whole without it. */
extern const char sfc_report_script[];

#endif
