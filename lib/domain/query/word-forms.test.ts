import { expect, test } from 'vitest';
import { formsOf } from '@/lib/domain/query/word-forms';

test.each([
  ['runs', 'running'],
  ['runs', 'run'],
  ['tutorials', 'tutorial'],
  ['studies', 'study'],
  ['boxes', 'box'],
  ['baked', 'baking'],
  ['receitas', 'receita'],
  ['acoes', 'acao'],
  ['canais', 'canal'],
  ['imagens', 'imagem'],
  ['flores', 'flor'],
  ['programar', 'programando'],
  ['brasileira', 'brasileiros'],
])('%s and %s are forms of one word', (one, other) => {
  expect([formsOf(one)(other), formsOf(other)(one)]).toEqual([one.length >= 4, other.length >= 4]);
});

test.each([
  ['string', 'strong'],
  ['class', 'clay'],
  ['trains', 'transit'],
  ['status', 'statute'],
  ['2024', '2025'],
  ['thing', 'the'],
  ['rust', 'rusty'],
])('%s and %s are different words', (one, other) => {
  expect([formsOf(one)(other), formsOf(other)(one)]).toEqual([false, false]);
});
