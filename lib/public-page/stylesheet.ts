import type { FontUrls } from '@/lib/public-page/fonts';
import { TILE_COLORS } from '@/lib/domain/letter-tile';

/** The tokens of globals.css that these pages use; a test compares them. */
export const tokens = {
  bg: ['#fbfaf8', '#151311'],
  surface: ['#ffffff', '#1c1a17'],
  sunken: ['#f4f2ee', '#100f0d'],
  line: ['#e7e3dc', '#2b2823'],
  'line-strong': ['#d6d0c6', '#3b372f'],
  text: ['#1f1c18', '#ece8e1'],
  muted: ['#6b645a', '#a39b8e'],
  faint: ['#736b60', '#8f8679'],
  accent: ['#b93a1a', '#f0784f'],
  'accent-hover': ['#a03014', '#f58d68'],
  'on-accent': ['#ffffff', '#1d0d06'],
  avatar: ['#3f5a4c', '#3f5a4c'],
  'on-avatar': ['#ffffff', '#ffffff'],
} as const;

const tokenLines = Object.entries(tokens)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark});`)
  .join('');

// Style attributes are not allowed by the policy of these pages, so each color of a letter tile is a class.
const tileLines = TILE_COLORS.map((color, index) => `.t${index}{--tile:${color}}`).join('');
const tileNumbers = new Map<string, number>(TILE_COLORS.map((color, index) => [color, index]));

/** The class that gives a letter tile its color. */
export const tileClass = (color: string): string => `tile t${tileNumbers.get(color) ?? 0}`;

const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  ext: 'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

const face = (family: string, weights: string, url: string, range: string): string =>
  `@font-face{font-family:${family};font-weight:${weights};font-display:swap;src:url(${url}) format("woff2");unicode-range:${range}}`;

// The fallbacks take the room of the typefaces, so that nothing shifts when those arrive.
const fallbacks =
  '@font-face{font-family:sans-fallback;src:local(Arial);ascent-override:89.79%;descent-override:22.36%;line-gap-override:0%;size-adjust:107.89%}' +
  '@font-face{font-family:serif-fallback;src:local("Times New Roman");ascent-override:70.13%;descent-override:25.29%;line-gap-override:0%;size-adjust:104.8%}';

/** The one stylesheet of these pages, as it stands in their head. */
export function stylesheet(urls: FontUrls): string {
  const faces = [
    face('Inter', '100 900', urls.inter, ranges.latin),
    face('Inter', '100 900', urls.interExt, ranges.ext),
    face('Newsreader', '200 800', urls.newsreader, ranges.latin),
    face('Newsreader', '200 800', urls.newsreaderExt, ranges.ext),
  ];
  return `${faces.join('')}${fallbacks}:root{color-scheme:light dark;${tokenLines}}${tileLines}${rules}`;
}

const rules = `
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*,::before,::after{box-sizing:border-box;margin:0;padding:0}
[hidden]{display:none!important}
html{background:var(--bg);color:var(--text);scrollbar-color:var(--line-strong) transparent;-webkit-text-size-adjust:100%}
body{display:flex;flex-direction:column;min-height:100vh;max-width:760px;margin:0 auto;padding:0 20px;
font:400 .875rem/1.25rem Inter,sans-fallback,system-ui,sans-serif;overflow-wrap:anywhere;
-webkit-font-smoothing:antialiased;-moz-osx-font-smoothing:grayscale}
h1,h2,.brand,.about{font-family:Newsreader,serif-fallback,Georgia,serif;letter-spacing:-.01em}
a{color:inherit;text-decoration:none}
ol,ul{list-style:none}
button,input{font:inherit;color:inherit}
button,summary{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
::selection{background:color-mix(in oklab,var(--accent) 25%,transparent)}
.icon{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;top:8px;left:8px;z-index:3;padding:8px 12px;border-radius:8px;background:var(--surface);translate:0 -80px}
.skip:focus{translate:none}
.top{display:flex;align-items:center;justify-content:space-between;gap:12px;padding:16px 0}
.brand{display:inline-flex;align-items:center;gap:8px;position:relative;border-radius:6px;font-size:1.0625rem;line-height:1.5rem;font-weight:600}
.brand>span{translate:0 1px}
.ribbon{width:12px;height:18px;fill:var(--accent)}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;position:relative;min-height:32px;padding:5px 12px;
border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);font-weight:500;text-align:center;white-space:nowrap;
transition:background-color 120ms,color 120ms}
.button:hover{background:var(--sunken)}
.quiet{color:var(--muted);font-size:.8125rem}
.quiet:hover{color:var(--text)}
.square{width:32px;padding:0}
.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
.primary:hover{background:var(--accent-hover)}
.badge{display:inline-flex;align-items:center;gap:6px;height:26px;padding:0 10px;border:1px solid var(--line);border-radius:13px;
color:var(--muted);font-size:.8125rem;line-height:1.125rem}
.badge .icon{width:13px;height:13px}
main{flex:1;padding-bottom:26px}
h1{margin-top:34px;font-size:2.5rem;line-height:2.875rem;font-weight:600;letter-spacing:-.02em;text-wrap:balance}
.about{max-width:34.5rem;margin-top:8px;color:var(--muted);font-size:1.125rem;line-height:1.75rem;letter-spacing:0;text-wrap:pretty;white-space:pre-line}
.facts{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px 16px;margin-top:18px;color:var(--muted);font-size:.8125rem;line-height:1.125rem}
.facts>div{display:flex;align-items:center;gap:6px}
.facts ul{display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px}
.facts li:not(:last-child)::after{content:"·";margin-left:10px}
.person{display:grid;flex:none;place-items:center;width:28px;height:28px;margin-right:4px;border-radius:50%;background:var(--avatar);color:var(--on-avatar);font-size:.6875rem;line-height:1;font-weight:600}
.menu{position:relative}
.menu summary{list-style:none}
.menu summary::-webkit-details-marker{display:none}
.menu[open] summary{background:var(--sunken);color:var(--text)}
.menu ul{position:absolute;z-index:2;top:38px;right:0;display:block;min-width:168px;padding:4px;border:1px solid var(--line);border-radius:12px;
background:var(--surface);box-shadow:0 12px 32px -8px light-dark(rgb(31 28 24/.2),rgb(0 0 0/.6));color:var(--text)}
.menu li::after{content:none!important}
.menu li a{display:block;padding:8px 10px;border-radius:8px;font-size:.875rem;line-height:1.25rem}
.menu li a:hover{background:var(--sunken)}
.labels{display:grid;justify-items:start}
.labels>*{grid-area:1/1}
.labels>:last-child,.done .labels>:first-child{visibility:hidden}
.done .labels>:last-child{visibility:visible}
.search{position:relative;margin-top:22px}
.search input{width:100%;height:36px;padding:0 12px 0 34px;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);outline:0;appearance:none;
transition:border-color 120ms,box-shadow 120ms}
.search input::placeholder{color:var(--faint);opacity:1}
.search input:focus{border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in oklab,var(--accent) 24%,transparent)}
.search button{position:absolute;inset:0 auto 0 0;display:grid;place-items:center;width:36px;border:0;border-radius:8px;background:none;color:var(--muted)}
.found{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 16px;margin-top:14px;color:var(--muted);font-size:.8125rem;line-height:1.125rem}
.plain{position:relative;color:var(--accent);font-weight:500}
.plain:hover{color:var(--accent-hover);text-decoration:underline;text-underline-offset:4px}
.rows{margin-top:10px}
.row{position:relative;display:flex;align-items:center;gap:12px;height:56px;margin:0 -8px;padding:0 8px;content-visibility:auto;contain-intrinsic-height:56px}
.row+.row::after{content:"";position:absolute;top:0;right:8px;left:48px;height:1px;background:var(--line)}
.tile{display:grid;flex:none;place-items:center;position:relative;width:28px;height:28px;overflow:hidden;border-radius:7px;background:var(--tile);color:#fff;
font-size:.8125rem;line-height:1;font-weight:600}
img.tile{display:block;object-fit:cover;background:light-dark(#ffffff,#e4dfd6);outline:1px solid light-dark(rgb(31 28 24/.08),transparent);outline-offset:-1px}
img.tile::after{content:attr(data-letter);position:absolute;inset:-.5px;display:grid;place-items:center;border-radius:inherit;background:var(--tile)}
.what{flex:1;min-width:0}
.title,.address{display:block;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.title{font-weight:500;text-align:left}
.title:is(a)::before{content:"";position:absolute;inset:1px 0;border-radius:8px}
.title:focus-visible{outline:0}
.title:focus-visible::before{outline:2px solid var(--accent);outline-offset:-2px}
.address{color:var(--muted);font-size:.78125rem;line-height:1.125rem}
.path,.date{color:var(--faint)}
.date{flex:none;min-width:3.5rem;font-size:.78125rem;text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
.pages{display:flex;align-items:center;justify-content:space-between;gap:8px;margin-top:14px;font-variant-numeric:tabular-nums}
.pages ol{display:flex;align-items:center;gap:2px}
.pages li>*{display:grid;place-items:center;min-width:36px;height:36px;padding:0 6px;border-radius:8px;color:var(--muted)}
.pages li>a:hover{background:var(--sunken);color:var(--text)}
.pages [aria-current]{background:var(--sunken);color:var(--text);font-weight:600}
.pages .where{color:var(--muted);white-space:nowrap}
.empty{padding:56px 0 40px;text-align:center}
.empty h2{font-size:1.25rem;line-height:1.625rem;font-weight:600}
.empty p{max-width:26rem;margin:6px auto 16px;color:var(--muted);text-wrap:pretty}
.join{display:flex;align-items:center;justify-content:space-between;gap:16px;margin-top:26px;padding:20px 22px;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
.join h2{font-size:1.125rem;line-height:1.5rem;font-weight:600}
.join p{color:var(--muted);text-wrap:pretty}
.notice{padding:88px 0 22px}
.notice .code{color:var(--accent);font-size:.78125rem;line-height:1.125rem;font-weight:500;font-variant-numeric:tabular-nums}
.notice h1{margin-top:4px;font-size:1.875rem;line-height:2.375rem}
.notice p+p,.notice h1+p{max-width:34rem;margin:8px 0 20px;color:var(--muted);font-size:1rem;line-height:1.5625rem;text-wrap:pretty}
footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 20px;padding:16px 0 24px;border-top:1px solid var(--line);color:var(--muted);font-size:.78125rem;line-height:1.125rem}
footer ul{display:flex;flex-wrap:wrap;align-items:center;gap:8px 18px}
footer a,footer button{position:relative}
footer a:hover{color:var(--text);text-decoration:underline;text-underline-offset:4px}
footer [aria-current]{color:var(--text);font-weight:500}
footer button{display:grid;place-items:center;width:24px;height:24px;border:0;border-radius:6px;background:none}
@media (hover:hover){.title:is(a):hover::before{background:var(--sunken);z-index:-1}.row:has(a:hover){z-index:0}}
@media (pointer:coarse),(width<48rem){
.row{height:64px;contain-intrinsic-height:64px}
.search input{height:44px;font-size:1rem}
.search button{width:40px}
.search input{padding-left:38px}
.menu li a{padding:12px}
.brand::after,.button::after,.plain::after,footer a::after,footer button::after{content:"";position:absolute;inset:50% auto auto 50%;width:max(100%,44px);height:44px;translate:-50% -50%}
.pages li>*{height:44px}
}
@media (width<48rem){
h1{margin-top:24px;font-size:2rem;line-height:2.375rem}
.about{font-size:1.0625rem;line-height:1.625rem}
.join{flex-direction:column;align-items:stretch}
.pages ol{display:none}
}
@media (width<30rem){.facts li:last-child{flex-basis:100%}.facts li:nth-child(2)::after{content:none}}
@media (width>=48rem){.pages .where{display:none}}
@media (forced-colors:active){.ribbon{fill:CanvasText}.tile{forced-color-adjust:none}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{.search,.pages,.join,.top .button,.facts>div:last-child,footer{display:none}}
`.replaceAll('\n', '');
