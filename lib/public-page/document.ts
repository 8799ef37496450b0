import { assets } from '@/lib/public-page/assets';
import { html, type Html, type Part } from '@/lib/public-page/html';
import { icon, ribbon } from '@/lib/public-page/icons';
import { tokens } from '@/lib/public-page/stylesheet';
import type { Look } from '@/lib/public-page/views';
import { locales, type Locale } from '@/lib/i18n/locale';

interface DocumentParts {
  readonly title: string;
  /** What else stands in the head. */
  readonly head: Part;
  /** Under the line of the header; nothing on pages that are none of a collection. */
  readonly badge: Part;
  readonly main: Part;
  /** Paths of this page in each language; null where it has no address worth keeping. */
  readonly inLanguage: ((locale: Locale) => string) | null;
}

const languageNames: Record<Locale, string> = { en: 'English', 'pt-BR': 'Português' };
const [lightGround, darkGround] = tokens.bg;

/** A whole page, as text. */
export function documentText(look: Look, parts: DocumentParts): string {
  const { style, script, preloads } = assets();
  const { words } = look;
  const theme = look.theme === 'system' ? null : html` data-theme="${look.theme}"`;
  return html`<!doctype html>
    <html lang="${look.locale}" ${theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title}</title>
        ${preloads.map((url) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin />`)}
        ${style} ${parts.head} ${groundMetas(look)}
        <meta name="format-detection" content="telephone=no,email=no,address=no" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="icon" href="/icon-192.png" sizes="192x192" type="image/png" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body>
        <a class="skip" href="#main">${words('skip')}</a>
        <header>
          <div class="top">
            <a class="brand" href="/" aria-label="${words('home')}"
              >${ribbon}<span>${words('product')}</span></a
            >
            <a class="button" href="/collections#create" target="_blank" rel="noopener">${words('create')}</a>
          </div>
          ${parts.badge}
        </header>
        <main id="main">${parts.main}</main>
        ${footer(look, parts.inLanguage)} ${script}
      </body>
    </html> `.text;
}

/** The small sign that says what kind of page this is. */
export const publicBadge = ({ words }: Look): Html =>
  html`<p class="badge">${icon('globe')}${words('badge')}</p>`;

/** What everybody is offered at the end of a page. */
export const joinCard = ({ words }: Look): Html =>
  html`<section class="join">
    <div>
      <h2>${words('joinTitle')}</h2>
      <p>${words('joinText')}</p>
    </div>
    <a class="button primary" href="/register">${words('signUp')}</a>
  </section>`;

function groundMetas({ theme }: Look): Part {
  if (theme !== 'system')
    return html`<meta name="theme-color" content="${theme === 'dark' ? darkGround : lightGround}" />`;
  return html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${lightGround}" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${darkGround}" />`;
}

function footer(look: Look, inLanguage: DocumentParts['inLanguage']): Html {
  const { words } = look;
  return html`<footer>
    <p>${words('copyright', { year: String(look.year) })}</p>
    <ul>
      <li><a href="/terms">${words('terms')}</a></li>
      <li><a href="/privacy">${words('privacy')}</a></li>
      ${inLanguage && locales.map((locale) => languageItem(look, locale, inLanguage(locale)))}
      <li>
        <button id="theme" type="button" hidden aria-label="${words('theme')}" title="${words('theme')}">
          ${icon('theme')}
        </button>
      </li>
    </ul>
  </footer>`;
}

const languageItem = (look: Look, locale: Locale, href: string): Html =>
  html`<li>
    <a
      href="${href}"
      lang="${locale}"
      hreflang="${locale}"
      ${locale === look.locale ? html` aria-current="true"` : null}
      >${languageNames[locale]}</a
    >
  </li>`;
