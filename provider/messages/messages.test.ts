import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

type Messages = Record<string, string>;

/** Returns every message of a file by its full key. */
function readMessages(file: string): Messages {
  const messages: Messages = {};
  const walk = (key: string, value: unknown): void => {
    if (typeof value === 'string') messages[key] = value;
    else for (const [name, inner] of Object.entries(value as object)) walk(`${key}.${name}`, inner);
  };
  walk('', JSON.parse(fs.readFileSync(file, 'utf8')));
  return messages;
}

const placeholders = (messages: Messages): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [
      key,
      [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort(),
    ]),
  );

const files = fs.readdirSync('provider/messages/en').filter((file) => file.endsWith('.json'));

describe.each(files)('%s', (file) => {
  const en = readMessages(`provider/messages/en/${file}`);
  const pt = readMessages(`provider/messages/pt-BR/${file}`);

  it('has the same messages with the same placeholders in every language', () => {
    expect(placeholders(pt)).toEqual(placeholders(en));
  });

  it('has no empty message', () => {
    for (const text of Object.values({ ...en, ...pt })) expect(text.trim()).not.toBe('');
  });
});

/** Names of the interface's message files that the service reads too. */
const sharedFiles = new Set(
  fs
    .readdirSync('provider', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...fs.readFileSync(`provider/${file}`, 'utf8').matchAll(/@\/messages\/en\/([\w-]+)\.json/g),
    ])
    .map(([, name = '']) => name),
);

// The build compiles the interface's message files: only plain text remains unchanged.
describe.each([...sharedFiles])('messages/*/%s.json, which the service shares', (name) => {
  it.each(['en', 'pt-BR'])('is plain text in %s', (locale) => {
    for (const text of Object.values(readMessages(`messages/${locale}/${name}.json`))) {
      expect(text).not.toMatch(/[{}<>]/);
    }
  });
});
