/** Words that several rules need, folded, as parts of patterns. */

/** Nouns for a bookmark, whatever it leads to. */
export const noun =
  '(?:links?|bookmarks?|things?|stuff|pages?|sites?|websites?|items?|ones?|entries|coisas?|paginas?|itens|item|materia(?:l|is)|conteudos?|marcadores)';

/** Nouns for a kind of bookmark; which one it is, is told by the rules of types. */
export const typeNoun =
  '(?:videos?|clips?|docs|documentation|documentacao|documentacoes|manuals|manuais|(?:blog )?posts|articles?|artigos?|podcasts?|episodes|episodios|audios?|images?|imagens|imagem|pictures?|photos?|fotos?|papers?|pdfs?|repos?|repositor(?:y|ies|ios?)|tweets?|tuites?)';

/** What may follow a complete expression. */
export const connector =
  "(?:about|on|from|that|which|with|by|i|i've|and|or|but|not|without|except|excluding|sorted|ordered|saved|added|sobre|do|da|dos|das|que|com|em|no|na|nos|nas|e|ou|mas|nem|sem|exceto|menos|salv[oa]s?|guardad[oa]s?|adicionad[oa]s?|ordenad[oa]s?|please|in|for|since|before|after|desde|antes|depois|eu|mais)";

/** Nothing, a comma, an item, or a connector: the expression before it ends here. */
export const endsHere = `(?= (?:<|,|$|(?:${connector}) ))`;

/** The beginning, a comma or an item: the expression after it begins here. */
export const beginsHere = '(?<=(?:^|,|>) )';

/** What people do with a page when they go there. */
export const opened =
  '(?:opened|visited|read|watched|viewed|seen|saw|accessed|clicked|used|abri|visitei|li|acessei|vi|assisti|usei|abert[oa]s?|visitad[oa]s?|lid[oa]s?|acessad[oa]s?|vist[oa]s?|assistid[oa]s?|usad[oa]s?)';
export const open =
  '(?:open|visit|read|watch|view|see|access|click|use|abro|visito|leio|acesso|vejo|assisto|uso)';

/** And with a bookmark, at first. */
export const saved =
  '(?:saved|added|bookmarked|created|stored|kept|salvei|guardei|adicionei|criei|coloquei|marquei|salv[oa]s?|guardad[oa]s?|adicionad[oa]s?|criad[oa]s?)';
export const save = '(?:save|add|bookmark|store|keep)';

/** A negation, with the small words that stand between it and what it denies. */
export const not =
  "(?:(?:but |mas |and |e )?(?:not|no|without|except(?: for)?|excluding|other than|(?:that |which )?(?:are|is) not|(?:that |which )?(?:aren't|isn't)|(?:que )?nao (?:sao|sejam|seja|estao|estejam|esteja|esta|venham|venha|vem|tenham|tenha|tem)|nao|sem|exceto|menos|tirando|nem))";
export const determiners =
  '(?:(?:any|those|these|ones|in|on|from|the|a|an|my|of|os|as|o|do|da|dos|das|de|em|no|na|nos|nas|um|uma|meus|minhas|com) )*';
