/**
 * All the script there is: the copy button and the theme button, which stay hidden without it, and a menu that closes
 * by a click beside it. Checked against the names of the rest of the application by a test.
 */
export const script =
  `(d=>{const $=i=>d.getElementById(i),c=$('copy'),t=$('theme'),f=$('feeds'),r=d.documentElement;
if(c&&navigator.clipboard){c.hidden=false;c.onclick=async()=>{await navigator.clipboard.writeText(c.dataset.url);
c.className+=' done';$('copied').textContent=c.dataset.done;setTimeout(()=>{c.classList.remove('done');$('copied').textContent=''},2e3)}}
t.hidden=false;t.onclick=()=>{const n=(r.dataset.theme||(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light'))=='dark'?'light':'dark';
r.dataset.theme=n;d.cookie='markwell-theme='+n+';path=/;max-age=31536000;samesite=lax'+(location.protocol=='https:'?';secure':'');
d.querySelectorAll('[name=theme-color]').forEach(m=>m.content=n=='dark'?'#151311':'#fbfaf8')};
if(f){d.onclick=e=>f.contains(e.target)||(f.open=false);d.onkeydown=e=>{if(e.key=='Escape')f.open=false}}
})(document)`.replaceAll('\n', '');
