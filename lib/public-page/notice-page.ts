import { documentText, joinCard } from '@/lib/public-page/document';
import { html } from '@/lib/public-page/html';
import type { Look } from '@/lib/public-page/views';

/** Why there is no collection to show. */
export type Notice = 'notFound' | 'busy' | 'away';

export const noticeStatus = { notFound: 404, busy: 429, away: 503 } as const satisfies Record<Notice, number>;

/** A page in place of a collection: what is the matter, that nothing is lost, and where to go. */
export function noticePage(notice: Notice, look: Look): string {
  const { words } = look;
  const name = words(`${notice}Name`);
  const next =
    notice === 'notFound'
      ? html`<a class="button" href="/">${words('toHome')}</a>`
      : html`<a class="button" href="">${words('retry')}</a>`;
  return documentText(look, {
    title: `${name} · ${words('product')}`,
    head: html`<meta name="robots" content="noindex" />`,
    badge: null,
    main: html`<div class="notice">
        <p class="code">${noticeStatus[notice]} · ${name}</p>
        <h1>${words(`${notice}Title`)}</h1>
        <p>${words(`${notice}Text`)}</p>
        ${next}
      </div>
      ${joinCard(look)}`,
    inLanguage: null,
  });
}
