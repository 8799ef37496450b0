// Language and theme of the offline page, before it is painted, and the way back to the page that was asked for.
const root = document.documentElement;
const cookie = (name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];

const language = cookie('markwell-locale') ?? navigator.language;
root.lang = /^pt\b/i.test(language) ? 'pt-BR' : 'en';
const theme = cookie('markwell-theme');
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

const reload = () => window.location.reload();
/** Also every few seconds: when the browser is online again, the server may not be reachable yet. */
const reloadIfReachable = () =>
  fetch('/v1/health', { cache: 'no-store' }).then(
    ({ ok }) => ok && reload(),
    () => undefined,
  );
window.addEventListener('online', reloadIfReachable);
setInterval(reloadIfReachable, 5_000);
document.addEventListener('DOMContentLoaded', () => {
  document.title = `${document.querySelector(`h1 [lang="${root.lang}"]`).textContent} · Markwell`;
  document.querySelector('button').addEventListener('click', reload);
});
