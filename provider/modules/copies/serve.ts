import { buffer, text } from 'node:stream/consumers';
import type { CopyContent } from '@/lib/contract/copies';
import type { ProviderDeps } from '@/provider/deps';
import { findBlob, readBlob } from '@/provider/modules/blobs/blobs';
import {
  documentName,
  findCopy,
  pictureName,
  presentCopy,
  type CopyOf,
  type CopyRecord,
} from '@/provider/modules/copies/queries';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'blobs'>;

/**
 * What a copy may do: show itself, in a frame of `ancestor`. Everything that it needs is in the file, so the policy allows
 * no request at all, not even to this service: a picture of our own could be an address with effects or a proxy to
 * another server. Scripts, forms, frames and navigation are off by the empty sandbox.
 */
export const copyHeaders = (ancestor: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestor}`,
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline; filename="copy.html"',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
});

async function readDocument(deps: Deps, { accountId, id }: CopyOf, copy: CopyRecord): Promise<string> {
  const use = { accountId, bookmarkId: id, name: documentName(copy.id) };
  const found = await findBlob(deps.db, use);
  const content = found && (await readBlob(deps, found));
  if (!content) throw new Problem('NOT_FOUND');
  return text(content);
}

/** The store of a reader copy writes pictures in this form. */
const pictureSource = /(<img src=")copy:([0-9a-f]{32})"/g;

/** Returns a copy with its HTML, if it is a reader copy. Throws NOT_FOUND. */
export async function readCopy(deps: Deps, owner: CopyOf, id: string): Promise<CopyContent> {
  const copy = await findCopy(deps.db, owner, id);
  const { hash, byline, language } = copy;
  const path = `/v1/bookmarks/${owner.id}/copies/${id}/pictures/`;
  const html =
    copy.kind === 'full'
      ? null
      : (await readDocument(deps, owner, copy)).replace(pictureSource, `$1${path}$2"`);
  return { ...presentCopy(copy), hash, byline, language, html };
}

/** Returns a picture of a reader copy. Throws NOT_FOUND. */
export async function readPicture(
  deps: Deps,
  { accountId, id: bookmarkId }: CopyOf,
  copy: string,
  picture: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await findBlob(deps.db, { accountId, bookmarkId, name: pictureName(copy, picture) });
  const content = found && (await readBlob(deps, found));
  if (!content) throw new Problem('NOT_FOUND');
  return new Uint8Array(await buffer(content));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const style =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.125rem/1.6 serif}img{max-width:100%;height:auto}pre{overflow:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem}:root{color-scheme:light dark;background:canvas;color:canvastext}';

/** Returns a copy as a file that needs no other: pictures of a reader copy are in it. Throws NOT_FOUND. */
export async function readFile(deps: Deps, owner: CopyOf, id: string): Promise<string> {
  const copy = await findCopy(deps.db, owner, id);
  const document = await readDocument(deps, owner, copy);
  if (copy.kind === 'full') return document;
  const names = new Set([...document.matchAll(pictureSource)].map(([, , name]) => name ?? ''));
  const pictures = new Map<string, string>();
  for (const name of names) {
    const bytes = await readPicture(deps, owner, id, name).catch(() => null);
    if (bytes) pictures.set(name, `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`);
  }
  const body = document.replace(
    pictureSource,
    (_tag, start: string, name: string) => `${start}${pictures.get(name) ?? ''}"`,
  );
  const language = copy.language === null ? '' : ` lang="${escapeHtml(copy.language)}"`;
  const title = escapeHtml(copy.title);
  return `<!doctype html><html${language}><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>${body}</body></html>`;
}
