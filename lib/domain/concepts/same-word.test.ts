import { expect, test } from 'vitest';
import { agreementWith } from '@/lib/domain/concepts/same-word';

test.each([
  ['sofa', 'sofa', 0],
  ['sofas', 'sofa', 1],
  ['sofa', 'sofas', 1],
  ['batteries', 'battery', 1],
  ['boxes', 'box', 1],
  ['alugueis', 'aluguel', 1],
  ['paes', 'pao', 1],
  ['homens', 'homem', 1],
  ['flores', 'flor', 1],
  ['cooking', 'cook', 2],
  ['baked', 'bake', 2],
  ['running', 'run', 2],
  ['cozinhando', 'cozinhar', 2],
  ['advogadas', 'advogado', 2],
  ['caring', 'care', 2],
] as const)('%s agrees with %s', (word, other, agreement) => {
  expect(agreementWith(word)(other)).toBe(agreement);
});

test.each([
  ['caring', 'car'],
  ['rating', 'rat'],
  ['cars', 'care'],
  ['prata', 'prato'],
  ['casos', 'casa'],
  ['casar', 'casa'],
  ['conta', 'contar'],
  ['train', 'trail'],
])('%s does not agree with %s', (word, other) => {
  expect(agreementWith(word)(other)).toBeNull();
});
