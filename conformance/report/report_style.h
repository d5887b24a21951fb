/* SPDX-License-Identifier: MIT */
/* report_style.h - how the HTML report looks. */
#ifndef SFC_REPORT_STYLE_H
#define SFC_REPORT_STYLE_H

/* CSS, part by part; ends with NULL. */
extern const char *const sfc_report_style[];
/* Lines of the script that filters failures, opens the target of a link, and opens all for print; ends
   with NULL. The page is whole without it. */
extern const char *const sfc_report_script[];

#endif
