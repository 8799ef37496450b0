import type { FileChoices, Refusal } from '@/components/features/import-export/import-step';
import { shownSpace } from '@/lib/api/call';
import { buildRequest } from '@/lib/api/request';
import { ApiProblem, NetworkFailure } from '@/lib/api/problem';
import { endsSession, requireLogout } from '@/lib/api/session';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { ProblemCode } from '@/lib/contract/problem';
import { routes } from '@/lib/contract/routes';

type Reason = Extract<ProblemCode, 'IMPORT_INVALID_FILE' | 'BODY_TOO_LARGE'>;

/** Returns why a file need not even be sent, by its size; null if it can be sent. Its content tells what it is. */
export function checkFile({ size }: Pick<File, 'size'>): Reason | null {
  if (size === 0) return 'IMPORT_INVALID_FILE';
  return size > serviceLimits.importBytes ? 'BODY_TOO_LARGE' : null;
}

/** Whether the browser can still read the file: it may have been moved, or be a folder. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 64).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bytes sent so far. */
  readonly onSent: (bytes: number) => void;
}

export interface ImportChoice extends Pick<FileChoices, 'folders' | 'archived' | 'spaces'> {
  /** Only reports what would be imported. */
  readonly dryRun: boolean;
  /** Target collection; null creates collections from the folders. */
  readonly collection: string | null;
  /** The fields of the columns of a table, separated by commas. */
  readonly columns: string | undefined;
}

/** Sends a bookmark file and returns the uuid of the import. Rejects with ApiProblem, or NetworkFailure. */
export type SendFile = (file: File, choice: ImportChoice, options: SendOptions) => Promise<string>;

const id = 'bookmarks.import';

/** Uses XMLHttpRequest, since fetch does not report upload progress. */
export const sendFile: SendFile = (file, query, { signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(routes[id].method, buildRequest(id, { query }).path);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    const space = shownSpace();
    if (space !== undefined) request.setRequestHeader('Space-Id', space);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onerror = () => reject(new NetworkFailure(undefined));
    request.onabort = () => reject(new NetworkFailure(signal.reason));
    request.onload = () => {
      const body: unknown = request.response;
      if (request.status === 202) resolve((body as { uuid: string }).uuid);
      else reject(noteRefusal(request.status, body));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

function noteRefusal(status: number, body: unknown): ApiProblem {
  const problem = new ApiProblem(status, typeof body === 'object' && body !== null ? body : {});
  if (endsSession(status, problem.code)) requireLogout(problem.message);
  return problem;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The import that this account started in this tab, so that it is found again after leaving or reloading the
 * page. Without storage, only that is lost.
 */
export function rememberedImport(store: Store | null, accountId: string) {
  const key = `import:${accountId}`;
  const attempt = <T>(action: (store: Store) => T): T | null => {
    try {
      return store === null ? null : action(store);
    } catch {
      return null;
    }
  };
  return {
    get: (): string | null => attempt((storage) => storage.getItem(key)),
    set: (uuid: string): void => void attempt((storage) => storage.setItem(key, uuid)),
    clear: (): void => void attempt((storage) => storage.removeItem(key)),
  };
}

export type RememberedImport = ReturnType<typeof rememberedImport>;

/** Reading the property itself throws if storage is blocked. */
export function sessionStore(): Store | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Returns the reason of a failed call: the code of the service's response, or `OFFLINE` without a response. */
export function refusalOf(failure: unknown): Refusal {
  if (!(failure instanceof ApiProblem)) return 'OFFLINE';
  // The service would have sent a specific code: this is from a server in between.
  if (failure.status === 413 && failure.code === 'UNKNOWN') return 'GATE_TOO_SMALL';
  return failure.code as Refusal;
}

/** Maximum duration of work on the main thread before the page may handle input. */
const pieceMs = 16;

/** Yields to pending tasks of the page. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Returns a function that yields during long work: `yieldIfDue()` costs nothing until a pause is due. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < pieceMs) return;
    await pause();
    since = performance.now();
  };
}
