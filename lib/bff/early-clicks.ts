/**
 * A script that stands in the HTML of every page of the app: a button that is pressed before the page's own script
 * has taken it over is pressed once more as soon as that has happened. Otherwise the press would be lost, and a form
 * would be sent the browser's own way, with what was typed in the address. `ToastHost` says when, as `data-ready`.
 * Where that never comes to pass, what stands in for the page is drawn anew, and buttons that the HTML did not bring act
 * at once.
 *
 * A text, not a function: its hash is part of the content policy, so no compiler may change it.
 */
export const earlyClicks = `(()=>{
const page=document.documentElement,pressed=new Set;
let brought;
addEventListener('DOMContentLoaded',()=>{brought=new WeakSet(document.querySelectorAll('button'))});
const keep=event=>{
const button=event.target.closest('button');
if(!button||brought&&!brought.has(button))return;
event.preventDefault();
pressed.add(button);
};
addEventListener('click',keep,true);
new MutationObserver((_,observer)=>{
if(!('ready' in page.dataset))return;
observer.disconnect();
removeEventListener('click',keep,true);
for(const button of pressed)if(button.isConnected)button.click();
}).observe(page,{attributeFilter:['data-ready']});
})()`;
