import { connector, noun, pattern, typeNoun, type TokenList } from '@/provider/modules/ask/tokens';

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

const portugueseWords =
  / (?:que|de|da|das|dos|com|para|sobre|onde|como|qual|quais|em|um|uma|na|nas|nos|meus?|minhas?|aquel[ea]s?|ess[ea]s?|salvei) /;

/** Whether a question is certainly Portuguese, where `no` means `in the`. */
export const isPortuguese = (list: TokenList): boolean => portugueseWords.test(list.toString());
