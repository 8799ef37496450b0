import { filePath, viewPath } from '@/lib/public-page/addresses';
import { documentText, joinCard, publicBadge } from '@/lib/public-page/document';
import { collectionHead, feeds, titleOf } from '@/lib/public-page/head';
import { html, type Html, type Part } from '@/lib/public-page/html';
import { icon } from '@/lib/public-page/icons';
import { pageNumbers } from '@/lib/public-page/page-numbers';
import { tileClass } from '@/lib/public-page/stylesheet';
import type { CollectionView, DateView, Look, RowView } from '@/lib/public-page/views';

/** A page of a public collection: complete as it is, without any script. */
export function collectionPage(view: CollectionView, look: Look): string {
  return documentText(look, {
    title: `${titleOf(view, look)} · ${look.words('product')}`,
    head: collectionHead(view, look),
    badge: publicBadge(look),
    main: html`<h1 dir="auto">${view.name}</h1>
      ${view.description.trim() !== '' && html`<p class="about" dir="auto">${view.description.trim()}</p>`}
      ${facts(view, look)} ${(view.count > 0 || view.asked.q !== '') && searchForm(view, look)}
      ${list(view, look)} ${pages(view, look)} ${joinCard(look)}`,
    inLanguage: (lang) => viewPath(view.shelf, { ...view.asked, lang }),
  });
}

const time = ({ iso, text, title }: DateView, className: string | null): Html =>
  html`<time${className === null ? null : html` class="${className}"`} datetime="${iso}" title="${title}">${text}</time>`;

function facts(view: CollectionView, look: Look): Html {
  const { words } = look;
  return html`<div class="facts">
    <div>
      <span class="person" aria-hidden="true">${view.owner.initials}</span>
      <ul>
        <li><bdi>${view.owner.name}</bdi></li>
        <li>${words('links', { count: view.count })}</li>
        <li>${time({ ...view.updated, text: words('updated', { date: view.updated.text }) }, null)}</li>
      </ul>
    </div>
    <div>
      <details class="menu" id="feeds">
        <summary class="button quiet square" aria-label="${words('feeds')}" title="${words('feeds')}">
          ${icon('rss')}
        </summary>
        <ul>
          ${feeds.map(({ name, file, type }) => html`<li><a href="${filePath(view.shelf, file)}" type="${type}">${name}</a></li>`)}
        </ul>
      </details>
      ${copyButton(view, look)}
    </div>
  </div>`;
}

const copyButton = ({ shelf }: CollectionView, { words, origin }: Look): Html =>
  html`<button
      id="copy"
      class="button quiet"
      type="button"
      hidden
      data-url="${origin}${viewPath(shelf)}"
      data-done="${words('copiedStatus')}"
    >
      ${icon('link')}<span class="labels"><span>${words('copy')}</span><span>${words('copied')}</span></span>
    </button>
    <span id="copied" class="sr" role="status"></span>`;

function searchForm({ shelf, asked }: CollectionView, { words }: Look): Html {
  return html`<form class="search" role="search" action="${viewPath(shelf)}">
    <input
      type="search"
      name="q"
      value="${asked.q}"
      maxlength="200"
      placeholder="${words('search')}"
      aria-label="${words('search')}"
      enterkeyhint="search"
      autocomplete="off"
    />
    ${asked.lang && html`<input type="hidden" name="lang" value="${asked.lang}" />`}
    <button aria-label="${words('searchButton')}">${icon('search')}</button>
  </form>`;
}

function list(view: CollectionView, look: Look): Part {
  const { words } = look;
  const { q, lang } = view.asked;
  const toAll = viewPath(view.shelf, { lang });
  if (view.rows.length > 0) {
    return html`${
        q !== '' &&
        html`<div class="found">
          <p role="status">${words('found', { count: view.total, query: q })}</p>
          <a class="plain" href="${toAll}">${words('showAll')}</a>
        </div>`
      }
      <ol class="rows" aria-label="${words('list')}">
        ${view.rows.map(row)}
      </ol>`;
  }
  if (q === '') return empty(words('emptyTitle'), words('emptyText', { name: view.owner.name }), null);
  const showAll = html`<a class="button" href="${toAll}">${words('showAll')}</a>`;
  return empty(words('nothingTitle', { query: q }), words('nothingText'), showAll);
}

const empty = (title: string, text: string, next: Part): Html =>
  html`<div class="empty" role="status">
    <h2>${title}</h2>
    <p>${text}</p>
    ${next}
  </div>`;

function row({ title, href, host, path, tile, icon: source, date }: RowView): Html {
  const look = tileClass(tile.color);
  const picture =
    source === null
      ? html`<span class="${look}" aria-hidden="true">${tile.letter}</span>`
      : html`<img
          class="${look}"
          src="${source}"
          alt=""
          width="28"
          height="28"
          loading="lazy"
          decoding="async"
          data-letter="${tile.letter}"
        />`;
  const name =
    href === null
      ? html`<span class="title" dir="auto">${title}</span>`
      : html`<a class="title" dir="auto" href="${href}" target="_blank" rel="noopener ugc">${title}</a>`;
  return html`<li class="row">
    ${picture}
    <div class="what">
      ${name}<span class="address" dir="ltr">${host}<span class="path">${path}</span></span>
    </div>
    ${time(date, 'date')}
  </li> `;
}

function pages(view: CollectionView, look: Look): Part {
  const { asked, shelf, pages: count } = view;
  if (count < 2) return null;
  const { words } = look;
  const to = (page: number): string => viewPath(shelf, { ...asked, page });
  const numbers = pageNumbers(asked.page, count).map((page) => {
    if (page === null) return html`<li aria-hidden="true"><span>…</span></li>`;
    const label = words('page', { page });
    return page === asked.page
      ? html`<li><a href="${to(page)}" aria-current="page" aria-label="${label}">${page}</a></li>`
      : html`<li><a href="${to(page)}" aria-label="${label}">${page}</a></li>`;
  });
  const newer =
    asked.page > 1
      ? html`<a class="button" rel="prev" href="${to(asked.page - 1)}">${icon('left')}${words('newer')}</a>`
      : html`<span></span>`;
  const older =
    asked.page < count
      ? html`<a class="button" rel="next" href="${to(asked.page + 1)}">${words('older')}${icon('right')}</a>`
      : html`<span></span>`;
  return html`<nav class="pages" aria-label="${words('pages')}">
    ${newer}
    <ol>
      ${numbers}
    </ol>
    <p class="where">
      <span class="sr">${words('pageOf', { page: asked.page, pages: count })}</span
      ><span aria-hidden="true">${asked.page} / ${count}</span>
    </p>
    ${older}
  </nav>`;
}
