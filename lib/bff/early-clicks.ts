/**
 * A script that stands in the HTML of every page of the app: a button that is pressed before the page's own script
 * has taken it over is pressed once more as soon as that has happened. Otherwise the press would be lost, and a form
 * would be sent the browser's own way, with what was typed in the address. `ToastHost` says when, as `data-ready`.
 *
 * A text, not a function: its hash is part of the content policy, so no compiler may change it.
 */
export const earlyClicks = `(()=>{
const page=document.documentElement,pressed=new Set,isReady=()=>'ready' in page.dataset;
addEventListener('click',event=>{
const button=event.target.closest('button');
if(!button||isReady())return;
event.preventDefault();
pressed.add(button);
},true);
new MutationObserver((_,observer)=>{
if(!isReady())return;
observer.disconnect();
for(const button of pressed)if(button.isConnected)button.click();
}).observe(page,{attributeFilter:['data-ready']});
})()`;
