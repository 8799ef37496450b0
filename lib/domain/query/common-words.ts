// Folded words, English and Portuguese.
const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const functionWords = list(`
  a about after again all also am an and any anybody anyone anything are as at be because been before being but by can
  could d did do does doing done don else ever every everything for from get gets getting give given go goes going gone
  got had has have having he her here him his how i if in into is it its just keep keeps kept know knows let like ll
  look looked looking looks m make makes making may maybe me might mine must my myself need needed needs not of off on
  one only or our out own please put re really remember s said save saved saves saw say says search searching see seen
  shall she should show shows so some somebody someone something somehow somewhere still such t take taken tell tells
  than that the their them then there these they thing things this those to too try trying under up us use used using ve
  very want wanted wants was way we were what when where which while who whom whose why with without would you your find
  finding finds found bookmark bookmarked bookmarks come again read reading store stored think thought called named
  o os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra pro pros com sem
  sobre entre e ou mas nem que se quando onde como porque pq qual quais quem cujo isso isto aquilo este esta estes estas
  esse essa esses essas aquele aquela aqueles aquelas daquele daquela naquele naquela desse dessa deste desta nesse nessa
  meu minha meus minhas seu sua seus suas nosso nossa eu tu ele ela voce voces eles elas lhe mim ser sou eram era foi
  foram fosse estar estou estava estavam estao ter tenho tem tinha tinham ha haver faco faz fazer fiz fazem feito ficar
  fica ficou quero queria quer querer preciso precisa precisava posso pode podia poderia consigo devo deve achar acho
  acha achei encontrar encontro encontrei procurar procuro procurando buscar busco ver vejo vi viu mostra mostrar mostre
  salvar salvei salvo guardei guardar lembra lembrar lembro li lia ler uso usar usava sempre muito muita muitos muitas
  mais menos ja ainda tambem so mesmo mesma tudo todo toda todos todas algo alguem algum alguma alguns algumas coisa
  coisas la aqui ai ali entao sera seria vai vou ia iam ir gente jeito tipo vez vezes ajuda ajudar explica explicou
  explicar dizia diz dizer fala falava falar conta contava me te nos chama chamava gostaria comecar pega pegar
`);

/** Words for pages in general and for praise; they rank with a low weight. */
const vagueWords = list(`
  article articles best better blog episode essay good great guide help link links list new nice old page pages paper
  people place plan post site sites text tutorial video website work works years year
  artigo bom boa dica dicas guia link links lista livro melhor melhores novo nova pagina paginas pessoas site sites texto
  video alguma ano anos curso episodio ingles portugues
`);

const functionWeight = 0.2;
const vagueWeight = 0.35;

export const isFunctionWord = (word: string): boolean => functionWords.has(word);

/** Returns the weight of a folded word relative to others, from 0 to 1: less for words that say little about a page. */
export const weightOf = (word: string): number =>
  functionWords.has(word) ? functionWeight : vagueWords.has(word) ? vagueWeight : 1;
