import { bookmarkTypes, type BookmarkType } from '@/lib/domain/query/query';
import { asksForInstructions } from '@/provider/modules/ask/fillers';
import { expand, inAll, joinPhrases, slot } from '@/provider/modules/ask/phrases';
import { pattern, type TokenList } from '@/provider/modules/ask/tokens';

/** Types whose content `of` introduces: `pictures of Lisbon`. */
const showing: ReadonlySet<BookmarkType> = new Set(['video', 'image']);

const begins = expand('(?<=(?:^|,|>|, no| {beforeType}) )');
const beginsMany = expand('(?<=(?:^|,|>| {beforeType}| no) )');
/** After another word that is no preposition: `rust videos`, but not `processing of images`. */
const compounds = expand('(?<!(?: {insideType}|^) )(?<=[^ <>] )');
const ends = expand('{ends}');
const endsOrOf = expand('(?= (?:<|,|$|(?:of|de|{connector}) ))');
const endsCompound = '(?= (?:<|,|$|(?:about|that|i|from|sobre|que) ))';
const start = expand('{begins}');
const endsAlone = '(?= (?:<|,|$|about |sobre ))';
/** Distinguishes a type from the first half of an idiom: `imagem e semelhança`. */
const notIdiom = '(?! (?:and|e) )';

const rules = bookmarkTypes.map((type) => {
  const many = joinPhrases(inAll((language) => language.type[type]?.many));
  const one = joinPhrases(inAll((language) => language.type[type]?.one));
  const alone = inAll((language) => language.type[type]?.alone);
  const shows = showing.has(type);
  return {
    node: { kind: 'type', type } as const,
    rules: [
      // A Portuguese adjective follows its noun; an English noun before another noun modifies it.
      pattern(`${beginsMany}${many}${shows ? '' : '(?! of )'}`),
      pattern(`${begins}${one}${notIdiom}${shows ? endsOrOf : `${ends}|${begins}${one}(?= de )`}`),
      pattern(`${compounds}${many}${ends}`),
      pattern(`${compounds}${one}${endsCompound}`),
      ...(alone.length === 0 ? [] : [pattern(`${start}${joinPhrases(alone)}${endsAlone}`)]),
    ],
  };
});

const asPdf = pattern(slot((language) => language.asPdf));

/** Finds types of bookmarks, unless the word modifies another one: `video editing`. */
export function findTypes(list: TokenList): void {
  // A question for instructions names a subject, not a type.
  if (asksForInstructions(list)) return;
  // In `articles as pdf`, the file format decides the type.
  list.rewrite(asPdf, () => ({ kind: 'type', node: { kind: 'type', type: 'pdf' } }));
  if (list.toString().includes(' <type> ')) return;
  for (const { node, rules: ofType } of rules) {
    for (const rule of ofType) list.rewrite(rule, () => ({ kind: 'type', node }));
  }
}
