import { expect, test } from 'vitest';
import { emailKey } from '@/provider/services/email-key';

test.each([
  [' Victim@Example.TEST ', 'victim@example.test'],
  ['ｖｉｃｔｉｍ@example.test', 'victim@example.test'],
  ['victim+tag@example.test', 'victim+tag@example.test'],
  ['v.i.c.tim@example.test', 'v.i.c.tim@example.test'],
  ['e\u0301@example.test', 'é@example.test'],
])('%j has the key %s', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(emailKey(email))).toBe(key);
});
