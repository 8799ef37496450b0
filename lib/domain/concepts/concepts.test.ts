import { expect, test } from 'vitest';
import { findConcepts } from '@/lib/domain/concepts/concepts';
import { splitWords } from '@/lib/domain/search-words';

/** The concepts of a query, as the words of each run and its other terms. */
function conceptsOf(query: string): Record<string, string[]> {
  const words = splitWords(query);
  return Object.fromEntries(
    findConcepts(words).map(({ start, length, terms }) => [
      words.slice(start, start + length).join(' '),
      terms.map((term) => term.join(' ')),
    ]),
  );
}

test('a longer run leaves no spans to its words, and other words keep theirs', () => {
  const found = conceptsOf('travel insurance for the beaches');
  expect(Object.keys(found)).toEqual(['travel insurance', 'beaches']);
  expect(found['travel insurance']).toEqual(['seguro viagem']);
  expect(found.beaches).toContain('praia');
});

test('connecting words are optional within a term', () => {
  expect(conceptsOf('seguro de viagem')['seguro de viagem']).toEqual(['travel insurance']);
  expect(conceptsOf('seguro viagem')['seguro viagem']).toEqual(['travel insurance']);
});

test('a query without concepts has none', () => {
  expect(findConcepts([])).toEqual([]);
  expect(conceptsOf('zyxw de 2024')).toEqual({});
});

test.each([
  ['sofas', 'couch'],
  ['couch', 'sofa'],
  ['settee', 'sofa'],
  ['lawyer', 'advogado'],
  ['advogados', 'attorney'],
  ['solicitor', 'advogado'],
  ['renting', 'aluguel'],
  ['aluguéis', 'rent'],
  ['locação', 'lease'],
  ['air conditioning', 'ar condicionado'],
  ['ar condicionado', 'air conditioner'],
  ['plano de saúde', 'health insurance'],
  ['seguro saúde', 'health insurance'],
  ['health insurance', 'plano saude'],
  ['recipes', 'receita'],
  ['receitas', 'recipe'],
  ['cheap', 'barato'],
  ['barata', 'cheap'],
  ['budget', 'affordable'],
  ['apartamentos', 'flat'],
  ['apê', 'apartment'],
  ['résumé', 'curriculo'],
  ['CV', 'curriculo'],
  ['currículo', 'resume'],
  ['fix', 'conserto'],
  ['consertar', 'repair'],
  ['kids', 'crianca'],
  ['children', 'crianca'],
  ['crianças', 'children'],
  ['telemóvel', 'celular'],
  ['celulares', 'phone'],
  ['autocarro', 'onibus'],
  ['ônibus', 'bus'],
  ['comboio', 'trem'],
  ['trens', 'train'],
  ['frigorífico', 'geladeira'],
  ['geladeira', 'fridge'],
  ['imposto de renda', 'income tax'],
  ['imposto renda', 'income tax'],
  ['IR', 'imposto renda'],
  ['tax return', 'declaracao imposto renda'],
  ['CNH', 'driver s license'],
  ['carteira de motorista', 'driver s license'],
  ['driving licence', 'carteira motorista'],
  ['SSN', 'social security number'],
  ['sign in', 'entrar'],
  ['login', 'entrar'],
  ['spreadsheets', 'planilha'],
  ['planilha', 'spreadsheet'],
  ['backup', 'copia seguranca'],
  ['teclado', 'keyboard'],
  ['keyboards', 'teclado'],
  ['mice', 'mouse'],
  ['aprender', 'learn'],
  ['studying', 'estudar'],
  ['build a PC', 'montar computador'],
  ['montar', 'build'],
  ['cooking', 'cozinhar'],
  ['cozinhando', 'cook'],
  ['dormir', 'sleep'],
  ['sono', 'sleep'],
  ['teeth', 'dente'],
  ['dentista', 'dental'],
  ['back pain', 'dor costas'],
  ['dor nas costas', 'back pain'],
  ['enxaqueca', 'migraine'],
  ['pregnancy', 'gravidez'],
  ['grávida', 'pregnancy'],
  ['breastfeeding', 'amamentacao'],
  ['weight loss', 'emagrecer'],
  ['emagrecimento', 'weight loss'],
  ['gym', 'academia'],
  ['treino em casa', 'home workout'],
  ['soccer', 'futebol'],
  ['vaga de emprego', 'job opening'],
  ['job interview', 'entrevista emprego'],
  ['home office', 'remote work'],
  ['seguro-desemprego', 'unemployment insurance'],
  ['décimo terceiro', 'thirteenth salary'],
  ['aposentadoria', 'pension'],
  ['retirement', 'aposentadoria'],
  ['credit card', 'cartao credito'],
  ['stocks', 'acoes'],
  ['renda fixa', 'fixed income'],
  ['mortgage', 'financiamento imobiliario'],
  ['real estate', 'imovel'],
  ['imobiliária', 'estate agent'],
  ['inquilino', 'tenant'],
  ['wedding dress', 'vestido noiva'],
  ['birthday party', 'festa aniversario'],
  ['fraldas', 'diaper'],
  ['stroller', 'carrinho bebe'],
  ['toys', 'brinquedo'],
  ['dog training', 'adestramento'],
  ['cachorros', 'dog'],
  ['puppies', 'filhote cachorro'],
  ['vegetable garden', 'horta'],
  ['compost', 'compostagem'],
  ['houseplants', 'planta interior'],
  ['solar panels', 'painel solar'],
  ['climate change', 'mudanca climatica'],
  ['previsão do tempo', 'weather forecast'],
  ['cheap flights', 'passagens aereas baratas'],
  ['passagem aérea', 'airfare'],
  ['luggage', 'mala'],
  ['suitcases', 'mala'],
  ['beaches', 'praia'],
  ['praias', 'beach'],
  ['hiking', 'trilha'],
  ['hostels', 'albergue'],
  ['passport', 'passaporte'],
  ['eletricista', 'electrician'],
  ['leaky faucet', 'torneira pingando'],
  ['washing machine', 'maquina lavar'],
  ['vacuum cleaner', 'aspirador'],
  ['online course', 'ead'],
  ['bolsa de estudos', 'scholarship'],
  ['lição de casa', 'homework'],
  ['homework', 'licao casa'],
  ['concurso público', 'civil service exam'],
  ['birth certificate', 'certidao nascimento'],
  ['prefeitura', 'city hall'],
  ['eleições', 'election'],
  ['machine learning', 'aprendizado maquina'],
  ['inteligência artificial', 'ai'],
  ['banco de dados', 'database'],
  ['databases', 'banco dados'],
  ['regular expressions', 'regex'],
  ['código aberto', 'open source'],
  ['senha', 'password'],
  ['passwords', 'senha'],
  ['crochet patterns', 'receita croche'],
  ['board games', 'jogo tabuleiro'],
  ['lyrics', 'letra musica'],
  ['filmes', 'movie'],
  ['quadrinhos', 'comics'],
  ['tênis', 'tennis'],
  ['chickpeas', 'grao bico'],
  ['abacaxi', 'pineapple'],
  ['shrimp', 'camarao'],
  ['notícias', 'news'],
  ['war', 'guerra'],
  ['buracos negros', 'black hole'],
  ['thieves', 'ladrao'],
])('%s has the term %s', (query, term) => {
  expect(Object.values(conceptsOf(query)).flat()).toContain(term);
});

test.each([
  ['pretend', 'pretender'],
  ['push', 'puxar'],
  ['date', 'data'],
  ['data', 'date'],
  ['actual', 'atual'],
  ['parents', 'parente'],
  ['library', 'livraria'],
  ['college', 'colegio'],
  ['fabric', 'fabrica'],
  ['lecture', 'leitura'],
  ['exit', 'exito'],
  ['constipation', 'constipacao'],
  ['preservatives', 'camisinha'],
  ['prejudice', 'prejuizo'],
  ['resumir', 'curriculo'],
  ['support', 'suportar'],
  ['costume', 'costumar'],
  ['folder', 'pasta'],
  ['watch', 'relogio'],
  ['caring', 'carro'],
  ['bones', 'bone'],
  ['media', 'average'],
  ['cave', 'porao'],
  ['solo travel', 'soil'],
  ['travel insurance', 'insurance'],
  ['git branch', 'galho'],
  ['rest api', 'descansar'],
])('%s does not have the term %s', (query, term) => {
  expect(Object.values(conceptsOf(query)).flat()).not.toContain(term);
});

test('a word of several groups has the first terms of each', () => {
  expect(conceptsOf('notebook').notebook).toEqual(expect.arrayContaining(['laptop', 'caderno']));
});

test('an exact word excludes the groups of its other forms', () => {
  expect(conceptsOf('windows').windows).not.toContain('janela');
  expect(conceptsOf('window').window).toContain('janela');
});
