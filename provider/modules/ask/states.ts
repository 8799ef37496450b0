import { type QueryState } from '@/lib/domain/query/query';
import {
  connector,
  endsHere,
  noun,
  pattern,
  typeNoun,
  type Item,
  type TokenList,
} from '@/provider/modules/ask/tokens';

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
