import type { Calendar, WordClasses } from '@/provider/modules/ask/language';

/** Classes of Portuguese words, which phrases name in braces. */
export const portugueseWords: WordClasses = {
  noun: ['coisas?', 'paginas?', 'itens', 'item', 'materia(l|is)', 'conteudos?', 'marcadores'],
  typeNoun: [
    'videos?', 'documentacao', 'documentacoes', 'manuais', 'artigos?', 'episodios', 'imagens', 'imagem', 'fotos?',
    'repositorios?', 'tuites?',
  ],
  single: ['artigo', 'episodio', 'repositorio', 'imagem', 'foto'],
  tag: ['etiquetas?', 'marcador(es)?', 'rotulos?'],
  collection: ['colecao', 'colecoes', 'pastas?', 'categorias?'],
  connector: [
    'sobre', 'do', 'da', 'dos', 'das', 'que', 'com', 'em', 'no', 'na', 'nos', 'nas', 'e', 'ou', 'mas', 'nem', 'sem',
    'exceto', 'menos', 'salv[oa]s?', 'guardad[oa]s?', 'adicionad[oa]s?', 'ordenad[oa]s?', 'desde', 'antes', 'depois',
    'eu', 'mais',
  ],
  article: ['o', 'a', 'os', 'as', 'dia', 'o dia'],
  count: ['dois', 'duas', 'tres', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'doze', 'quinze', 'vinte'],
  // `visto` alone is a visa.
  opened: [
    'abri', 'visitei', 'li', 'acessei', 'vi', 'assisti', 'usei', 'abert[oa]s?', 'visitad[oa]s?', 'lid[oa]s?',
    'acessad[oa]s?', 'vist[oa]s', '(?<=(?:^|,|>| (?:{noun}|{typeNoun}|foi|nao|ja|nunca)) )vist[oa]', 'assistid[oa]s?',
    'usad[oa]s?',
  ],
  open: ['abro', 'visito', 'leio', 'acesso', 'vejo', 'assisto', 'uso'],
  participle: ['(abert|visitad|acessad|lid|vist|assistid|usad|clicad)[oa]s?'],
  saved: [
    'salvei', 'guardei', 'adicionei', 'criei', 'coloquei', 'marquei', 'salv[oa]s?', 'guardad[oa]s?', 'adicionad[oa]s?',
    'criad[oa]s?',
  ],
  save: [],
  recently: ['[mais] recentemente', 'ultimamente', 'nos ultimos tempos', 'ha pouco [tempo]', 'faz pouco [tempo]'],
  not: [
    '[mas|e] ([que] nao (sao|sejam|seja|estao|estejam|esteja|esta|venham|venha|vem|tenham|tenha|tem)|nao|sem|exceto|menos|tirando|nem|fora d[eoa]s?)',
  ],
  neither: ['(nunca|nao) [foram|foi]'],
  determiner: ['os', 'as', 'o', 'do', 'da', 'dos', 'das', 'de', 'em', 'no', 'na', 'nos', 'nas', 'um', 'uma', 'meus', 'minhas', 'com'],
  auxiliary: [],
  person: ['eu', 'ja'],
  which: ['o que', 'que'],
  were: ['foram'],
  all: [
    'todos', 'todas', 'tudo', 'algo', 'so', 'apenas', 'meus?', 'minhas?', 'aquel[ea]s?', 'ess[ea]s?', 'algum', 'alguns',
    'algumas?', 'alguma coisa', 'qualquer coisa',
  ],
  each: [],
  following: [
    'o', 'os', 'a', 'as', 'todos', 'todas', 'tudo', 'meus?', 'minhas?', 'aquel[ea]s?', 'algum', 'alguma', 'um', 'uma',
  ],
  some: ['algum', 'alguma', 'algo', 'alguns', 'algumas'],
  forMe: ['pra mim', 'para mim'],
  by: ['(ordenad[oa]s?|ordenar) (por|pel[oa]s?)'],
  first: ['primeiro'],
  and: ['e'],
  or: ['ou', 'nem'],
  beforeType: [
    'o', 'a', 'os', 'as', 'um', 'uma', 'uns', 'umas', 'aquel[ea]s?', 'ess[ea]s?', 'est[ea]s?', 'meus?', 'minhas?',
    'todos os', 'todas as', 'algum', 'alguma', 'quais', 'qual', 'quantos', 'quantas', 'e', 'ou', 'sem', 'nao', 'exceto',
    'menos', 'sao', 'seja', 'sejam',
  ],
  insideType: ['de', 'do', 'da', 'em', 'no', 'na', 'para', 'como', 'editar', 'um', 'uma'],
  of: ['de'],
  beforeState: [
    'estao', 'ficaram', 'e', 'ou', 'mas', 'nao', 'sem', 'exceto', 'menos', 'sao', 'seja', 'sejam', 'sou', 'os', 'as',
    'meus', 'minhas', 'todos', 'todas', 'so',
  ],
  dated: [
    'tudo', 'receitas?', 'tutoriais', 'favorit[oa]s', 'privad[oa]s', 'public[oa]s', 'quebrad[oa]s', 'destacad[oa]s',
    'duplicad[oa]s', 'repetid[oa]s', 'criptografad[oa]s', 'compartilhad[oa]s',
  ],
  someone: ['criancas?', 'bebes?', 'pessoas?', 'quem', 'adult[oa]s?', 'filh[oa]s?', 'cachorr[oa]s?', 'gat[oa]s?'],
  having: ['com', 'contendo', 'que (tem|tenha|tenham|contem|contenha|contenham)', 'cujo'],
  afterLanguage: ['sobre', 'que', 'd[aeo]s?', 'com', 'e', 'ou'],
  more: ['mais de', 'mais que'],
  atLeast: ['pelo menos', 'no minimo', 'ao menos'],
  less: ['menos de', 'menos que'],
  atMost: ['no maximo', 'ate'],
  exactly: ['exatamente', 'so', 'apenas', 'somente'],
  times: ['vezes', 'vez'],
  visits: ['visitas?', 'acessos?'],
  forSpan: ['ha', 'faz', 'tem'],
  watching: ['lendo', 'vendo', 'assistindo', 'olhando'],
  without: ['sem', 'exceto', 'menos', 'tirando', 'nao'],
  withoutFrom: ['o', 'a', 'do', 'da', 'no'],
  nextTag: ['e', 'ou', 'mas nao', 'mas sem', 'sem', 'nem'],
  nextSite: ['e', 'ou', 'nem', 'do', 'da', 'no', 'na', 'de'],
  nextCollection: ['e', 'ou', 'nem', 'em', 'na', 'no'],
  period: ['semana', 'mes', 'ano'],
  unit: ['dias?', 'semanas?', 'mes(es)?', 'anos?'],
}; // prettier-ignore

/** Names of Portuguese numbers, months, days and seasons. */
export const portugueseCalendar: Calendar = {
  numbers: {
    um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, doze: 12,
    'um par de': 2, quinze: 15, vinte: 20,
  },
  months: [
    ['janeiro'], ['fevereiro', 'fev'], ['marco'], ['abril'], ['maio'], ['junho'], ['julho'], ['agosto', 'ago'],
    ['setembro', 'set'], ['outubro', 'out'], ['novembro'], ['dezembro', 'dez'],
  ],
  weekdays: [
    ['segunda', 'segunda-feira'], ['terca', 'terca-feira'], ['quarta', 'quarta-feira'], ['quinta', 'quinta-feira'],
    ['sexta', 'sexta-feira'], ['sabado'], ['domingo'],
  ],
  seasons: { outono: 3, inverno: 6, primavera: 9, verao: 12 },
  ordinals: { primeiro: 0, '1o': 0, segundo: 1, '2o': 1, terceiro: 2, '3o': 2, quarto: 3, '4o': 3 },
}; // prettier-ignore
