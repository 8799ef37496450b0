import { isJson } from '@/components/features/import-export/importing/check-file';
import { ApiProblem, NetworkFailure } from '@/lib/api-client/api-problem';
import { buildRequest } from '@/lib/api-client/build-request';
import { endsSession, requireLogout } from '@/lib/api-client/logout-required';
import { routes } from '@/lib/contract/routes';

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Bytes of the file that are on their way. */
  readonly onSent: (bytes: number) => void;
}

export interface ImportChoice {
  /** Only find out what would come in. */
  readonly dryRun: boolean;
  /** Where everything goes; null for collections made from the folders. */
  readonly collection: string | null;
}

/** Sends a bookmark file and answers the uuid of the import. Rejects with ApiProblem, or NetworkFailure. */
export type SendFile = (file: File, choice: ImportChoice, options: SendOptions) => Promise<string>;

const id = 'bookmarks.import';

/** By XMLHttpRequest, since fetch does not say how much of a body is on its way. */
export const sendFile: SendFile = (file, query, { signal, onSent }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(routes[id].method, buildRequest(id, { query }).path);
    request.setRequestHeader('Content-Type', isJson(file) ? 'application/json' : 'text/html');
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
