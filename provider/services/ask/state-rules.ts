import type { QueryState } from '@/lib/domain/query/query';
import { pattern, type Item, type Tape } from '@/provider/services/ask/tape';
import { connector, noun, typeNoun } from '@/provider/services/ask/vocables';

const is = (state: QueryState): Item => ({ kind: 'is', node: { kind: 'is', state } });

const tags = '(?:tags?|labels?|etiquetas?|marcador(?:es)?|rotulos?)';
const collections = '(?:collections?|folders?|colecao|colecoes|pastas?|categorias?)';

/** Expressions that mean nothing else. */
const phrases: readonly (readonly [source: string, state: QueryState])[] = [
  [`untagged|not tagged(?= (?:<|,|$))|(?:que )?nao (?:tem|tenham) (?:nenhuma? )?${tags}|(?:without|with no|that have no|have no|no|sem) (?:any |nenhuma? |qualquer )?${tags}|nao etiquetad[oa]s?|nao marcad[oa]s?`, 'untagged'],
  [`uncollected|uncategori[sz]ed|unsorted|unfiled|(?:that |which )?(?:are |is )?(?:not|aren't|isn't) in (?:any|a) ${collections}|(?:(?:that|which) )?(?:have|has) no ${collections}|(?:que )?nao (?:tem|tenham) (?:nenhuma )?${collections}|(?:without|with no|outside(?: of)?|in no|sem|em nenhuma?|fora d[ea]s?|que nao (?:estao|esta|estejam) em)(?: any| a| nenhuma?| qualquer)? ${collections}|que nao (?:estao|esta|estejam) em nenhuma? ${collections}|nao classificad[oa]s?|sem classificar`, 'uncollected'],
  ["(?:that |which )?(?:don't|do not|no longer|doesn't|does not|stopped) work(?:ing)?(?: any ?more)?|(?:que )?nao (?:funcionam?|abrem|existem?)(?: mais)?|que pararam de funcionar|fora do ar|(?:that |which )?(?:are|is) (?:down|gone|broken|dead)", 'broken'],
  ['(?:saved|added) (?:twice|more than once)|(?:salv|guardad)[oa]s? (?:duas vezes|mais de uma vez)|que salvei duas vezes', 'duplicate'],
  ['(?:that )?i (?:have )?highlighted|que (?:eu )?destaquei', 'highlighted'],
  ['starred|with (?:a )?stars?|com estrelas?|favou?rited|favoritad[oa]s?|que (?:eu )?favoritei|(?:that )?i (?:starred|favou?rited)|(?:my )?favou?rites|(?:os |as )?(?:meus |minhas )?favorit[oa]s', 'favorite'],
]; // prettier-ignore

/** Words that are a state where they stand beside a noun or on their own, and part of a name elsewhere. */
const adjectives: readonly (readonly [source: string, state: QueryState])[] = [
  ['favou?rite|favorit[oa]', 'favorite'],
  ['highlighted|highlights|destacad[oa]s?|em destaque|destaques', 'highlighted'],
  ['encrypted|private|criptografad[oa]s?|cifrad[oa]s?|privad[oa]s?', 'encrypted'],
  ['public|shared|published|public[oa]s?|compartilhad[oa]s?|publicad[oa]s?', 'public'],
  ['duplicates?|duplicated|repeated|duplicad[oa]s?|duplicatas?|repetid[oa]s?', 'duplicate'],
  ['broken|dead|quebrad[oa]s?|mort[oa]s?', 'broken'],
]; // prettier-ignore

const nouns = `(?:${noun}|${typeNoun})`;
const before = `(?<=(?:^|,|>| (?:${nouns}|and|or|but|not|without|except|are|is|were|estao|ficaram|my|all|the|only|e|ou|mas|nao|sem|exceto|menos|sao|seja|sejam|sou|os|as|meus|minhas|todos|todas|so)) )`;
const after = `(?= (?:<|,|$|(?:${nouns}|${connector}) ))`;

const compiledPhrases = phrases.map(([source, state]) => ({ rule: pattern(source), state }));
const compiledAdjectives = adjectives.map(([source, state]) => ({
  rules: [
    pattern(`(?:my |the |os |as |meus |minhas )?(?:${source})(?= ${nouns} )`),
    pattern(`${before}(?:${source})${after}`),
    // A favorite recipe is one, whatever a recipe is; a public speaker is not.
    ...(state === 'favorite' ? [pattern(`(?:my |(?<=(?:^|,|>) ))(?:favou?rite)(?= [^ <,]+ )`)] : []),
  ],
  state,
}));

/** Marks and conditions of a bookmark. */
export function findStates(tape: Tape): void {
  for (const { rule, state } of compiledPhrases) tape.rewrite(rule, () => is(state));
  for (const { rules, state } of compiledAdjectives) {
    for (const rule of rules) tape.rewrite(rule, () => is(state));
  }
}
