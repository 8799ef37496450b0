import { searchablePath } from '@/lib/domain/readable-path';
import { foldText, splitWords } from '@/lib/domain/search-words';
import { parseBookmarkUrl } from '@/lib/domain/url';

/** Stop words in English and Portuguese, folded, and common parts of addresses. */
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

/** Words that are frequent in titles of any subject and unsuitable as a name of a collection. */
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

/** Whether a text contains a letter. */
export const hasLetter = (text: string): boolean => letter.test(text);

const digits = /^\p{N}+$/u;

/** Whether a folded word may indicate the subject of a page. */
const isSignificant = (word: string): boolean =>
  word.length > 1 && !digits.test(word) && !functionWords.has(word);

/** Whether a folded word may be the name of a group of pages. */
export const isNaming = (word: string): boolean =>
  word.length > 2 && hasLetter(word) && isSignificant(word) && !commonTitleWords.has(word);

export interface Page {
  url: string;
  title: string;
  description?: string | undefined;
}

/** A word of a page, without the ending of a plural. */
export interface PageWord {
  root: string;
  /** Spelling of the page, for display. */
  shown: string;
  /** Weight of the field in which it occurs. */
  weight: number;
}

export interface PageWords {
  /** Host without `www.`; empty if the URL is no web address. */
  host: string;
  words: PageWord[];
}

/** Weights of fields, highest for the title. They were not tuned on the folder trees of the evaluation. */
const weights = { title: 1, path: 0.5, description: 0.4, host: 0.3 };

/** Maximum number of words: more add no information and cost a look-up each. */
const wordsMax = 24;
const descriptionLength = 2_000;
const pathLength = 500;
/** Roots of at least this length match every word that begins with them. */
export const openLength = 4;

const plural = /(?:[^aeiou]ies|[^s]s)$/;

/** Removes a plural ending: `datasets` and `dataset` have the same root, like `receitas` and `receita`. */
export const rootOf = (word: string): string =>
  word.length < openLength || !plural.test(word) ? word : word.slice(0, word.endsWith('ies') ? -3 : -1);

const shownWords = /[\p{L}\p{N}\p{M}]+/gu;

/** Returns the significant words of a page, those of the title first. */
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
      if (isSignificant(word) && !words.has(root))
        words.set(root, { root, shown: spelled.get(word) ?? word, weight });
    }
  };
  add(withoutSite(title, domain).replace(addresses, ' '), weights.title);
  add(searchablePath(path.slice(0, pathLength)), weights.path);
  add(description.slice(0, descriptionLength), weights.description);
  // The top-level domain is shared by unrelated sites.
  add(domain.replace(/\.[^.]*$/, ''), weights.host);
  return { host: domain, words: [...words.values()] };
}

// IPv4 and IPv6 addresses in a title. Their groups may look like words.
const addresses = /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi;

const separators = [' - ', ' – ', ' — ', ' | ', ' · ', ' • '] as const;
const siteLength = 3;
const lettersOf = (text: string): string => splitWords(text).join('');

/** Returns a title without the site name that usually follows a separator; the host is already a clue. */
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
