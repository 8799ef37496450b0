import {
  negateNode,
  type BookmarkType,
  type QueryNode,
  type QuerySort,
  type QueryState,
} from '@/lib/domain/query/query';
import type { Names } from '@/provider/modules/ask/names';
import {
  beginsHere,
  connector,
  determiners,
  endsHere,
  countPattern as n,
  not,
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
  type Token,
  type Found,
  type Item,
  type TokenList,
} from '@/provider/modules/ask/tokens';

const start = '(?<=^ )';
const me = '(?: me| for me| to me| pra mim| para mim)?';
const followingWord = `<|o|os|a|as|the|an|all|every|any|my|some|that|those|these|me|todos|todas|tudo|meus?|minhas?|aquel[ea]s?|algum|alguma|um|uma|${noun}|${typeNoun}`;
const beforeThing = `(?= (?:${followingWord}) )`;

const heads: readonly string[] = [
  `(?:please )?(?:can|could|would) you (?:please )?(?:show|find|list|give|get)${me}`,
  '(?:please )?(?:show|give|get|bring|find|fetch) me',
  '(?:please )?(?:show(?! hn )|search for|look for|looking for|look up|browse|display)',
  `(?:please )?(?:find|list|get|search)${beforeThing}`,
  "i(?:'m| am) (?:looking|searching) for",
  "(?:i want|i'd like|i would like|i need)(?: to (?:see|find|read|watch|have))?",
  `(?:where (?:is|are)|where's|what(?:'s| is| was| were| are)|which (?:is|are|was|were)|do i have|have i got|is there|are there)${beforeThing}`,
  "(?:whats|what's|what is) new|(?:whats|what's|what is)(?= in )|o que (?:tem|ha)(?: de novo)?",
  `(?:what|which)(?= (?:<|did|${noun}|${typeNoun}))`,
  '(?:(?:i )?need|preciso d[eo]|quero|(?:i )?want)(?: (?:the|a|o|um))? links? (?:to|for|of|d[oa]s?|para)(?: the| o| a)?',
  `(?:got|(?:eu )?tenho|ha|existe|existem)(?= (?:any|some|anything|something|algum|alguma|algo|alguns|algumas|${noun}|${typeNoun}) )`,
  'how many(?! times )(?: of (?:my|the))?|count(?: of| all)|quant[oa]s(?! vezes )(?: d[oa]s (?:meus|minhas))?',
  `(?:por favor )?(?:voce pode|voce poderia|pode|poderia|da pra) (?:me )?(?:mostrar|listar|achar|encontrar|procurar|buscar|dar|trazer)${me}`,
  `(?:por favor )?me (?:mostr[ae]|list[ae]|traz|traga|da|de|ache|encontr[ae])`,
  `(?:por favor )?(?:mostr[ae]|mostrar|listar|liste|procurar|procure|procura|buscar|busque|busca|encontrar|encontre|ache)(?: pra mim| para mim|${beforeThing})`,
  '(?:eu )?(?:quero|queria|gostaria de|preciso)(?: ver| achar| encontrar| ler| assistir| de)?',
  '(?:eu )?(?:estou|to|estava) (?:procurando|buscando)(?: por)?',
  `(?:cade|onde (?:esta|estao|foi parar|ficou)|qual (?:era|e|foi)|quais (?:sao|eram)|tem)(?: mesmo)?${beforeThing}`,
  `quais(?= (?:<|${noun}|${typeNoun}) )`,
];
const compiledHeads = heads.map((source) => pattern(`${start}(?:${source})`));

const anywhere = [
  pattern('please|pls|por favor|por gentileza|pfv'),
  pattern("(?:that |which )?(?:do )?i(?:'ve)? (?:have|own|got)(?: saved)?|(?:que )?eu tenho|que tenho|(?:that are |that is )?in my (?:library|bookmarks)|na minha biblioteca|nos meus (?:links|marcadores)"),
]; // prettier-ignore
const leadingDeterminers = pattern(
  `(?<=(?:^|,|>) )(?:(?:the|os|as|o|a) )?(?:(?:all|every|any|some|each|those|these|that|my|only|just|everything|anything|something|stuff|todos|todas|tudo|algo|so|apenas|meus?|minhas?|aquel[ea]s?|ess[ea]s?|algum|alguns|algumas?|alguma coisa|qualquer coisa)(?= ) ?)*(?:all|every|any|some|those|these|that|my|only|everything|anything|something|todos|todas|tudo|algo|so|apenas|meus?|minhas?|aquel[ea]s?|ess[ea]s?|algum|alguns|algumas?|alguma coisa|qualquer coisa)(?= (?:<|,|$|about|on|from|in|that|with|sobre|d[aeo]s?|em|n[ao]s?|que|com|${noun}|${typeNoun})(?: |$))`,
);

/** Removes introductions and polite phrases, which have no meaning for the search. */
export function dropFillers(list: TokenList): void {
  for (const rule of compiledHeads) list.rewrite(rule, () => ({ kind: 'gap' }));
  for (const rule of anywhere) list.rewrite(rule, () => ({ kind: 'gap' }));
  list.rewrite(leadingDeterminers, () => ({ kind: 'gap' }));
}

const instructions =
  /^ (?:<gap> )?(?:how (?:to|do|does|can|i)(?! (?:i )?(?:find|open|see) )|como|why|por que|porque|o que e|what is(?! (?:from|in|on) )|what are) /;

/** Whether a question asks for instructions or an explanation; what it names is a subject and no condition. */
export const asksForInstructions = (list: TokenList): boolean => instructions.test(list.toString());

const about = pattern('(?:all )?(?:about|regarding|concerning|related to|on the topic of|sobre|a respeito d[eoa]s?|acerca d[eoa]s?|relacionad[oa]s? (?:a|ao|com))'); // prettier-ignore
const nounPatterns = [
  pattern(`(?<=(?:^|,|>| (?:the|my|all|any|os|as|meus|minhas|and|e|which|what)) )(?:${noun})(?= (?:<|,|$|(?:for|of|to|de|para|are|is|estao|esta|${connector}) ))`),
  pattern(`(?<!(?: (?:of|de|do|da|to|for|the)|^) )(?<=[^ <>] )(?:links|bookmarks|stuff)(?= (?:<|,|$|(?:${connector}) ))`),
]; // prettier-ignore

/** Removes words for bookmarks in general. Runs last, since other rules match on these words. */
export function dropNouns(list: TokenList): void {
  list.rewrite(about, () => ({ kind: 'gap' }));
  for (const rule of nounPatterns) list.rewrite(rule, () => ({ kind: 'gap' }));
}

const thing = '<(?:site|type|tag|in|is|language|phrase|title)>';
const negated = pattern(`${not} ${determiners}(?<x>${thing}|<visit>)`);
const portugueseWords =
  / (?:que|de|da|das|dos|com|para|sobre|onde|como|qual|quais|em|um|uma|na|nas|nos|meus?|minhas?|aquel[ea]s?|ess[ea]s?|salvei) /;

/** Whether a question is certainly Portuguese, where `no` means `in the`. */
export const isPortuguese = (list: TokenList): boolean => portugueseWords.test(list.toString());

// In Portuguese, it does not mean `in the` before a plural; `docs` is also a singular name.
const noTypes = pattern('no (?<x><type>)');
const isPlural = (token: Token | null): boolean => /s$(?<!docs)/.test(token?.words.at(-1)?.sign ?? '');
const further = pattern(`(?<first><not>)(?: (?:or|nor|and|e|ou|nem|,))+ ${determiners}(?<next>${thing})`);
const either = pattern(
  `(?<first><(?<name>type|site|in)>)(?: (?:and|e|,))+ (?:the |o |a |do |da |from )?(?<next><\\k<name>>)`,
);

const few = `(?<x>[^ ,<>]+(?: (?!(?:${connector}) )[^ ,<>]+){0,2})`;
const certainNegation = pattern(
  `(?:(?:but|mas) (?:not|without|nao|sem)|except(?: for)?|excluding|exceto|tirando|other than|(?<=, )(?:not|without|sem|nao|menos)) ${determiners}${few}`,
);
const noWords = pattern(`(?<=, )no ${determiners}${few}`);
// `Without X` often describes what the page is about; after an auxiliary verb, `not` belongs to the verb.
const possibleNegation = pattern(
  `(?<=[^ ] )(?:(?<= (?:that|which) (?:is|are|was|were) )|(?<! (?:am|is|are|was|were|be|do|does|did|has|have|had|can|could|will|would|should|may|might|must) ))(?:not|nao|menos) ${determiners}(?<x>[^ ,<>]+)`,
);

const nodeOf = (token: Token | null): QueryNode | null =>
  token?.item && 'node' in token.item ? token.item.node : null;
const notItem = (node: QueryNode | null): Item | null => node && { kind: 'not', node: negateNode(node) };

const negateAll = (tokens: readonly Token[]): Item | null => {
  const nodes = tokens.map(({ text }): QueryNode => ({ kind: 'word', text }));
  const [only] = nodes;
  if (!only) return null;
  return notItem(nodes.length === 1 ? only : { kind: 'and', nodes });
};

const lastOf = (node: QueryNode): QueryNode | undefined => (node.kind === 'and' ? node.nodes.at(-1) : node);

/** Extends a negation by `nor Vimeo`, of the same kind only: `not from Medium and tagged css` keeps its tag. */
function extendNegation(found: Found): Item | null {
  const [first, next] = [nodeOf(found.token('first')), nodeOf(found.token('next'))];
  const last = first && lastOf(first);
  if (!first || !next || last?.kind !== 'not' || last.node.kind !== next.kind) return null;
  const nodes = [...(first.kind === 'and' ? first.nodes : [first]), negateNode(next)];
  return { kind: 'not', node: { kind: 'and', nodes } };
}

/** Joins several types, sites or collections as alternatives, since a bookmark has only one type and one site. */
function anyOf(found: Found): Item | null {
  const [first, next] = [found.token('first'), nodeOf(found.token('next'))];
  const node = nodeOf(first);
  if (!node || !next || !first?.item || !('node' in first.item)) return null;
  const nodes = [...(node.kind === 'or' ? node.nodes : [node]), next];
  return { ...first.item, node: { kind: 'or', nodes } };
}

const rounds = 8;

/**
 * Finds negated expressions. Plain words only if certain: in `bread without yeast`, all words are searched. `negatesNo`
 * states whether `no` is the English word.
 */
export function findDenials(list: TokenList, names: Names, negatesNo: boolean): void {
  list.rewrite(negated, (found) => notItem(nodeOf(found.token('x'))));
  list.rewrite(noTypes, (found) =>
    negatesNo || isPlural(found.token('x')) ? notItem(nodeOf(found.token('x'))) : null,
  );
  for (let round = 0; round < rounds; round += 1) {
    const before = list.toString();
    list.rewrite(further, extendNegation);
    list.rewrite(either, anyOf);
    if (list.toString() === before) break;
  }
  list.rewrite(certainNegation, (found) => negateAll(found.tokens('x')));
  if (negatesNo) list.rewrite(noWords, (found) => negateAll(found.tokens('x')));
  if (asksForInstructions(list)) return;
  list.rewrite(possibleNegation, (found) => {
    const name = found.sign('x');
    return names.tag(name, '') ?? names.collection(name, '') ? negateAll(found.tokens('x')) : null;
  });
} // prettier-ignore

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

const is = (state: QueryState): Item => ({ kind: 'is', node: { kind: 'is', state } });

const tags = '(?:tags?|labels?|etiquetas?|marcador(?:es)?|rotulos?)';
const collections = '(?:collections?|folders?|colecao|colecoes|pastas?|categorias?)';

/** Expressions with no other meaning. */
const phrases: readonly (readonly [source: string, state: QueryState])[] = [
  [`untagged|not tagged(?= (?:<|,|$))|(?:que )?nao (?:tem|tenham) (?:nenhuma? )?${tags}|(?:without|with no|that have no|have no|no|sem) (?:any |nenhuma? |qualquer )?${tags}|nao etiquetad[oa]s?|nao marcad[oa]s?`, 'untagged'],
  [`uncollected|uncategori[sz]ed|unsorted|unfiled|(?:that |which )?(?:are |is )?(?:not|aren't|isn't) in (?:any|a) ${collections}|(?:(?:that|which) )?(?:have|has) no ${collections}|(?:que )?nao (?:tem|tenham) (?:nenhuma )?${collections}|(?:without|with no|outside(?: of)?|in no|sem|em nenhuma?|fora d[ea]s?|que nao (?:estao|esta|estejam) em)(?: any| a| nenhuma?| qualquer)? ${collections}|que nao (?:estao|esta|estejam) em nenhuma? ${collections}|nao classificad[oa]s?|sem classificar`, 'uncollected'],
  ['fora do ar', 'broken'],
  ['(?:saved|added) (?:twice|more than once)|(?:salv|guardad)[oa]s? (?:duas vezes|mais de uma vez)|que salvei duas vezes', 'duplicate'],
  ['(?:that )?i (?:have )?highlighted|que (?:eu )?destaquei', 'highlighted'],
  [`starred${endsHere}|with (?:a )?stars?|com estrelas?|favou?rited|favoritad[oa]s?|que (?:eu )?favoritei|(?:that )?i (?:starred|favou?rited)|(?:my )?favou?rites|(?:os |as )?(?:meus |minhas )?favorit[oa]s`, 'favorite'],
]; // prettier-ignore

/** Words that are a state next to a noun or alone, and part of a name elsewhere. */
const adjectives: readonly (readonly [source: string, state: QueryState])[] = [
  ['favou?rite|favorit[oa]', 'favorite'],
  ['highlighted|highlights|destacad[oa]s?|em destaque|destaques', 'highlighted'],
  ['encrypted|private|criptografad[oa]s?|cifrad[oa]s?|privad[oa]s?', 'encrypted'],
  ['public|shared|published|public[oa]s?|compartilhad[oa]s?|publicad[oa]s?', 'public'],
  ['duplicates?|duplicated|repeated|duplicad[oa]s?|duplicatas?|repetid[oa]s?', 'duplicate'],
  ['(?<! (?:is|are|esta|estao) )(?:broken|dead|quebrad[oa]s?|mort[oa]s?)', 'broken'],
]; // prettier-ignore

const anyNoun = `(?:${noun}|${typeNoun})`;
const stateStart = `(?<=(?:^|,|>| (?:${anyNoun}|and|or|but|not|without|except|are|is|were|estao|ficaram|my|all|the|only|e|ou|mas|nao|sem|exceto|menos|sao|seja|sejam|sou|os|as|meus|minhas|todos|todas|so)) )`;
const after = `(?= (?:<|,|$|(?:${anyNoun}|${connector}) ))`;
/** `Links about css that no longer work`. */
const ofTopic = `(?<= ${anyNoun}(?: [^ ,<>]+){1,4} )(?=(?:that|which|que) )`;

/** Expressions that apply to other things too: `michelin starred restaurants`, `my dishwasher stopped working`. */
const phrasesOfPages: readonly (readonly [source: string, state: QueryState])[] = [
  ["(?:that |which )?(?:don't|do not|no longer|doesn't|does not|stopped) work(?:ing)?(?: any ?more)?|(?:que )?nao (?:funcionam?|abrem|existem?)(?: mais)?|que pararam de funcionar|(?:that |which )?(?:are|is) (?:down|gone|broken|dead)|(?:que )?est(?:a|ao) (?:quebrad|mort)[oa]s?", 'broken'],
  ['starred', 'favorite'],
]; // prettier-ignore

const compiledPhrases = [
  ...phrases,
  ...phrasesOfPages.map(([source, state]) => [`(?:${stateStart}|${ofTopic})(?:${source})`, state] as const),
].map(([source, state]) => ({ rule: pattern(source), state }));
const compiledAdjectives = adjectives.map(([source, state]) => ({
  rules: [
    pattern(`(?:my |the |os |as |meus |minhas )?(?:${source})(?= ${anyNoun} )`),
    pattern(`${stateStart}(?:${source})${after}`),
    // `favorite` before any noun is the state (`favorite recipe`); other states are not (`public speaker`).
    ...(state === 'favorite' ? [pattern(`(?:my |(?<=(?:^|,|>) ))(?:favou?rite)(?= [^ <,]+ )`)] : []),
  ],
  state,
}));

const toRead = pattern(
  '(?:saved |salv[oa]s? )?(?:to read later|for later|para ler depois|para ler mais tarde)',
);

/** Finds states of a bookmark. */
export function findStates(list: TokenList): void {
  list.rewrite(toRead, () => is('later'));
  for (const { rule, state } of compiledPhrases) list.rewrite(rule, () => is(state));
  for (const { rules, state } of compiledAdjectives) {
    for (const rule of rules) list.rewrite(rule, () => is(state));
  }
}

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
