/* SPDX-License-Identifier: MIT */
/* The look of the HTML report, on small and large screens, light and dark. It needs no script.
   Every colour of text has a contrast of 4.5 on every ground (WCAG AA). */
#include <stddef.h>

#include "report_style.h"

const char *const sfc_report_style[] = {
    ":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b2330;--soft:#55606f;--line:#d5dbe3;--good:#187040;"
    "--known:#855608;--bad:#b3262f;--none:#8b95a3;--code:#f0f2f5;--mark:#ffd2d5;--accent:#1f4fb3}",
    "@media(prefers-color-scheme:dark){:root{--bg:#11151c;--card:#1a202a;--ink:#e4e9f0;--soft:#9fabbb;--line:#323c49;"
    "--good:#4cc583;--known:#e0a84a;--bad:#ff7d86;--none:#6b7787;--code:#131922;--mark:#6b222b;--accent:#8db0ff}}",
    "*{box-sizing:border-box}[hidden]{display:none!important}",
    "body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Noto Sans\",sans-serif;overflow-wrap:anywhere}",
    "main,header>div{max-width:72rem;margin:0 auto;padding:0 1rem}",
    "header{background:var(--card);border-bottom:1px solid var(--line);padding:1.2rem 0 .8rem}",
    "h1{font-size:1.55rem;line-height:1.2;margin:0}h2{font-size:1.25rem;margin:2rem 0 .6rem}"
    "h3{font-size:1.05rem;margin:1.6rem 0 .5rem}h4{font-size:.95rem;color:var(--soft);margin:1rem 0 .3rem}",
    "p{margin:.4rem 0}.soft,small{color:var(--soft)}.small,small{font-size:.875rem}",
    "a{color:var(--accent)}nav a{margin-right:1rem}",
    ".badge{display:inline-block;border-radius:1rem;padding:.1rem .7rem;font-size:.9rem;font-weight:600;color:#fff;"
    "background:#5b6675}",
    ".badge.good{background:#1f7a45}.badge.bad{background:#b3262f}.badge.known{background:#855608}",
    "ul.overview{list-style:none;padding:0;margin:.8rem 0}ul.overview li{padding:.25rem 0}"
    "ul.overview a{font-weight:600;margin-right:.4rem}.overview .badge{font-size:.8rem;margin-right:.4rem}",
    ".cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:.6rem;margin:1rem 0}"
    ".cards div:first-child{grid-column:span 2}",
    ".cards div{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.5rem .8rem}",
    ".cards b{display:block;font-size:1.4rem;line-height:1.2;font-variant-numeric:tabular-nums}",
    ".cards span{color:var(--soft);font-size:.85rem}",
    ".good b,td.good{color:var(--good)}.cards .known b{color:var(--known)}.cards .bad b,td.bad{color:var(--bad)}",
    ".wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem}",
    "table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}",
    "th,td{padding:.35rem .45rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}",
    "tr:last-child>*{border-bottom:0}tr.sum>*{font-weight:600}",
    "th:first-child{text-align:left;position:sticky;left:0;background:var(--card)}",
    "thead th{font-weight:600;color:var(--soft);border-bottom:1px solid var(--line)!important;white-space:normal;"
    "vertical-align:bottom;overflow-wrap:break-word;font-size:.78rem}",
    "tbody th{font-weight:400}.levels tbody th{white-space:normal}td.zero{color:var(--soft)}",
    ".bar{display:flex;height:.45rem;border-radius:.2rem;overflow:hidden;background:var(--line);min-width:3.6rem;"
    "margin-top:.15rem}.bar i{display:block}",
    "i.good{background:var(--good)}i.known{background:repeating-linear-gradient(90deg,var(--known) 0 3px,"
    "var(--card) 3px 5px)}i.bad{background:var(--bad)}i.none{background:var(--none)}",
    "i.bad{background:repeating-linear-gradient(135deg,var(--bad) 0 4px,var(--card) 4px 5px)}",
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.5rem 0;font-size:.85rem;color:var(--soft)}",
    ".legend i{display:inline-block;width:.9rem;height:.7rem;border-radius:.2rem;margin-right:.35rem}",
    "details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:.5rem 0;padding:0 .8rem}",
    "summary{cursor:pointer;padding:.5rem 0}summary:focus-visible,a:focus-visible,[tabindex]:focus-visible{"
    "outline:2px solid var(--accent);outline-offset:2px}",
    "details[open]>summary{border-bottom:1px solid var(--line);margin-bottom:.6rem}",
    ".n{display:inline-block;min-width:1.8rem;padding:0 .4rem;margin-right:.3rem;border-radius:.8rem;text-align:center;"
    "font-size:.85rem;font-weight:600;background:var(--line)}.title{font-weight:600;font-size:.95rem}",
    "code,pre,ul.ids{font-family:ui-monospace,\"Cascadia Mono\",\"DejaVu Sans Mono\",Menlo,Consolas,monospace;"
    "font-size:.84rem}",
    "pre{background:var(--code);border-radius:.4rem;padding:.55rem .7rem;margin:.3rem 0 .8rem;overflow-x:auto}",
    "pre.wrap{white-space:pre-wrap}",
    "ins{text-decoration:none;color:var(--good)}del{text-decoration:none;color:var(--bad)}",
    "mark{background:var(--mark);color:inherit;border-radius:.2rem;outline:1px solid var(--bad)}",
    ".label{font-size:.84rem;font-weight:600;color:var(--soft);margin:.7rem 0 .1rem}",
    "ul{margin:.3rem 0 .8rem;padding-left:1.2rem}ul.ids{list-style:none;padding:0}.ids li{padding:.12rem 0}"
    ".ids code{display:block;font-size:inherit;color:var(--soft)}",
    ":target{outline:2px solid var(--accent);outline-offset:3px;border-radius:.3rem}h2:target,div:empty:target{"
    "outline:0}",
    "dl{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem .9rem;margin:.4rem 0 .8rem;"
    "font-size:.9rem}dt{color:var(--soft)}dd{margin:0;white-space:pre-line}",
    "#filter{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;margin:.6rem 0}"
    "#filter label{font-size:.85rem;color:var(--soft);max-width:100%}#filter output{font-size:.85rem}",
    "#filter select,#filter input{display:block;max-width:100%;width:13rem;height:2.2rem;padding:0 .5rem;font:inherit;"
    "color:var(--ink);background:var(--card);border:1px solid var(--none);border-radius:.4rem}",
    "footer{color:var(--soft);font-size:.85rem;padding:2rem 0}",
    "@media(max-width:34rem){body{font-size:15px}h1{font-size:1.3rem}.cards{grid-template-columns:1fr 1fr}"
    "dl{grid-template-columns:1fr}dd{margin-bottom:.3rem}main,header>div{padding:0 .7rem}details{padding:0 .5rem}"
    "pre.hex{font-size:.7rem;padding:.5rem .3rem}#filter label{flex:1 1 40%}#filter select,#filter input{width:100%}}",
    "@media print{details>*{display:block!important}details::details-content{content-visibility:visible;"
    "display:block}#filter,nav{display:none}body{background:none}pre{white-space:pre-wrap}}",
    NULL,
};

/* A case takes from its group what it does not say itself. */
const char *const sfc_report_script[] = {
    "(function(){",
    "var all=function(s,e){return Array.prototype.slice.call((e||document).querySelectorAll(s))};",
    "var form=document.getElementById('filter'),keys=['o','c','a'],",
    "cases=all('.group').reduce(function(list,group){",
    "var first=group.querySelector('.case'),title=group.querySelector('.title').textContent;",
    "return list.concat(all('.case,.ids>li',group).map(function(e){var c={e:e,group:group};",
    "keys.forEach(function(k){c[k]=k in e.dataset?e.dataset[k]:first.dataset[k]});",
    "var id=e.querySelector('a').textContent;c.a=e.dataset.a||id.split('/').slice(-2)[0];",
    "c.t=(id+' '+title).toLowerCase();return c}))},[]);",
    "keys.forEach(function(k){var seen={};cases.forEach(function(c){if(c[k])seen['='+c[k]]=c[k]});",
    "Object.keys(seen).sort().forEach(function(s){form.elements[k].add(new Option(seen[s],seen[s]))})});",
    "function filter(){var text=form.elements.t.value.toLowerCase(),shown=0,on=text!=='';",
    "keys.forEach(function(k){on=on||form.elements[k].value!==''});",
    "cases.forEach(function(c){c.fits=c.t.indexOf(text)>=0&&keys.every(function(k){",
    "var v=form.elements[k].value;return v===''||v===c[k]});c.e.hidden=!c.fits;shown+=c.fits?1:0});",
    "all('.group').forEach(function(g){g.hidden=!g.querySelector('.case:not([hidden]),.ids>li:not([hidden])');",
    "if(on&&!g.hidden&&shown<=50)g.open=true});",
    "all('.level').forEach(function(l){l.hidden=!l.querySelector('.group:not([hidden])')});",
    "form.querySelector('output').textContent=shown+' of '+cases.length+' failures shown'}",
    "if(cases.length>0){form.hidden=false;form.addEventListener('input',filter);filter()}",
    "form.addEventListener('submit',function(e){e.preventDefault()});",
    "function show(){var e=document.getElementById(location.hash.slice(1)),p=e;",
    "for(;p;p=p.parentElement)if(p.tagName==='DETAILS')p.open=true;if(e)e.scrollIntoView()}",
    "window.addEventListener('hashchange',show);if(location.hash)show();",
    "var closed=[];window.addEventListener('beforeprint',function(){closed=all('details:not([open])');",
    "closed.forEach(function(d){d.open=true})});",
    "window.addEventListener('afterprint',function(){closed.forEach(function(d){d.open=false})});",
    "})();",
    NULL,
};
