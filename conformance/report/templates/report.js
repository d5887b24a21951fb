// SPDX-License-Identifier: MIT
// The filter. A case takes from its group what it does not say itself.
(function(){
var all=function(s,e){return Array.prototype.slice.call((e||document).querySelectorAll(s))};
var form=document.getElementById('filter'),keys=['o','c','a','s'],
cases=all('.group').reduce(function(list,group){
var first=group.querySelector('.case'),title=group.querySelector('.title').textContent;
return list.concat(all('.case,.ids>li',group).map(function(e){var c={e:e,group:group};
keys.forEach(function(k){c[k]=k in e.dataset?e.dataset[k]:first.dataset[k]});
var id=e.querySelector('a').textContent;c.a=e.dataset.a||id.split('/').slice(-2)[0];
c.t=(id+' '+title).toLowerCase();return c}))},[]);
keys.forEach(function(k){var seen={};cases.forEach(function(c){if(c[k])seen['='+c[k]]=c[k]});
Object.keys(seen).sort().forEach(function(s){form.elements[k].add(new Option(seen[s],seen[s]))})});
function filter(){var text=form.elements.t.value.toLowerCase(),shown=0,on=text!=='';
keys.forEach(function(k){on=on||form.elements[k].value!==''});
cases.forEach(function(c){c.fits=c.t.indexOf(text)>=0&&keys.every(function(k){
var v=form.elements[k].value;return v===''||v===c[k]});c.e.hidden=!c.fits;shown+=c.fits?1:0});
all('.group').forEach(function(g){g.hidden=!g.querySelector('.case:not([hidden]),.ids>li:not([hidden])');
if(on&&!g.hidden&&shown<=50)g.open=true});
all('.level').forEach(function(l){l.hidden=!l.querySelector('.group:not([hidden])')});
form.querySelector('output').textContent=shown+' of '+cases.length+' failures shown'}
if(cases.length>0){form.hidden=false;form.addEventListener('input',filter);filter()}
form.addEventListener('submit',function(e){e.preventDefault()});
function show(){var e=document.getElementById(location.hash.slice(1)),p=e;
for(;p;p=p.parentElement)if(p.tagName==='DETAILS')p.open=true;if(e)e.scrollIntoView()}
window.addEventListener('hashchange',show);if(location.hash)show();
var closed=[];window.addEventListener('beforeprint',function(){closed=all('details:not([open])');
closed.forEach(function(d){d.open=true})});
window.addEventListener('afterprint',function(){closed.forEach(function(d){d.open=false})});
})();
