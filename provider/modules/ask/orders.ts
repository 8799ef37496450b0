import { type QuerySort } from '@/lib/domain/query/query';
import {
  countPattern as n,
  beginsHere,
  endsHere,
  noun,
  open,
  opened,
  pattern,
  readNumber,
  recently,
  save,
  saved,
  typeNoun,
  who,
  type Item,
  type TokenList,
} from '@/provider/modules/ask/tokens';

const first = '(?: first| primeiro)?';
const by = '(?:(?:sort(?:ed)?|order(?:ed)?|ordenad[oa]s?|ordenar) (?:by|por|pel[oa]s?) )';
const participles = '(?:abert|visitad|acessad|lid|vist|assistid|usad|clicad)[oa]s?';
const head = `(?= (?:${noun}|${typeNoun}) )`;

const orders: readonly (readonly [source: string, sort: QuerySort])[] = [
  [`(?:(?:from )?oldest to newest|${by}?(?:the )?oldest${first}|${by}?(?:do |dos |d[ao]s? )?mais antig[oa]s? (?:para|ao|aos|pro) (?:o |os )?mais (?:nov[oa]s?|recentes?)|${by}?(?:(?:os|as|o|a) )?mais (?:antig|velh)[oa]s?${first})`, 'oldest'],
  [`${by}?(?:the )?(?:most |mais )(?:often |frequently )?(?:visited|opened|read|watched|viewed|used|clicked|popular|populares|${participles})${first}(?: by me)?|(?:that )?(?:did )?i (?:visit|visited|open|opened|read|use|used) (?:the )?most(?: often)?|(?:eu )?mais (?:abri|visitei|li|usei|acessei|assisti)|(?:visited|opened|used) most often|(?:that )?i keep (?:coming back|going back|returning) to|(?:a que |que )sempre volto|frequently (?:visited|opened|used)|que (?:eu )?mais (?:visito|abro|leio|uso|acesso|vejo|visitei|abri|li|usei|acessei)|${by}(?:visits|visitas|numero de visitas)`, 'visits'],
  [`${by}?(?:the )?(?:most )?recently (?:opened|visited|read|viewed|watched|used)|${by}(?:last|latest) visit|${by}?${participles} (?:mais )?recentemente|${participles} por ultimo|${by}ultima visita|last (?:opened|visited)(?! <)|what (?:have i|i have|i've) been (?:reading|watching|visiting|opening)(?: lately| recently)?|(?:o que )?(?:eu )?andei (?:lendo|vendo|abrindo|visitando|assistindo)(?: ultimamente| recentemente)?`, 'visited'],
  [`${by}(?:title|name|titulo|nome)|(?:by|por) (?:title|name|titulo|nome)(?= $)|(?:${by})?alphabetically|(?:in |by )?alphabetical(?: order)?|(?:em |por |na )?ordem alfabetica|alfabeticamente|from a to z|de a a z`, 'title'],
  [`(?:from )?newest to oldest|${by}?(?:the )?newest${first}|${by}?(?:the )?(?:most recent(?:ly (?:saved|added|bookmarked))?${first}|latest first|recently (?:saved|added|bookmarked))|${by}(?:date|data)|${by}?(?:do |dos )?mais (?:nov[oa]s?|recentes?) (?:para|ao|aos|pro) (?:o |os )?mais (?:antig|velh)[oa]s?|${by}?(?:(?:os|as|o|a) )?(?:mais (?:recentes?|nov[oa]s?)|recentes)${first}|(?:${saved} (?:mais )?recentemente)|recem (?:${saved})|recent${head}`, 'newest'],
]; // prettier-ignore

const things = `(?: (?:${noun}|bookmark|link)(?= ))?`;
const limits: readonly (readonly [source: string, sort: QuerySort | null])[] = [
  [`(?:the |my |os |as |meu |meus )?top (?<n>${n})`, 'visits'],
  [`(?:the |my |os |as |meus |minhas )?(?:last|latest|ultim[oa]s) (?<n>${n})${things}`, 'newest'],
  [`(?<n>${n}) (?:last|latest|ultim[oa]s)${things}`, 'newest'],
  [`(?:the |my |os |as )?(?:first|primeir[oa]s) (?<n>${n})${things}`, 'oldest'],
  [`(?:(?:the|os|as|my|meus) )?(?<n>${n})(?= (?:(?:${noun}|${typeNoun}|favou?rites|favorit[oa]s) )?<sort>)`, null],
  [`(?<=<sort> )(?<n>${n})`, null],
  [`${beginsHere}(?:(?:the|os|as) )?(?<n>${n})(?= (?:${noun}|${typeNoun}) )`, null],
]; // prettier-ignore
const singles =
  '(?:video|article|artigo|podcast|episode|episodio|pdf|paper|repo|repository|repositorio|image|imagem|photo|foto|picture|tweet)';
const single = pattern(
  `(?:the |my |o |a |meu |minha )?(?:very )?(?:last|latest|ultim[oa]|newest)(?: saved)?(?: (?:thing|link|bookmark|page|one|coisa|pagina|item)|(?= ${singles} ))`,
);
const firstOf = '(?:the |my |o |a |meu |minha )?(?:very )?(?:first|oldest|primeir[oa])(?: saved)?';
const earliest = pattern(`${firstOf} (?:link|bookmark)`);
const firstThing = pattern(`${firstOf}(?: (?:thing|coisa)|(?= ${singles} ))`);
const latest = pattern(
  `(?:(?:the|my|os|as|meus|minhas) )?(?:latest|newest|last|ultim[oa]s)(?= (?:<type>|${typeNoun}|${noun}|favou?rites|favorit[oa]s) )|${beginsHere}latest${endsHere}`,
);

const order = (sort: QuerySort): Item => ({ kind: 'sort', sort });

/** An event and an adverb in either order: `recipes I opened recently`, `receitas que abri recentemente`. */
const recentEvents: readonly (readonly [event: string, question: string, sort: QuerySort])[] = [
  [opened, open, 'visited'],
  [saved, save, 'newest'],
];
const byMe = '(?: by me| por mim)?';
const recentOrders = recentEvents.map(([event, question, sort]) => ({
  rule: pattern(
    `${who}(?:(?:just|foram|were|fui) )?${event}${byMe} ${recently}|${who}${recently} (?:${who})?${event}${byMe}|(?:what )?did (?:i|we) ${question} ${recently}`,
  ),
  sort,
}));

/** Finds sort orders. Runs before findTimes, because `opened` in an order does not mean a visit. */
export function findOrders(list: TokenList): void {
  for (const { rule, sort } of compiledOrders) list.rewrite(rule, () => order(sort));
  list.rewrite(laterFirst, () => ({ kind: 'gap' }));
}

/** The rest of an order that encloses its noun: `newest favorites first`. */
const laterFirst = pattern('(?<=<sort>(?: [^ ,<>]+){1,3} )(?:first|primeiro)(?= (?:$|,|<))');

const compiledOrders = [
  ...orders.map(([source, sort]) => ({ rule: pattern(source), sort })),
  ...recentOrders,
];
const compiledLimits = limits.map(([source, sort]) => ({ rule: pattern(source), sort }));

/** Finds limits with the order that they imply. Runs after findDates, because of `the last 3 days`. */
export function findLimits(list: TokenList): void {
  for (const { rule, sort } of compiledLimits) {
    list.rewrite(rule, (found) => {
      const limit = readNumber(found.sign('n'));
      return limit > 0 ? { kind: 'limit', limit, sort } : null;
    });
  }
  list.rewrite(single, () => ({ kind: 'limit', limit: 1, sort: 'newest' }));
  list.rewrite(earliest, () => ({ kind: 'limit', limit: 1, sort: 'oldest' }));
  list.rewrite(firstThing, () => ({ kind: 'limit', limit: 1, sort: 'oldest', isVague: true }));
  list.rewrite(latest, () => order('newest'));
}
