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
export const isTelling = (word: string): boolean =>
  word.length > 1 && !digits.test(word) && !functionWords.has(word);

/** Whether a folded word could name what several pages have in common. */
export const isNaming = (word: string): boolean =>
  word.length > 2 && hasLetter(word) && isTelling(word) && !commonTitleWords.has(word);
