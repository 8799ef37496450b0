/** The url as the WHATWG parser reads it, or null; `URL.parse` is younger than the browsers that are supported. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether a parsed url is an address of the web. */
export const isWeb = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/**
 * Whether a url may become a link, an image source or a request: only http and https, as the WHATWG parser reads it.
 * The one check in front of every place that would open a url.
 */
export function isLiveUrl(url: string | null | undefined): boolean {
  const parsed = url ? readUrl(url) : null;
  return parsed !== null && isWeb(parsed);
}
