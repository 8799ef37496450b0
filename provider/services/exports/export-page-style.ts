/** The look of an exported page: the colors of the product, the fonts of the device. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fbfaf8, #151311);
  --surface: light-dark(#ffffff, #1c1a17);
  --line: light-dark(#e7e3dc, #2b2823);
  --line-strong: light-dark(#d6d0c6, #3b372f);
  --text: light-dark(#1f1c18, #ece8e1);
  --muted: light-dark(#6b645a, #a39b8e);
  --accent: light-dark(#b93a1a, #f0784f);
  --on-accent: light-dark(#ffffff, #1d0d06);
}
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 40px 20px 80px; }
h1 { margin: 0; font: 500 32px/1.2 Georgia, serif; }
p { margin: 8px 0; }
ul { margin: 0; padding: 0; list-style: none; }
[hidden] { display: none !important; }
.from, .facts, .url, #hints, #rest, .note { color: var(--muted); font-size: 14px; }
form, .tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 20px 0 8px; }
label { flex: 1 1 260px; font-size: 14px; font-weight: 500; }
input {
  box-sizing: border-box; width: 100%; height: 44px; padding: 0 12px; margin-top: 4px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: 8px;
}
button {
  height: 44px; padding: 0 18px; font: inherit; font-weight: 500; border: 1px solid var(--line-strong); border-radius: 8px;
  color: inherit; background: var(--surface); cursor: pointer;
}
form button { color: var(--on-accent); background: var(--accent); border-color: transparent; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#status { min-height: 24px; font-weight: 500; }
#list { margin-top: 16px; border-top: 1px solid var(--line); }
#list li { padding: 12px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
#list a, #list span { color: inherit; font-weight: 500; text-decoration: none; }
#list a:hover { text-decoration: underline; }
`;
