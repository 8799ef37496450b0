import { sql } from 'drizzle-orm';
import { formsOf } from '@/lib/domain/query/word-forms';
import { bookmarkTiers } from '@/lib/domain/search-terms';
import { quoteLexeme } from '@/lib/domain/search-words';
import { executePrepared, SqlParameters, type Executor } from '@/provider/db/client';
import { visitsLift } from '@/provider/modules/search/expressions';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import type { SearchScope } from '@/provider/modules/search/scope';
import { matchingRows } from '@/provider/modules/search/statements';
import type { Statement, Term } from '@/provider/modules/query/term';

/** A bookmark with some words of a question. */
export interface Candidate {
  id: string;
  /** Sum of the weights of its words. */
  score: number;
  /** For each reported condition, whether the bookmark fulfils it. */
  fulfils: boolean[];
  /** For each word, whether the bookmark has it. */
  has: boolean[];
}

export interface ClosestRequest {
  words: readonly WeightedWord[];
  /** For each word, the ids of the collections whose names contain it. */
  collectionIds: readonly (readonly string[])[];
  /** Conditions that every candidate has to fulfil. */
  required: readonly Term[];
  /** Conditions whose fulfilment is reported with each candidate. */
  reported: readonly Term[];
  currentSpaceId: string;
}

const fields = { title: ['t'], tags: ['g', 'h'], rest: ['x'], notes: ['n'] } as const;
const candidatesMax = 2_000;
const collectedMax = 500;
const returnedMax = 200;
/** Maximum number of bookmarks read by the index. The rarest words select bookmarks; the others only rank them. */
const readMax = 4_000;

const anyOf = (words: readonly string[], codes: readonly string[]): string =>
  words.flatMap((word) => codes.map((code) => quoteLexeme(code + word))).join('|');

/** Score of a word: its weight, scaled by the best field in which it occurs. */
function scoreOf(word: WeightedWord, collectionIds: readonly string[], parameters: SqlParameters): string {
  const matches = (words: readonly string[], codes: readonly string[], part: number): string =>
    words.length === 0 ? '' : `when b.search @@ ${parameters.add(anyOf(words, codes))}::tsquery then ${part}`;
  const everywhere = Object.values(fields).flat();
  const inCollection =
    collectionIds.length === 0
      ? ''
      : `when b.id in (select bookmark_id from bookmark_collections
          where account_id = b.account_id and collection_id = any (${parameters.add(collectionIds)}::uuid[])) then 0.6`;
  const cases = [
    matches(word.strong, fields.title, 1),
    matches(word.strong, fields.tags, 0.85),
    matches(word.weak, fields.title, 0.65),
    matches(word.strong, fields.rest, 0.6),
    matches(word.strong, fields.notes, 0.55),
    inCollection,
    matches(word.weak, everywhere, 0.4),
  ];
  return `${parameters.add(word.weight)}::float8 * (case ${cases.join(' ')} else 0 end)`;
}

/** The rarest words, as many as occur in an affordable number of bookmarks. */
function selectiveWords(words: readonly WeightedWord[]): WeightedWord[] {
  let sum = 0;
  return words
    .toSorted((a, b) => a.uses - b.uses)
    .filter(({ uses }, place) => {
      sum += uses;
      return place === 0 || sum <= readMax;
    });
}

/** Finds bookmarks with some of the words, best first; ties prefer the current space, then the newest. */
export function closestStatement(
  scope: SearchScope,
  prepared: PreparedQuery,
  { words, collectionIds, required, reported, currentSpaceId }: ClosestRequest,
): Statement {
  const parameters = new SqlParameters();
  const account = parameters.add(scope.accountId);
  const compiler = prepared.compiler(parameters);
  const has = (terms: readonly Term[]): string =>
    terms.length === 0 ? '' : ` and ${compiler.condition({ kind: 'and', terms }, bookmarkTiers)}`;
  const lexemes = anyOf(
    selectiveWords(words).flatMap(({ strong, weak }) => [...strong, ...weak]),
    Object.values(fields).flat(),
  );
  const condition = `b.search @@ ${parameters.add(lexemes)}::tsquery${has(required)}`;
  const matchingIds = matchingRows(scope, { columns: 'b.id', condition }, parameters);
  const named = [...new Set(collectionIds.flat())];
  const collected =
    named.length === 0
      ? ''
      : ` union (select b.id from bookmark_collections l
            join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
          where l.account_id = ${account} and l.collection_id = any (${parameters.add(named)}::uuid[]) and l.live
            and b.space_id = any (${parameters.add(scope.spaceIds)}::uuid[]) and not b.encrypted${has(required)}
          order by l.created_at desc limit ${collectedMax})`;
  const scores = words.map((word, place) => scoreOf(word, collectionIds[place] ?? [], parameters));
  const scoreAt = scores.map((_, place) => `scores[${place + 1}]`);
  const flags = reported.map((term) => `coalesce(${compiler.condition(term, bookmarkTiers)}, false)`);
  // The limit is outside a materialized query: otherwise the planner filters the whole space until it is reached. The
  // scores are in a materialized query: otherwise the sort computes each of them again.
  const text = `
    with l as materialized (${matchingIds}),
      c as materialized ((select id from l limit ${candidatesMax})${collected}),
      s as materialized (
        select b.id, b.space_id, ${visitsLift.keys[0]?.sql ?? 'b.created_at'} as lift,
          array[${scores.join(', ')}]::float8[] as scores, array[${flags.join(', ')}]::boolean[] as fulfils
        from c join bookmarks b on b.account_id = ${account} and b.id = c.id),
      r as (select s.*, ${scoreAt.join(' + ')} as score from s)
    select id, score, fulfils, array[${scoreAt.map((score) => `${score} > 0`).join(', ')}] as has from r
    order by round(score::numeric, 3) desc, (space_id = ${parameters.add(currentSpaceId)}::uuid) desc, lift desc, id desc
    limit ${returnedMax}`;
  return { text, values: parameters.values };
}

/** A word of a question and the words of the library that it matches. */
export interface WeightedWord {
  readonly text: string;
  /** The word itself and its other forms. */
  readonly strong: readonly string[];
  /** Similar words: longer, shorter, or with one typo. */
  readonly weak: readonly string[];
  /** Number of occurrences of these words. */
  readonly uses: number;
  /** Rare words weigh more. */
  readonly weight: number;
}

// Folded words of questions, English and Portuguese.
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Question words, pronouns, articles, prepositions, auxiliaries, and verbs of looking for something. */
const ignoredWords = list(`
  a about after again all also am an and any anybody anyone anything are as at be because been before being but by can
  could d did do does doing done don else ever every everything for from get gets getting give given go goes going gone
  got had has have having he her here him his how i if in into is it its just keep keeps kept know knows let like ll
  look looked looking looks m make makes making may maybe me might mine must my myself need needed needs not of off on
  one only or our out own please put re really remember s said save saved saves saw say says search searching see seen
  shall she should show shows so some somebody someone something somehow somewhere still such t take taken tell tells
  than that the their them then there these they thing things this those to too try trying under up us use used using ve
  very want wanted wants was way we were what when where which while who whom whose why with without would you your find
  finding finds found bookmark bookmarked bookmarks come again read reading store stored think thought called named
  o os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro pros com sem
  sobre entre e ou mas nem que se quando onde como porque pq qual quais quem cujo isso isto aquilo este esta estes estas
  esse essa esses essas aquele aquela aqueles aquelas daquele daquela naquele naquela desse dessa deste desta nesse nessa
  meu minha meus minhas seu sua seus suas nosso nossa eu tu ele ela voce voces eles elas lhe mim ser sou eram era foi
  foram fosse estar estou estava estavam estao ter tenho tem tinha tinham ha haver faco faz fazer fiz fazem feito ficar
  fica ficou quero queria quer querer preciso precisa precisava posso pode podia poderia consigo devo deve achar acho
  acha achei encontrar encontro encontrei procurar procuro procurando buscar busco ver vejo vi viu mostra mostrar mostre
  salvar salvei salvo guardei guardar lembra lembrar lembro li lia ler uso usar usava sempre muito muita muitos muitas
  mais menos ja ainda tambem so mesmo mesma tudo todo toda todos todas algo alguem algum alguma alguns algumas coisa
  coisas la aqui ai ali entao sera seria vai vou ia iam ir gente jeito tipo vez vezes ajuda ajudar explica explicou
  explicar dizia diz dizer fala falava falar conta contava me te nos chama chamava gostaria comecar pega pegar
`);

/** Words for pages in general and for praise; they rank with a low weight. */
const vagueWords = list(`
  article articles best better blog episode essay good great guide help link links list new nice old page pages paper
  people place plan post site sites text tutorial video website work works years year
  artigo bom boa dica dicas guia link links lista livro melhor melhores novo nova pagina paginas pessoas site sites texto
  video alguma ano anos curso episodio ingles portugues
`);

interface SpaceWord {
  word: string;
  uses: number;
}

const weakMax = 24;
const vagueFactor = 0.35;
const shortest = 3;

/** Returns the words of a question that rank hits; all words if every one would be ignored. */
export function rankingWords(words: readonly string[]): string[] {
  const unique = [...new Set(words)];
  const significant = unique.filter(
    (word) => !ignoredWords.has(word) && (word.length > 1 || !/[a-z]/.test(word)),
  );
  return significant.length === 0 ? unique : significant;
}

const commonPrefix = (one: string, other: string): number => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

/** Whether two words differ by one added, missing or replaced letter, or by two swapped letters. */
function isSlip(one: string, other: string): boolean {
  const start = commonPrefix(one, other);
  const [a, b] = [one.slice(start), other.slice(start)];
  if (a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)) return true;
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
}

/** Whether two words are similar: `config` and `configure`, `lisboa` and `lisbon`, `shipping` and `ship`. */
export function isNear(word: string, other: string): boolean {
  const shared = commonPrefix(word, other);
  const [shorter, longer] = [Math.min(word.length, other.length), Math.max(word.length, other.length)];
  if (shared === shorter) return shorter >= 4 || (shorter === 3 && longer <= 5);
  if (shorter >= 5 && isSlip(word, other)) return true;
  // The endings differ: `meditation` and `meditate`.
  return shared >= 5 && shared >= 0.7 * shorter && longer - shared <= 4;
}

/** Looks up words of the library similar to those of a question, and weighs each word by its rarity. */
export async function weighWords(
  db: Executor,
  spaceIds: readonly string[],
  words: readonly string[],
  { size, meant }: { size: number; meant: ReadonlyMap<string, readonly string[]> },
): Promise<WeightedWord[]> {
  const starts = [
    ...new Set(words.filter((word) => word.length >= shortest).map((word) => word.slice(0, 3))),
  ];
  const listed = [...new Set([...meant.values()].flat())];
  const { rows } = await executePrepared<SpaceWord>(
    db,
    'question-words',
    sql`select w.word, sum(w.uses)::integer as uses from (
        select w.word, w.uses from unnest(${sql.param(spaceIds)}::uuid[]) s (id) cross join unnest(${sql.param(starts)}::text[]) p (start)
          join space_words w on w.space_id = s.id and w.word >= p.start and w.word < p.start || chr(1114111)
        union all
        select w.word, w.uses from space_words w
          where w.space_id = any (${sql.param(spaceIds)}::uuid[]) and w.word = any (${sql.param(listed)}::text[]) and left(w.word, 3) <> all (${sql.param(starts)}::text[])) w
      group by w.word`,
  );
  return words.flatMap((text) => weigh(text, rows, { size, slips: meant.get(text) ?? [] }) ?? []);
}

/** A word that occurs in no bookmark, only in the name of a collection. It weighs as much as the rarest word. */
export const collectionWord = (text: string, size: number): WeightedWord => ({
  text,
  strong: [text],
  weak: [],
  uses: 0,
  weight: Math.log(1 + size),
});

/** Returns null for a word without a similar one in the library. */
function weigh(
  text: string,
  known: readonly SpaceWord[],
  { size, slips }: { size: number; slips: readonly string[] },
): WeightedWord | null {
  // Numbers and words of up to two letters are not stored in space_words.
  const isUncounted = text.length < shortest || /^\d+$/.test(text);
  const isForm = formsOf(text);
  const forms = known.filter(({ word }) => word === text || isForm(word));
  const near = known
    .filter(({ word }) => word !== text && !isForm(word))
    .filter(({ word }) => isNear(text, word) || slips.includes(word))
    .filter(({ word }) => !word.includes(text) || word.startsWith(text))
    .toSorted((a, b) => b.uses - a.uses)
    .slice(0, weakMax);
  if (forms.length + near.length === 0 && !isUncounted) return null;
  const uses = [...forms, ...near].reduce((sum, word) => sum + word.uses, 0);
  const rarity = Math.log(1 + size / (1 + (isUncounted ? size / 10 : uses)));
  return {
    text,
    strong: [...new Set([text, ...forms.map(({ word }) => word)])],
    weak: near.map(({ word }) => word),
    uses: isUncounted ? size / 10 : uses,
    weight: rarity * (vagueWords.has(text) || isUncounted ? vagueFactor : 1),
  };
}
