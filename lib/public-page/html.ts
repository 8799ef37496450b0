/** Markup that may be written as it is. Only `html` and `trusted` make it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes: text is escaped, markup is not, a list is joined, nothing leaves nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Control characters mean nothing in HTML and end an XML document; U+FFFE and U+FFFF are no characters.
const unwanted = /[\u0000-\u0008\v\f\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const special = /[&<>"']/g;

/** Text as it may stand in HTML and XML, between tags and in quoted attributes. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwanted, '')
    .replace(special, (sign) => named[sign] ?? '');

/**
 * Writes markup; whatever is put into it is escaped unless it is markup itself. The indentation of the template is for
 * those who read it here, and is left out.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const fixed = withoutIndentation(strings);
  let text = fixed[0] ?? '';
  for (const [index, part] of parts.entries()) text += write(part) + (fixed[index + 1] ?? '');
  return new Html(text);
}

/** The same for documents of XML, which editors must not take for HTML. */
export const xml = html;

/** Markup that was not made of anything that somebody typed: a drawing, a stylesheet, a script of ours. */
export const trusted = (text: string): Html => new Html(text);

/** JSON inside a `<script>`: no sequence of it can end the element or begin a comment. */
export const jsonInScript = (value: unknown): Html =>
  new Html(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, toEscape));

// The strings of a template are one object however often it is written.
const known = new WeakMap<TemplateStringsArray, readonly string[]>();

function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const found = known.get(strings);
  if (found) return found;
  const fixed = strings.map((text) => text.replace(/\n\s*/g, '\n'));
  known.set(strings, fixed);
  return fixed;
}

const toEscape = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeText(part);
  if (typeof part === 'number') return String(part);
  if (part === null || part === undefined || part === false) return '';
  let text = '';
  for (const inner of part) text += write(inner);
  return text;
}
