/* SPDX-License-Identifier: MIT */
/* The look of the HTML report, on small and large screens, light and dark. It needs no script. */
#include <stddef.h>

#include "report_style.h"

const char *const sfc_report_style[] = {
    ":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b2330;--soft:#5b6675;--line:#dde2e9;--good:#1f8a4c;"
    "--known:#b7791f;--bad:#c62f3b;--none:#9aa4b2;--code:#f0f2f5;--mark:#ffd2d5;--accent:#2457c5}",
    "@media(prefers-color-scheme:dark){:root{--bg:#11151c;--card:#1a202a;--ink:#e4e9f0;--soft:#9aa6b6;--line:#2d3643;"
    "--good:#45c07d;--known:#e0a84a;--bad:#ff6b76;--none:#5f6b7b;--code:#131922;--mark:#7a2630;--accent:#84a9ff}}",
    "*{box-sizing:border-box}",
    "body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Noto Sans\",sans-serif;overflow-wrap:anywhere}",
    "main,header>div{max-width:72rem;margin:0 auto;padding:0 1rem}",
    "header{background:var(--card);border-bottom:1px solid var(--line);padding:1.4rem 0 1.2rem}",
    "h1{font-size:1.55rem;line-height:1.2;margin:0}h2{font-size:1.25rem;margin:2.2rem 0 .6rem}"
    "h3{font-size:1.02rem;margin:1.6rem 0 .5rem}",
    "p{margin:.4rem 0}.soft{color:var(--soft)}.small{font-size:.875rem}",
    "a{color:var(--accent)}",
    ".badge{display:inline-block;border-radius:1rem;padding:.1rem .7rem;font-size:.9rem;font-weight:600;color:#fff;"
    "background:var(--none)}",
    ".badge.good{background:#1f7a45}.badge.bad{background:#b3262f}.badge.known{background:#8a5a10}",
    "ul.overview{list-style:none;padding:0;margin:.8rem 0 0}ul.overview li{padding:.25rem 0}"
    "ul.overview a{font-weight:600;margin-right:.4rem}.overview .badge{font-size:.8rem;margin-right:.4rem}",
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:.6rem;margin:1rem 0}",
    ".cards div{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.6rem .8rem}",
    ".cards b{display:block;font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}",
    ".cards span{color:var(--soft);font-size:.85rem}",
    ".cards .good b{color:var(--good)}.cards .known b{color:var(--known)}.cards .bad b{color:var(--bad)}",
    ".wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem}",
    "table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}",
    "th,td{padding:.35rem .45rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}",
    "tr:last-child>*{border-bottom:0}tr.sum>*{font-weight:600}",
    "th:first-child{text-align:left;position:sticky;left:0;background:var(--card)}",
    "thead th{font-weight:600;color:var(--soft);border-bottom:1px solid var(--line)!important;white-space:normal;"
    "vertical-align:bottom;overflow-wrap:break-word;font-size:.78rem}",
    "tbody th{font-weight:400}td.zero{color:var(--none)}",
    ".bar{display:flex;height:.35rem;border-radius:.2rem;overflow:hidden;background:var(--line);min-width:3.6rem;"
    "margin-top:.15rem}.bar i{display:block}",
    "i.good{background:var(--good)}i.known{background:var(--known)}i.bad{background:var(--bad)}"
    "i.none{background:var(--none)}",
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.5rem 0;font-size:.85rem;color:var(--soft)}",
    ".legend i{display:inline-block;width:.7rem;height:.7rem;border-radius:.2rem;margin-right:.35rem}",
    "details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:.5rem 0;padding:0 .8rem}",
    "details details{background:none}",
    "summary{cursor:pointer;padding:.5rem 0}summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}",
    "details[open]>summary{border-bottom:1px solid var(--line);margin-bottom:.6rem}",
    ".n{display:inline-block;min-width:1.6rem;padding:0 .4rem;margin-right:.5rem;border-radius:.8rem;text-align:center;"
    "font-size:.85rem;font-weight:600;background:var(--line)}",
    ".tag{font-size:.85rem;color:var(--bad);font-weight:600}.known .tag{color:var(--known)}",
    "code,pre{font-family:ui-monospace,\"Cascadia Mono\",\"DejaVu Sans Mono\",Menlo,Consolas,monospace;"
    "font-size:.84rem}",
    "pre{background:var(--code);border-radius:.4rem;padding:.55rem .7rem;margin:.3rem 0 .8rem;overflow-x:auto}",
    "pre.wrap{white-space:pre-wrap}",
    "pre ins{text-decoration:none;color:var(--good)}pre del{text-decoration:none;color:var(--bad)}",
    "mark{background:var(--mark);color:inherit;border-radius:.2rem;outline:1px solid var(--bad)}",
    "h4{font-size:.82rem;font-weight:600;color:var(--soft);margin:.6rem 0 .1rem}",
    "ul{margin:.3rem 0 .8rem;padding-left:1.2rem}ul.ids{list-style:none;padding:0;columns:26rem auto}",
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem .9rem;margin:.4rem 0 .8rem;font-size:.9rem}"
    "dt{color:var(--soft)}dd{margin:0}",
    "#filter{width:100%;padding:.5rem .7rem;font:inherit;color:inherit;background:var(--card);"
    "border:1px solid var(--line);border-radius:.6rem}",
    "footer{color:var(--soft);font-size:.85rem;padding:2rem 0}",
    "@media(max-width:34rem){body{font-size:15px}h1{font-size:1.3rem}.cards{grid-template-columns:1fr 1fr}"
    "dl{grid-template-columns:1fr}dd{margin-bottom:.3rem}th,td{padding:.3rem .5rem}"
    "main,header>div{padding:0 .7rem}details{padding:0 .5rem}pre.hex{font-size:.56rem;padding:.5rem .3rem}"
    "ul.ids{columns:auto}}",
    "@media print{details>*{display:block}body{background:none}}",
    NULL,
};

const char sfc_report_script[] =
    "var f=document.getElementById('filter');f.hidden=false;f.addEventListener('input',function(){"
    "var w=f.value.toLowerCase();document.querySelectorAll('[data-id]').forEach(function(e){"
    "e.hidden=w!==''&&e.dataset.id.indexOf(w)<0});document.querySelectorAll('details.group').forEach(function(g){"
    "var some=g.querySelector('[data-id]:not([hidden])');g.hidden=!some;if(w!==''&&some)g.open=true})});";
