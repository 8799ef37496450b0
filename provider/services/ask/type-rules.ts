import type { BookmarkType } from '@/lib/domain/query/query';
import { pattern, type Item, type Tape } from '@/provider/services/ask/tape';
import { connector } from '@/provider/services/ask/vocables';

interface TypeNoun {
  type: BookmarkType;
  /** Several, or what has no number: rarely anything else than a kind of page. */
  many: string;
  one: string;
  /** Of these, `of` tells what is on them: `pictures of Lisbon`. */
  shows?: boolean;
}

const types: readonly TypeNoun[] = [
  { type: 'video', many: 'videos|clips', one: 'video|clip', shows: true },
  { type: 'docs', many: 'docs|documentation|documentacao|documentacoes|manuals|manuais', one: 'manual' },
  { type: 'code', many: 'repos|repositories|repositorios', one: 'repo|repository|repositorio' },
  { type: 'article', many: 'articles|blog posts|artigos', one: 'article|blog post|artigo' },
  { type: 'pdf', many: 'papers|pdfs', one: 'paper|pdf' },
  { type: 'audio', many: 'podcasts|podcast episodes|audios', one: 'podcast|podcast episode|audio' },
  { type: 'image', many: 'images|pictures|photos|imagens|fotos', one: 'image|picture|photo|imagem|foto', shows: true }, // prettier-ignore
  { type: 'social', many: 'tweets|tuites|social (?:media )?posts', one: 'tweet|tuite' },
];

const determiner =
  '(?:the|a|an|that|this|those|these|my|all|any|some|only|which|what|no|o|a|os|as|um|uma|uns|umas|aquel[ea]s?|ess[ea]s?|est[ea]s?|meus?|minhas?|todos os|todas as|algum|alguma|quais|qual|quantos|quantas|and|or|e|ou|not|but|except|without|sem|nao|exceto|menos|is|sao|seja|sejam)';
const begins = `(?<=(?:^|,|>| ${determiner}) )`;
/** A word of its own, with no preposition before it: `rust videos`, but not `processing of images`. */
const compounds =
  '(?<!(?: (?:of|to|for|in|with|de|do|da|em|para|google|como|how|edit|editar|um|uma|a|an|the)|^) )(?<=[^ <>] )';
const ends = `(?= (?:<|,|$|(?:${connector}) ))`;
const endsOrOf = `(?= (?:<|,|$|(?:of|de|${connector}) ))`;
/** One of a kind is told from the first half of an idiom: `imagem e semelhança`. */
const alone = '(?! (?:and|e) )';

const compiled = types.map(({ type, many, one, shows = false }) => ({
  item: { kind: 'type', node: { kind: 'type', type } } satisfies Item,
  rules: [
    // A Portuguese adjective comes behind; an English noun before another belongs to that.
    pattern(`${begins}(?:${many})${shows ? '' : '(?! of )'}`),
    pattern(`${begins}(?:${one})${alone}${shows ? endsOrOf : `${ends}|${begins}(?:${one})(?= de )`}`),
    pattern(`${compounds}(?:${many})${ends}`),
    pattern(`${compounds}(?:${one})(?= (?:<|,|$|(?:about|that|i|from|sobre|que) ))`),
  ],
}));

const asPdf = pattern('(?:em|in|as) pdf(?: format)?');
const instructions = /^ (?:how (?:to|do|does|can|i)|como|why|por que|porque|o que e|what is|what are) /;

/** Kinds of bookmarks, unless their word belongs to another: `video editing`. */
export function findTypes(tape: Tape): void {
  // What is wanted is how to do it, whatever it is done with.
  if (instructions.test(tape.toString())) return;
  // Of `articles as pdf`, the form is what can be told.
  tape.rewrite(asPdf, () => ({ kind: 'type', node: { kind: 'type', type: 'pdf' } }));
  if (tape.toString().includes(' <type> ')) return;
  for (const { item, rules } of compiled) {
    for (const rule of rules) tape.rewrite(rule, () => item);
  }
}
