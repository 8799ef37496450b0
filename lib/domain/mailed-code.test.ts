import { expect, test } from 'vitest';
import { mailedCodeFragment, readMailedCode } from '@/lib/domain/mailed-code';

test.each(['ana@example.org', 'a+b&code=1#x@example.org', "o'neil%40@example.org"])(
  'the fragment of a link contains the code and the address %s',
  (email) => {
    const fragment = mailedCodeFragment({ email, code: '012345' });
    expect(readMailedCode(fragment)).toEqual({ email, code: '012345' });
    expect(fragment).toMatch(/^#[\w%&=+.*-]+$/);
  },
);

test.each([
  '',
  '#add',
  '#add?url=https://example.org',
  '#code=12345&email=a@b',
  '#code=123456',
  '#email=a@b',
])('%j contains no code', (fragment) => {
  expect(readMailedCode(fragment)).toBeNull();
});
