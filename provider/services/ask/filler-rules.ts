import { pattern, type Tape } from '@/provider/services/ask/tape';
import { connector, noun, typeNoun } from '@/provider/services/ask/vocables';

const start = '(?<=^ )';
const me = '(?: me| for me| to me| pra mim| para mim)?';
const thing = `<|o|os|a|as|the|an|all|every|any|my|some|that|those|these|me|todos|todas|tudo|meus?|minhas?|aquel[ea]s?|algum|alguma|um|uma|${noun}|${typeNoun}`;
const before = `(?= (?:${thing}) )`;

const heads: readonly string[] = [
  `(?:please )?(?:can|could|would) you (?:please )?(?:show|find|list|give|get)${me}`,
  '(?:please )?(?:show|give|get|bring|find|fetch) me',
  '(?:please )?(?:show(?! hn )|search for|look for|looking for|look up|browse|display)',
  `(?:please )?(?:find|list|get|search)${before}`,
  "i(?:'m| am) (?:looking|searching) for",
  "(?:i want|i'd like|i would like|i need)(?: to (?:see|find|read|watch|have))?",
  `(?:where (?:is|are)|where's|what(?:'s| is| was| were| are)|which (?:is|are|was|were)|do i have|have i got|is there|are there)${before}`,
  "(?:whats|what's|what is) new|(?:whats|what's|what is)(?= in )|o que (?:tem|ha)(?: de novo)?",
  `(?:what|which)(?= (?:<|did|${noun}|${typeNoun}))`,
  '(?:(?:i )?need|preciso d[eo]|quero|(?:i )?want)(?: (?:the|a|o|um))? links? (?:to|for|of|d[oa]s?|para)(?: the| o| a)?',
  `(?:got|(?:eu )?tenho|ha|existe|existem)(?= (?:any|some|anything|something|algum|alguma|algo|alguns|algumas|${noun}|${typeNoun}) )`,
  'how many(?! times )(?: of (?:my|the))?|count(?: of| all)|quant[oa]s(?! vezes )(?: d[oa]s (?:meus|minhas))?',
  `(?:por favor )?(?:voce pode|voce poderia|pode|poderia|da pra) (?:me )?(?:mostrar|listar|achar|encontrar|procurar|buscar|dar|trazer)${me}`,
  `(?:por favor )?me (?:mostr[ae]|list[ae]|traz|traga|da|de|ache|encontr[ae])`,
  `(?:por favor )?(?:mostr[ae]|mostrar|listar|liste|procurar|procure|procura|buscar|busque|busca|encontrar|encontre|ache)(?: pra mim| para mim|${before})`,
  '(?:eu )?(?:quero|queria|gostaria de|preciso)(?: ver| achar| encontrar| ler| assistir| de)?',
  '(?:eu )?(?:estou|to|estava) (?:procurando|buscando)(?: por)?',
  `(?:cade|onde (?:esta|estao|foi parar|ficou)|qual (?:era|e|foi)|quais (?:sao|eram)|tem)(?: mesmo)?${before}`,
  `quais(?= (?:<|${noun}|${typeNoun}) )`,
];
const compiledHeads = heads.map((source) => pattern(`${start}(?:${source})`));

const anywhere = [
  pattern('please|pls|por favor|por gentileza|pfv'),
  pattern("(?:that |which )?(?:do )?i(?:'ve)? (?:have|own|got)(?: saved)?|(?:que )?eu tenho|que tenho|(?:that are |that is )?in my (?:library|bookmarks)|na minha biblioteca|nos meus (?:links|marcadores)"),
]; // prettier-ignore
const determiners = pattern(
  `(?<=(?:^|,|>) )(?:(?:the|os|as|o|a) )?(?:(?:all|every|any|some|each|those|these|that|my|only|just|everything|anything|something|stuff|todos|todas|tudo|algo|so|apenas|meus?|minhas?|aquel[ea]s?|ess[ea]s?|algum|alguns|algumas?|alguma coisa|qualquer coisa)(?= ) ?)*(?:all|every|any|some|those|these|that|my|only|everything|anything|something|todos|todas|tudo|algo|so|apenas|meus?|minhas?|aquel[ea]s?|ess[ea]s?|algum|alguns|algumas?|alguma coisa|qualquer coisa)(?= (?:<|,|$|about|on|from|in|that|with|sobre|d[aeo]s?|em|n[ao]s?|que|com|${noun}|${typeNoun})(?: |$))`,
);

/** Words with which a question begins or is polite, and that say nothing about what is looked for. */
export function dropFillers(tape: Tape): void {
  for (const rule of compiledHeads) tape.rewrite(rule, () => ({ kind: 'gap' }));
  for (const rule of anywhere) tape.rewrite(rule, () => ({ kind: 'gap' }));
  tape.rewrite(determiners, () => ({ kind: 'gap' }));
}

const about = pattern('(?:all )?(?:about|regarding|concerning|related to|on the topic of|sobre|a respeito d[eoa]s?|acerca d[eoa]s?|relacionad[oa]s? (?:a|ao|com))'); // prettier-ignore
const nouns = [
  pattern(`(?<=(?:^|,|>| (?:the|my|all|any|os|as|meus|minhas|and|e|which|what)) )(?:${noun})(?= (?:<|,|$|(?:for|of|to|de|para|are|is|estao|esta|${connector}) ))`),
  pattern(`(?<!(?: (?:of|de|do|da|to|for|the)|^) )(?<=[^ <>] )(?:links|bookmarks|stuff)(?= (?:<|,|$|(?:${connector}) ))`),
]; // prettier-ignore

/** Words for bookmarks as such, once all is found that could have needed them. */
export function dropNouns(tape: Tape): void {
  tape.rewrite(about, () => ({ kind: 'gap' }));
  for (const rule of nouns) tape.rewrite(rule, () => ({ kind: 'gap' }));
}
