import { expect, test } from 'vitest';
import { passwordStrength } from '@/components/common/password-strength';

const strength = (password: string) => passwordStrength(password, ['Marina', 'Souza', 'marina@example.org']);

test.each(['', 'a', 'Tr0ub4d', 'kx9!Q2z'])('"%s" is short', (password) => {
  expect(strength(password)).toBe('short');
});

test.each(['12345678', 'aaaaaaaaaaaa', 'qwertyuiop', 'password1', 'senha123', 'marinasouza', 'abababababab'])(
  '%s is weak',
  (password) => {
    expect(strength(password)).toBe('weak');
  },
);

test.each(['tulipeira', 'verdeazul7'])('%s is fair', (password) => {
  expect(strength(password)).toBe('fair');
});

test.each(['correct horse battery staple', 'kX9!mQ2z#Lp7', 'trem noturno para oslo'])(
  '%s is strong',
  (password) => {
    expect(strength(password)).toBe('strong');
  },
);

test('length is counted in characters', () => {
  expect(strength('🔑🔒🗝️')).toBe('short');
});
