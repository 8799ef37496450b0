import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { ProviderDeps } from '@/provider/deps';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';
import { readFileText } from '@/provider/integrations/reader/article';
import { readBytes } from '@/provider/middleware/body';
import type { CopyDraft } from '@/provider/modules/copies/make';
import { Problem } from '@/provider/problem';

/** A page as a browser showed it. */
export interface SentPage {
  readonly html: string;
  /** Null if the form has none. */
  readonly url: string | null;
}

const tooLarge = ({ headers }: Request): boolean =>
  Number(headers.get('content-length')) > serviceLimits.copyBytes;

/**
 * Reads the form that SingleFile and similar programs send. Throws UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE,
 * MALFORMED_REQUEST, and VALIDATION_FAILED for a form without a file or with a url that is none.
 */
export async function readSentPage(request: Request): Promise<SentPage> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (tooLarge(request)) throw new Problem('BODY_TOO_LARGE');
  const form = await readForm(request, type);
  const file = form.get('file');
  if (!(file instanceof Blob) || file.size === 0) throw invalid('file', 'required');
  const url = form.get('url');
  if (url !== null && (typeof url !== 'string' || !isLiveUrl(url))) throw invalid('url', 'unsafe_url');
  const html = decodeHtml(new Uint8Array(await file.arrayBuffer()), 'text/html');
  if (!html.includes('<')) throw invalid('file', 'invalid_format');
  return { html, url };
}

const invalid = (path: string, code: 'required' | 'unsafe_url' | 'invalid_format'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path, code }] });

/** The body is counted while it arrives, and parsed only then: a parser of a stream would not end at the limit. */
async function readForm({ body }: Request, type: string): Promise<FormData> {
  if (!body) throw new Problem('MALFORMED_REQUEST');
  try {
    const bytes = new Uint8Array(await readBytes(body, serviceLimits.copyBytes));
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}

/** A file in itself, such as a picture: it takes most of a page, and has no words. */
const embedded = /data:[\w.+-]+\/[\w.+-]+[^"'()\s,<>]{0,100},[^"'()\s<>]{256,}/g;

/**
 * Returns a sent page as a full copy. Its words are read in the isolated program; the file itself is kept as it is, and
 * served so that nothing in it runs. Throws SERVICE_UNAVAILABLE if too many pages are being read.
 */
export async function copySentPage(
  { config }: Pick<ProviderDeps, 'config'>,
  { html }: SentPage,
  url: string,
): Promise<CopyDraft> {
  const { programs, readerTimeoutMs: timeoutMs } = config;
  const page = { html: html.replace(embedded, ''), url };
  const found = await readFileText(page, { programs, timeoutMs }).catch(() => {
    throw new Problem('SERVICE_UNAVAILABLE');
  });
  const { title, text, wordCount, language } = found ?? { title: '', text: '', wordCount: 0, language: null };
  return {
    kind: 'full',
    url,
    title,
    byline: '',
    language,
    text,
    wordCount,
    document: html.toWellFormed(),
    pictures: [],
  };
}
