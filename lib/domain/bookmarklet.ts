/**
 * Returns the URL of a bookmarklet that opens the form for the current page, with its selection, in a window of the
 * installation. It runs under the content policy of that page, so it loads and sends nothing itself. The fragment is not
 * sent to the server, and the window cannot reach the page.
 */
export function bookmarkletOf(origin: string): string {
  const form = JSON.stringify(`${origin}/#add?`);
  const fields = `{url:location.href,title:document.title,description:String(getSelection()).slice(0,4000)}`;
  const program = `void open(${form}+new URLSearchParams(${fields}),"_blank","noopener,popup,width=600,height=760")`;
  return `javascript:${encodeURIComponent(program)}`;
}
