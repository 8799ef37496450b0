import type { DateField, DateOp, QueryNode } from '@/lib/domain/query/query';
import { between, dateNode, isSpan, spanOf } from '@/provider/modules/ask/dates';
import { unitOf, unitPattern } from '@/provider/modules/ask/dates';
import { numberPattern as n, readNumber, type When } from '@/provider/modules/ask/tokens';
import { pattern, type Token, type Found, type Item, type TokenList } from '@/provider/modules/ask/tokens';
import {
  endsHere,
  noun,
  open,
  opened,
  recently,
  save,
  saved,
  typeNoun,
  who,
} from '@/provider/modules/ask/tokens';

const span = '<(?:date|maybe|day)>';
const time = '<(?:when|date|maybe|day)>';
const neither =
  "(?:haven't|havent|have not|hasn't|has not|didn't|did not|don't|do not|not|never|nunca|nao)(?: been| foram| foi)?";

const opOf: readonly (readonly [RegExp, DateOp])[] = [
  [/^(?:more than|over|mais de|mais que)$/, '>'],
  [/^(?:at least|pelo menos|no minimo|ao menos)$/, '>='],
  [/^(?:less than|fewer than|under|menos de|menos que)$/, '<'],
  [/^(?:at most|up to|no more than|no maximo|ate)$/, '<='],
];
const ops =
  '(?:more than|over|mais de|mais que|at least|pelo menos|no minimo|ao menos|less than|fewer than|under|menos de|menos que|at most|up to|no more than|no maximo|ate|exactly|exatamente|only|just|so|apenas|somente)';

const times = pattern(
  `(?:${who}${opened} )(?:(?<op>${ops}) )?(?:(?<n>${n}) (?:times|vezes|vez|x)|(?<once>once|twice))|(?:with |having |com )?(?<op>${ops}) (?<n>${n}) (?:visits?|visitas?|acessos?|views)`,
);
const longAgo = pattern(
  `${who}${neither} (?:${opened}|${open}) (?:in|for|over|ha|faz|tem)(?: over| more than| mais de| at least)?(?: the last| the past)? (?<n>${n}) (?<u>${unitPattern})`,
);
// In `I have never used git`, it is not a page that was not used.
const notUsed = '(?!(?:used?|us[eo]i?) (?!<|,|$|yet |ainda |before |about |that |which |sobre |que ))';
const never = pattern(
  `${who}(?:have )?(?:never|nunca|ainda nao|(?:haven't|have not) yet)(?: been| foram| foi)? ${notUsed}(?:${opened}|${open})(?: before| ate hoje)?(?! ${time})|${who}(?:haven't|have not|didn't|nao) ${notUsed}(?:${opened})(?: yet| ainda)?(?! ${time})(?! (?:in|for|since|ha|faz|desde) )|unopened|unvisited|unwatched|(?:que )?nao (?:abert|visitad|assistid|vist|acessad)[oa]s?(?! ${time})(?! (?:desde|since|em|in) )`,
);

// What was opened was not necessarily read: users mark what they have read.
const unread = pattern(`unread|(?:que )?nao lid[oa]s?(?! ${time})(?! (?:desde|since|em|in) )`);

const ageOf = (found: Found): string => `${readNumber(found.sign('n'))}${unitOf(found.sign('u'))}`;
const visited = (node: QueryNode): Item => ({ kind: 'visit', node });

/** Finds numbers of visits and `not for a year`. Runs before findDates, which would match `há um ano`. */
export function findVisits(list: TokenList): void {
  list.rewrite(unread, () => visited({ kind: 'not', node: { kind: 'is', state: 'read' } }));
  list.rewrite(times, (found) => {
    const op = opOf.find(([words]) => words.test(found.sign('op')))?.[1] ?? '=';
    const once = found.sign('once');
    const count = once === '' ? readNumber(found.sign('n')) : once === 'once' ? 1 : 2;
    return visited({ kind: 'visits', op, count });
  });
  list.rewrite(longAgo, (found) => {
    const value = ageOf(found);
    if (!isSpan(spanOf(value))) return null;
    return visited({ kind: 'not', node: { kind: 'date', field: 'visited', op: '=', value } });
  });
}

const whenOf = (token: Token | null): When | null => {
  if (token?.item?.kind === 'when') return token.item.when;
  return token?.item && 'span' in token.item ? { op: '=', span: token.item.span } : null;
};
const when = (found: Found, op: When['op']): Item | null => {
  const read = whenOf(found.token('d'));
  return read && { kind: 'when', when: { ...read, op } };
};

const article = '(?:(?:the|o|a|os|as|dia|o dia) )?';
const range = pattern(
  `(?:(?:between|from|de|do|da|desde|entre) )?${article}(?<a>${span}) (?:and|to|until|till|through|e|a|ao|ate|-) ${article}(?<b>${span})`,
);
const belongs = `(?<=(?:^|,|>| (?:${noun}|${typeNoun}|${saved}|tudo|everything|anything|all|favou?rites|unread|recipes?|receitas?|tutorials?|tutoriais|favorit[oa]s|privad[oa]s|public[oa]s|quebrad[oa]s|destacad[oa]s|duplicad[oa]s|repetid[oa]s|criptografad[oa]s|compartilhad[oa]s)) )`;
// In `toys for kids over 3 years old`, the age is not that of a bookmark.
const someone =
  '(?<! (?:kids?|child|children|bab(?:y|ies)|toddlers?|people|adults?|dogs?|cats?|criancas?|bebes?|pessoas?|quem|adult[oa]s?|filh[oa]s?|cachorr[oa]s?|gat[oa]s?)(?: que)? )';
const ofPages = `${someone}(?:${belongs}|(?<= (?:${noun}|${typeNoun})(?: [^ ,<>]+){1,4} )|(?<= <gap> (?:from|d[aeo]) [^ ,<>]+ ))`;
const age = `(?<n>${n}) (?<u>${unitPattern})`;
// An age is a span that ends now; older means before it: `<2y`.
const older = pattern(
  `(?:more than|over) ${age} ago|${ofPages}(?:more than|over) ${age} old|${someone}older than ${age}|(?:ha|faz) mais de ${age}(?: atras)?|${ofPages}(?:com|(?:que )?tem) mais de ${age}|mais de ${age} atras|${someone}mais (?:antig|velh)[oa]s? (?:do )?que ${age}`,
);
const newer = pattern(
  `(?:less than|within|under) ${age} ago|${ofPages}(?:less than|within|under) ${age} old|${someone}newer than ${age}|(?:ha|faz) menos de ${age}(?: atras)?|${ofPages}(?:com|(?:que )?tem) menos de ${age}|menos de ${age} atras|since ${age} ago|desde (?:ha )?${age} atras`,
);
const prepositions: readonly (readonly [RegExp, When['op']])[] = [
  [pattern(`(?:before|prior to|earlier than|older than|antes d[eoa]s?|anterior(?:es)? a|mais antig[oa]s? que) ${article}(?<d>${span})`), '<'],
  [pattern(`(?:after|later than|newer than|depois d[eoa]s?|apos) ${article}(?<d>${span})`), '>'],
  [pattern(`(?:since|starting(?: from| in)?|desde|a partir d[eoa]) ${article}(?<d>${span})|from ${article}(?<d>${span}) (?:on|onwards?)`), '>='],
  [pattern(`(?:until|till|up to|ate) ${article}(?<d>${span})`), '<='],
  [pattern(`(?:in|on|during|from|within|over|at|em|no|na|nos|nas|durante|ao longo d[eoa]s?|dia) ${article}(?<d>${span})`), '='],
  [pattern(`(?:of|de|do|da|dos|das) ${article}(?<d><date>)|${belongs}(?:of|de|do|da|dos|das) ${article}(?<d>${span})`), '='],
]; // prettier-ignore
const alone = [pattern('(?:(?:the|of|os|as) )?(?<d><date>)'), pattern(`(?<d><day>)${endsHere}`)];

/** Finds ages. Runs before findDates, which would read `2 years ago` as that year. */
export function findAges(list: TokenList): void {
  const within =
    (op: When['op']) =>
    (found: Found): Item | null => {
      const span = spanOf(ageOf(found));
      return isSpan(span) ? { kind: 'when', when: { op, span } } : null;
    };
  list.rewrite(older, within('<'));
  list.rewrite(newer, within('='));
}

const notSeen = pattern(`${who}${neither} (?:${opened}|${open}) (?<d>${time})`);
const seen = pattern(
  `${who}(?:(?:last|por ultimo|foram|were) )?${opened}(?: by me| por mim)? (?<d>${time})|(?:what )?did (?:i|we) ${open} (?<d>${time})`,
);
const made = pattern(
  `(?:(?:what|o que) )?${who}(?:(?:just|foram|were) )?${saved}(?: by me| por mim)? (?<d>${time})|(?:what )?did (?:i|we) ${save} (?<d>${time})`,
);
// Excludes `how many times did I open it`.
const begun = `(?<=(?:^|,|>| (?:what|which|${noun}|${typeNoun})) )`;
const seenAtAll = pattern(
  `(?:(?:that|which) )?(?<! (?:do|can|could|should|would) )(?:i|i've|i have) ${opened}|(?:que (?:eu )?(?:ja )?|eu (?:ja )?|ja )(?:abri|visitei|li|acessei|vi|assisti)|${begun}did (?:i|we) ${open}`,
);
const reading = pattern(
  '(?:(?:what )?(?:was|were) (?:i|we)|(?:that )?i was|(?:(?:o que|que) )?(?:eu )?estava) (?:reading|watching|looking at|lendo|vendo|assistindo|olhando)',
);
// In `what I read about Rust last week`, the week is that of the reading, whatever words are between them.
const wordsBetween = '(?: [^<, ]+){1,6}';
const thenSeen = pattern(`(?<=<reading>${wordsBetween} )(?<d><when>)`);
const recentlySeen = pattern(`(?<=<reading>${wordsBetween} )${recently}`);
const seenThen = pattern(`<reading>(?=${wordsBetween} <visit> )`);
const seenSoOften = pattern('(?<=<visit> )(?<d><when>)');
const madeAtAll = pattern(
  `(?:what |things |stuff |which )?did (?:i|we) ${save}|(?:(?:that|which|what) )?(?:i|i've|i have|we|we've)(?: have)?(?: ever)? ${saved}|(?:o que |que )(?:eu )?(?:ja )?(?:salvei|guardei|adicionei|criei|coloquei|marquei)|eu (?:salvei|guardei|adicionei)`,
);

/** Assigns spans of time to visits, or to the creation if the question mentions no event. */
export function findTimes(list: TokenList): void {
  list.rewrite(range, (found) => {
    const [first, second] = [whenOf(found.token('a')), whenOf(found.token('b'))];
    return first && second && { kind: 'when', when: { op: '=', span: between(first.span, second.span) } };
  });
  for (const [rule, op] of prepositions) list.rewrite(rule, (found) => when(found, op));
  for (const rule of alone) list.rewrite(rule, (found) => when(found, '='));
  const at = (field: DateField) => (found: Found) => {
    const read = whenOf(found.token('d'));
    return read && visited(dateNode(field, read));
  };
  list.rewrite(notSeen, (found) => {
    const read = whenOf(found.token('d'));
    return read && visited({ kind: 'not', node: dateNode('visited', read) });
  });
  list.rewrite(never, () => visited({ kind: 'date', field: 'visited', op: '=', value: 'never' }));
  list.rewrite(seen, at('visited'));
  list.rewrite(seenSoOften, at('visited'));
  list.rewrite(made, at('created'));
  for (const rule of [reading, seenAtAll]) list.rewrite(rule, () => ({ kind: 'reading' }));
  list.rewrite(thenSeen, at('visited'));
  list.rewrite(seenThen, () => ({ kind: 'gap' }));
  list.rewrite(recentlySeen, () => ({ kind: 'sort', sort: 'visited' }));
  list.rewrite(pattern('<reading>'), () =>
    visited({ kind: 'not', node: { kind: 'date', field: 'visited', op: '=', value: 'never' } }),
  );
  list.rewrite(madeAtAll, () => ({ kind: 'gap' }));
  list.rewrite(pattern('(?<d><when>)'), at('created'));
  list.release('maybe');
  list.release('day');
}
