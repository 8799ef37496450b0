import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from '@/server/http-listener';

/**
 * Keeps the host of saved copies apart from the app, see [Note: Content host]: it answers signed addresses of copies and
 * nothing else, and no other host answers those. Without such a host, returns the handler as it is.
 */
export function separateContent(contentUrl: string | null, handle: RequestHandler): RequestHandler {
  if (contentUrl === null) return handle;
  return async (request, response) => {
    const isCopy = /^\/content\/[\w.-]+$/.test(request.url ?? '') && isRead(request);
    if (isContentHost(request, contentUrl) === isCopy && (isCopy || !isContentPath(request))) {
      await handle(request, response);
      return;
    }
    response.writeHead(404, { 'cache-control': 'no-store', connection: 'close' }).end();
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Whether the framework could route a request to the copies, however its path is written. */
const isContentPath = ({ url }: IncomingMessage): boolean => {
  try {
    return /^\/+content(?:[/?#\\]|$)/i.test(decodeURIComponent(url ?? ''));
  } catch {
    return true;
  }
};

/** The name in the request, or in that of a trusted proxy; ports differ behind one. A trailing dot means the same. */
function isContentHost({ headers }: IncomingMessage, contentUrl: string): boolean {
  const { hostname } = new URL(contentUrl);
  const names = `${headers['x-forwarded-host']?.toString() ?? ''},${headers.host ?? ''}`.split(',');
  return names.some((name) => hostnameOf(name.trim()) === hostname);
}

function hostnameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
