import { foldText } from '@/lib/domain/search-words';

/** A name that somebody is typing behind its sign: `@` of a collection, `#` of a tag. */
export interface Completion {
  readonly sign: '@' | '#';
  /** Where the sign stands. */
  readonly from: number;
  /** Where what it stands for ends. */
  readonly to: number;
  /** What there is of the name. */
  readonly typed: string;
}

// Behind a sign up to the caret: a quotation that is still open, or a name, which may have spaces.
const sign = /(?:^|[\s(])-?([@#])(?:"([^"]*)|([^\s"@#()][^"@#()]{0,80})?)$/u;

/** The name that the caret stands in; null where it stands in none. */
export function completionAt(text: string, caret: number): Completion | null {
  const before = text.slice(Math.max(0, caret - 120), caret);
  const found = sign.exec(before);
  if (!found) return null;
  const typed = found[2] ?? found[3] ?? '';
  const isQuoted = found[2] !== undefined;
  const from = caret - typed.length - (isQuoted ? 2 : 1);
  const rest = text.slice(caret);
  const end = isQuoted ? /^[^"\s]*"?/u : /^[^\s"()]*/u;
  return {
    sign: found[1] as '@' | '#',
    from,
    to: caret + (end.exec(rest)?.[0].length ?? 0),
    typed,
  };
}

/** The text with the chosen name in its place, and where the caret stands then: ready for the next word. */
export function completed(text: string, { from, to }: Completion, condition: string) {
  const after = text.slice(to);
  const rest = after.startsWith(' ') ? after : ` ${after}`;
  return { text: text.slice(0, from) + condition + rest, caret: from + condition.length + 1 };
}

/** The text without the name that is still being typed: what can be searched for meanwhile. */
export const withoutCompletion = (text: string, { from, to }: Completion): string =>
  `${text.slice(0, from).replace(/-$/, '')} ${text.slice(to)}`.trim().replaceAll(/\s+/g, ' ');

const shown = 6;

/**
 * Of the things that have names, those whose name holds what was typed, those that begin with it first. Where what was
 * typed has a space, only a name that begins so can be meant: else the space has ended it.
 */
export function matchingNames<Named>(
  all: readonly Named[],
  nameOf: (one: Named) => string,
  typed: string,
): Named[] {
  const wanted = foldText(typed.trimStart());
  const needsStart = wanted.includes(' ');
  return all
    .map((one) => ({ one, name: foldText(nameOf(one)) }))
    .map(({ one, name }) => ({ one, name, at: name.indexOf(wanted) }))
    .filter(({ at }) => (needsStart ? at === 0 : at >= 0))
    .sort((a, b) => Math.sign(a.at) - Math.sign(b.at))
    .slice(0, shown)
    .map(({ one }) => one);
}
