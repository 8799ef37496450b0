/** A page that was fetched, and the address that was requested. */
interface Visit {
  readonly requested: string;
  readonly url: string;
  readonly title: string | null;
}

/**
 * Titles of pages that sites show to programs instead of their content, with status 200: challenges of Cloudflare, Akamai,
 * Imperva, PerimeterX, DataDome, DDoS-Guard, Vercel and Amazon, and the question for consent of Google.
 */
const gateTitles = [
  // Cloudflare, also in the languages that are requested.
  /^(?:just a moment|um momento|un momento|un instant|einen moment|só um momento)(?:, bitte)?(?:\.{3}|…)$/i,
  /^(?:one moment|please wait)(?:, please)?(?:\.{3}|…)(?: \| cloudflare)?$/i,
  /^attention required! \| cloudflare$/i,
  /^checking your browser(?: before accessing .{1,80})?(?:\.{3}|…)?$/i,
  /^(?:verify(?:ing)? (?:that )?you are (?:a )?human|verifica(?:ção|ndo) .{0,40}humano)\b.{0,40}$/i,
  /^(?:human|bot|robot|browser|security) (?:verification|check|challenge)$/i,
  /^(?:are you|you are) (?:a|not a) (?:robot|human)\b.{0,10}$/i,
  /^(?:access denied|access to this page has been denied\.?|request blocked|forbidden|403 forbidden)$/i,
  /^(?:pardon our interruption(?:\.{3}|…)?|vercel security checkpoint|ddos-guard|client challenge)$/i,
  /^request unsuccessful\. incapsula\b.{0,60}$/i,
  /^(?:re|h)?captcha(?: (?:verification|challenge|check|required))?$/i,
  /^(?:before you continue|antes de continuar)(?: (?:to|para o|no) (?:google|youtube)\b.{0,20})?$/i,
  /^amazon\.[a-z.]{2,6}$/i,
];

const gateWords = ['consent', 'login', 'signin', 'authwall'];

/**
 * Whether a page is a gate in front of the requested one: a challenge, a question for consent, or a sign-in page on
 * another host. A gate that was requested itself is a page like others.
 */
export function isGate({ requested, url, title }: Visit): boolean {
  if (title !== null && gateTitles.some((pattern) => pattern.test(title))) return true;
  const from = new URL(requested);
  const to = new URL(url);
  if (gateWordOf(from) !== undefined) return false;
  const word = gateWordOf(to);
  return word === 'authwall' || (word !== undefined && to.host !== from.host);
}

/** Returns the word of an address that identifies a gate, as in `/v3/signin/identifier` and `consent.site.example`. */
function gateWordOf({ hostname, pathname }: URL): string | undefined {
  const words = `${hostname.split('.', 1)[0] ?? ''}/${pathname}`.toLowerCase().split(/[^a-z-]+/);
  return gateWords.find((gate) => words.some((word) => word.replaceAll('-', '') === gate));
}
