import { foldText, splitWords } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';

/** Words that say nothing of what a page is about, folded, in English and Portuguese, and the parts of an address. */
const functionWords = new Set(
  `
a an the and or nor but if then than so as at by for from in into of off on onto out over to up with without about
after again all also am any are be been before being between both can could did do does doing down during each few
had has have having he her here hers him his how i is it its itself just me more most my no not now only other our
own s same she should some such t that their them there these they this those through too under until very was we
were what when where which while who whom why will would you your yours ll re ve don doesn isn won can t vs via per
de da do das dos e o os um uma uns umas em no na nos nas por pelo pela para pra com sem sob sobre entre ate que quem
qual quais como quando onde porque se seu sua seus suas meu minha meus minhas nosso nossa este esta isto esse essa
isso aquele aquela ele ela eles elas eu voce voces nao sim mais menos muito muita ja foi ser sao era ter tem ha ao
aos mas ou nem ainda tambem so cada todo toda todos todas
www http https com org net html htm php asp aspx jsp cgi index utm
`
    .trim()
    .split(/\s+/),
);

/** Words that many pages of any kind have in their title: no name for a collection. */
const commonTitleWords = new Set(
  `
home homepage page site website web blog post article news official welcome online free new best top great good easy
simple quick first better guide tutorial tutorials introduction intro getting started start learn learning course
build building create creating make making made write writing written use using used part one two three year years
day days time way ways thing things people everyone video videos watch list lists tips example examples version docs
documentation overview about login sign github youtube medium wikipedia reddit google com inicio pagina oficial novo
nova melhor melhores guia artigo noticias gratis aprenda aprender criar fazer usar primeiro parte ano anos dia
`
    .trim()
    .split(/\s+/),
);

const letter = /\p{L}/u;

/** Whether a text is more than numbers and signs. */
export const hasLetter = (text: string): boolean => letter.test(text);

const digits = /^\p{N}+$/u;

/** Whether a folded word says something of what a page is about. */
const isTelling = (word: string): boolean =>
  word.length > 1 && !digits.test(word) && !functionWords.has(word);

/** Whether a folded word could name what several pages have in common. */
export const isNaming = (word: string): boolean =>
  word.length > 2 && hasLetter(word) && isTelling(word) && !commonTitleWords.has(word);

export interface Page {
  url: string;
  title: string;
  description?: string | undefined;
}

/** A word of a page, without the ending of a plural. */
export interface PageWord {
  root: string;
  /** As the page spells it, for the reader. */
  shown: string;
  /** How much it says, by where it stands. */
  weight: number;
}

export interface PageWords {
  /** Host without `www.`; empty for what is no web address. */
  host: string;
  words: PageWord[];
}

/** What stands in a title says most. Chosen on none of the trees that the evaluation reports on. */
const weights = { title: 1, path: 0.5, description: 0.4, host: 0.3 };

/** More words than these say nothing new and cost a look-up each. */
const wordsMax = 24;
const descriptionLength = 2_000;
const pathLength = 500;
/** From this length on a root stands for every word that begins with it. */
export const openLength = 4;

const plural = /(?:[^aeiou]ies|[^s]s)$/;

/** Takes the ending of a plural off: `datasets` and `dataset` are one, and so are `receitas` and `receita`. */
export const rootOf = (word: string): string =>
  word.length < openLength || !plural.test(word) ? word : word.slice(0, word.endsWith('ies') ? -3 : -1);

const shownWords = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a page that say what it is about, those of the title first. */
export function readPage({ url, title, description = '' }: Page): PageWords {
  const { domain, path } = parseBookmarkUrl(url);
  const spelled = new Map<string, string>();
  for (const found of title.match(shownWords) ?? []) {
    const folded = foldText(found);
    if (!spelled.has(folded)) spelled.set(folded, found);
  }
  const words = new Map<string, PageWord>();
  const add = (text: string, weight: number): void => {
    for (const word of splitWords(text)) {
      if (words.size >= wordsMax) return;
      const root = rootOf(word);
      if (isTelling(word) && !words.has(root))
        words.set(root, { root, shown: spelled.get(word) ?? word, weight });
    }
  };
  add(withoutSite(title, domain).replace(addresses, ' '), weights.title);
  add(readable(path.slice(0, pathLength)), weights.path);
  add(description.slice(0, descriptionLength), weights.description);
  // Its last part is shared by sites that have nothing else in common.
  add(domain.replace(/\.[^.]*$/, ''), weights.host);
  return { host: domain, words: [...words.values()] };
}

// IPv4 and IPv6 addresses in a title; their groups are no words, even where they look like some.
const addresses = /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi;

const separators = [' - ', ' – ', ' — ', ' | ', ' · ', ' • '] as const;
const siteLength = 3;
const lettersOf = (text: string): string => splitWords(text).join('');

/** A title without the name of its site, which stands behind a dash in most: the host says the same already. */
function withoutSite(title: string, host: string): string {
  const at = Math.max(...separators.map((sign) => title.lastIndexOf(sign)));
  if (at <= 0) return title;
  const name = lettersOf(title.slice(at));
  const holds = (text: string, part: string): boolean => part.length >= siteLength && text.includes(part);
  const isSite = host.split('.').some((label) => {
    const letters = lettersOf(label);
    return holds(name, letters) || holds(letters, name);
  });
  return isSite ? title.slice(0, at) : title;
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
