import '@/extension/testing/fake-browser';
import { expect, test } from 'vitest';
import { readAnswer } from '@/extension/background/connecting';

const pending = { origin: 'https://markwell.example', state: 'ours' };
const read = (address: string) => readAnswer(address, pending);

test('the address of the finished connection has the code', () => {
  expect(read('https://markwell.example/connect/done?code=abc&state=ours')).toEqual({ code: 'abc' });
  expect(read('https://markwell.example/connect/done?error=access_denied&state=ours')).toBe('denied');
});

test.each([
  'https://evil.example/connect/done?code=abc&state=ours',
  'http://markwell.example/connect/done?code=abc&state=ours',
  'https://markwell.example:8443/connect/done?code=abc&state=ours',
  'https://markwell.example@evil.example/connect/done?code=abc&state=ours',
  'https://markwell.example/public/connect/done?code=abc&state=ours',
  'https://markwell.example/search?q=/connect/done&code=abc&state=ours',
  'https://markwell.example/connect/done?code=abc&state=theirs',
  'https://markwell.example/connect/done?code=abc',
  'not an address /connect/done',
])('%s is ignored', (address) => {
  expect(read(address)).toBeNull();
});
