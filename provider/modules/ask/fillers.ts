import { expand, inAll, slot } from '@/provider/modules/ask/phrases';
import { pattern, type TokenList } from '@/provider/modules/ask/tokens';

const first = inAll(({ filler }) => filler.first).map((phrase) => pattern(`(?<=^ )${expand(phrase)}`));
const anywhere = pattern(slot(({ filler }) => filler.anywhere));
/** Words such as `all the`, before a thing or at the end. */
const leadingDeterminers = pattern(
  expand(
    '{begins}(?:(?:the|os|as|o|a) )?(?:(?:{all}|{each})(?= ) ?)*{all}(?= (?:<|,|$|about|on|from|in|that|with|sobre|d[aeo]s?|em|n[ao]s?|que|com|{anyNoun})(?: |$))',
  ),
);

/** Removes introductions and polite phrases, which have no meaning for the search. */
export function dropFillers(list: TokenList): void {
  for (const rule of [...first, anywhere, leadingDeterminers]) list.rewrite(rule, () => ({ kind: 'gap' }));
}

const instructions = new RegExp(`^ (?:<gap> )?${slot(({ filler }) => filler.instructions)} `);

/** Whether a question asks for instructions or an explanation; what it names is a subject and no condition. */
export const asksForInstructions = (list: TokenList): boolean => instructions.test(list.toString());

const about = pattern(slot(({ filler }) => filler.about));
const nouns = [
  expand('(?<=(?:^|,|>| (?:the|my|all|any|os|as|meus|minhas|and|e|which|what)) ){noun}(?= (?:<|,|$|(?:for|of|to|de|para|are|is|estao|esta|{connector}) ))'),
  expand('(?<!(?: (?:of|de|do|da|to|for|the)|^) )(?<=[^ <>] )(links|bookmarks|stuff){ends}'),
].map(pattern); // prettier-ignore

/** Removes words for bookmarks in general. Runs last, since other rules match on these words. */
export function dropNouns(list: TokenList): void {
  for (const rule of [about, ...nouns]) list.rewrite(rule, () => ({ kind: 'gap' }));
}

const portuguese = new RegExp(` ${slot(({ own }) => own)} `);

/** Whether a question is certainly Portuguese, where `no` means `in the`. */
export const isPortuguese = (list: TokenList): boolean => portuguese.test(list.toString());
