import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fullName, initials } from '@/components/entities/initials';

const person = (firstName: string, lastName: string) => ({ firstName, lastName, email: 'zoe@example.org' });

test('initials are the first letters of both names', () => {
  expect(initials(person('Marina', 'Souza'))).toBe('MS');
  expect(initials(person('  ágata', 'ção'))).toBe('ÁÇ');
  expect(initials(person('Ana Maria', 'de Souza Lima'))).toBe('AD');
});

test('one name gives one letter, none gives that of the address', () => {
  expect(initials(person('Marina', ''))).toBe('M');
  expect(initials(person('', ''))).toBe('Z');
  expect(initials(person('🎉', '—'))).toBe('Z');
});

test('there are never more than two letters', () => {
  expect(initials(person('ßtraße', 'ŉa'))).toHaveLength(2);
  fc.assert(
    fc.property(fc.string(), fc.string(), (first, last) => {
      expect(Array.from(initials(person(first, last))).length).toBeLessThanOrEqual(2);
    }),
  );
});

test('a user without names is named by the email address', () => {
  expect(fullName(person('Marina', 'Souza'))).toBe('Marina Souza');
  expect(fullName(person('', ''))).toBe('zoe@example.org');
});
