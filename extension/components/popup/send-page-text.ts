import { call } from '@/extension/lib/client';
import { runInPage } from '@/extension/lib/page-content';
import { serviceLimits } from '@/lib/contract/service-limits';

/** Sends the page as the browser shows it, so that pages behind a login can be read and kept in Markwell. */
export const sendPageText = {
  /** Returns the HTML of a page, as much of it as the server reads; null if the browser does not allow it. */
  read: async (tabId: number): Promise<Uint8Array<ArrayBuffer> | null> => {
    const read = await Promise.race([
      runInPage(tabId, readHtml, pictureLimits),
      new Promise<null>((resolve) => setTimeout(resolve, htmlMaxMs, null)),
    ]);
    if (read === null) return null;
    const html = new TextEncoder().encode(read.html);
    return read.hasPictures ? html : html.slice(0, serviceLimits.pageHtmlBytes);
  },
  /** Sends it to a saved bookmark. Returns what to tell the user, or null. */
  send: async (
    uuid: string,
    html: Uint8Array<ArrayBuffer> | null,
  ): Promise<'pageTextFailed' | 'pageTextEmpty' | null> => {
    if (html === null) return 'pageTextFailed';
    try {
      const body = new Blob([html], { type: 'text/html; charset=utf-8' });
      const { status } = await call('bookmarks.sendContent', { params: { uuid }, body });
      return status === 'empty' ? 'pageTextEmpty' : null;
    } catch {
      return 'pageTextFailed';
    }
  },
};

/** A page that has no time for its HTML in this time is saved without it. */
const htmlMaxMs = 5_000;

const pictureLimits = {
  /** Of the HTML without pictures; a longer page is sent without any. */
  htmlLength: serviceLimits.pageHtmlBytes / 2,
  /** Of all pictures, in Base64. */
  length: serviceLimits.sentPageBytes / 2,
  edge: serviceLimits.copyPictureEdge,
  /** Smaller ones are decoration. */
  edgeMin: 64,
  ms: 2_000,
};

/**
 * Returns the HTML of the page, with the pictures that the browser has: the server would not get those behind a login.
 * The browser does not give the pixels of other sites' pictures. Runs in the page, so it refers to nothing outside.
 */
function readHtml(limits: typeof pictureLimits): { html: string; hasPictures: boolean } {
  const root = document.documentElement;
  const html = root.outerHTML;
  if (html.length > limits.htmlLength) return { html, hasPictures: false };
  const copy = root.cloneNode(true) as Element;
  const copies = copy.querySelectorAll('img');
  const end = performance.now() + limits.ms;
  let room = limits.length;
  for (const [at, picture] of root.querySelectorAll('img').entries()) {
    const { naturalWidth: width, naturalHeight: height } = picture;
    const target = copies[at];
    if (!target || !picture.complete || Math.min(width, height) < limits.edgeMin) continue;
    if (performance.now() > end) break;
    const scale = Math.min(1, limits.edge / Math.max(width, height));
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
    });
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    let file = '';
    try {
      file = canvas.toDataURL('image/webp', 0.8);
    } catch {
      // A picture of another site.
      continue;
    }
    if (file.length > room) continue;
    room -= file.length;
    for (const name of ['srcset', 'data-src', 'data-srcset', 'data-original']) target.removeAttribute(name);
    for (const source of target.closest('picture')?.querySelectorAll('source') ?? []) source.remove();
    target.setAttribute('src', file);
  }
  return { html: copy.outerHTML, hasPictures: true };
}
