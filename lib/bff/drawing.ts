import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { findProcessWide, processWide } from '@/lib/bff/process-wide';

/**
 * A page while it is drawn, with all that it is drawn from besides its request and the day.
 *
 * [Note: Kept pages] A page of the library is a pure function of its request, of what the service replies to the calls
 * that it makes, and of the day. So the server in front (tooling/serve/kept-pages) may send the same bytes again once it
 * has made the same calls again, in the same reader's name, and each reply is the same. Nothing has to be told of a
 * change, and nothing can be forgotten: what the database says decides over every visit, whoever has changed it.
 */
export interface Drawing {
  /** Milliseconds since 1970: the time that the data of the page is said to be of. */
  readonly at: number;
  /** What the service replied, as digests by the path and query of the call. */
  readonly replies: Map<string, string>;
  /** Whether the page can be drawn again from the same replies: each call read something, and was answered with it. */
  isRepeatable: boolean;
}

/** Draws a page, noting what it is drawn from. */
export function noteDrawing<T>(drawing: Drawing, draw: () => T): T {
  return storage().run(drawing, draw);
}

/** The page that is being drawn; undefined where nobody keeps it. */
export function currentDrawing(): Drawing | undefined {
  return storage().getStore();
}

/** Notes the reply to a call that a page has made. `text` is null where there is none that could be compared. */
export function noteReply(drawing: Drawing, path: string, text: string | null): void {
  const digest = text === null ? null : digestOf(text);
  const known = drawing.replies.get(path);
  if (digest === null || (known !== undefined && known !== digest)) drawing.isRepeatable = false;
  else drawing.replies.set(path, digest);
}

/**
 * Whether a page would be drawn from the same replies again ([Note: Kept pages]): `headers` are those of the visit,
 * `replies` what was noted when the page was drawn. It never rejects.
 */
export type IsRedrawnAlike = (headers: Headers, replies: ReadonlyMap<string, string>) => Promise<boolean>;

const checkName = 'is-redrawn-alike';

/** Lets the server in front ask. */
export function offerCheck(check: IsRedrawnAlike): void {
  processWide(checkName, () => check);
}

/** What the app has offered; undefined as long as it has not, and where no page is kept. */
export const findCheck = (): IsRedrawnAlike | undefined =>
  findProcessWide(checkName) as IsRedrawnAlike | undefined;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

// The server in front and the pages are bundled apart.
const storage = () => processWide('drawing', () => new AsyncLocalStorage<Drawing>());
