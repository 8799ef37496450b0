import { type BookmarkType } from '@/lib/domain/query/query';
import { asksForInstructions } from '@/provider/modules/ask/fillers';
import { connector, pattern, type Item, type TokenList } from '@/provider/modules/ask/tokens';

interface TypeNoun {
  type: BookmarkType;
  /** Plurals and mass nouns, which rarely mean anything but a type of page. */
  many: string;
  one: string;
  /** Whether `of` introduces the content: `pictures of Lisbon`. */
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
  '(?:the|a|an|that|this|those|these|my|all|any|some|only|which|what|but no|and no|o|a|os|as|um|uma|uns|umas|aquel[ea]s?|ess[ea]s?|est[ea]s?|meus?|minhas?|todos os|todas as|algum|alguma|quais|qual|quantos|quantas|and|or|e|ou|not|but|except|without|sem|nao|exceto|menos|is|sao|seja|sejam)';
const begins = `(?<=(?:^|,|>|, no| ${determiner}) )`;
const beginsMany = `(?<=(?:^|,|>| ${determiner}| no) )`;
/** After another word that is no preposition: `rust videos`, but not `processing of images`. */
const compounds =
  '(?<!(?: (?:of|to|for|in|with|de|do|da|em|no|na|para|google|como|how|edit|editar|um|uma|a|an|the)|^) )(?<=[^ <>] )';
const ends = `(?= (?:<|,|$|(?:${connector}) ))`;
const endsOrOf = `(?= (?:<|,|$|(?:of|de|${connector}) ))`;
/** Distinguishes a type from the first half of an idiom: `imagem e semelhança`. */
const alone = '(?! (?:and|e) )';

const compiled = types.map(({ type, many, one, shows = false }) => ({
  item: { kind: 'type', node: { kind: 'type', type } } satisfies Item,
  rules: [
    // A Portuguese adjective follows its noun; an English noun before another noun modifies it.
    pattern(`${beginsMany}(?:${many})${shows ? '' : '(?! of )'}`),
    pattern(`${begins}(?:${one})${alone}${shows ? endsOrOf : `${ends}|${begins}(?:${one})(?= de )`}`),
    pattern(`${compounds}(?:${many})${ends}`),
    pattern(`${compounds}(?:${one})(?= (?:<|,|$|(?:about|that|i|from|sobre|que) ))`),
  ],
}));

const asPdf = pattern('(?:em|in|as) pdf(?: format)?');

/** Finds types of bookmarks, unless the word modifies another one: `video editing`. */
export function findTypes(list: TokenList): void {
  // A question for instructions names a subject, not a type.
  if (asksForInstructions(list)) return;
  // In `articles as pdf`, the file format decides the type.
  list.rewrite(asPdf, () => ({ kind: 'type', node: { kind: 'type', type: 'pdf' } }));
  if (list.toString().includes(' <type> ')) return;
  for (const { item, rules } of compiled) {
    for (const rule of rules) list.rewrite(rule, () => item);
  }
}
