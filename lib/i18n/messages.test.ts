import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '@/lib/i18n/load-messages';
import { locales } from '@/lib/i18n/locale';
import { namespaces } from '@/lib/i18n/messages';

/** Returns the text between each pair of outermost braces. */
function bracedParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '{' && depth++ === 0) start = index + 1;
    if (text[index] === '}' && --depth === 0) parts.push(text.slice(start, index));
  }
  expect(depth, `braces of ${text}`).toBe(0);
  return parts;
}

/** Returns the names of the arguments and tags of a message, including those in plural and select branches. */
function argumentsOf(text: string): string[] {
  const inBraces = bracedParts(text).flatMap((part) => {
    const [name = '', kind = '', ...rest] = part.split(',');
    const branches = ['plural', 'select', 'selectordinal'].includes(kind.trim())
      ? bracedParts(rest.join(','))
      : [];
    return [name.trim(), ...branches.flatMap(argumentsOf)];
  });
  return [...inBraces, ...[...text.matchAll(/<(\w+)>/g)].map((match) => match[1] ?? '')];
}

/** Returns all messages of a locale by their full key, with the names of their arguments. */
async function listMessages(locale: (typeof locales)[number]): Promise<Record<string, string[]>> {
  const messages: Record<string, string[]> = {};
  const collect = (key: string, value: unknown): void => {
    if (typeof value === 'string') messages[key] = [...new Set(argumentsOf(value))].sort();
    else for (const [name, inner] of Object.entries(value as object)) collect(`${key}.${name}`, inner);
  };
  for (const [name, words] of Object.entries(await loadMessages(locale, namespaces))) collect(name, words);
  return messages;
}

describe('messages', () => {
  it.each(locales)('of %s are one file for each namespace', (locale) => {
    const inFolder = fs.readdirSync(`messages/${locale}`).filter((file) => !file.endsWith('.d.json.ts'));
    const expected = namespaces.map(
      (name) => `${name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.json`,
    );
    expect(inFolder.sort()).toEqual(expected.sort());
  });

  it('exist in every language, with the same arguments', async () => {
    const [source, ...others] = await Promise.all(locales.map(listMessages));
    for (const other of others) expect(other).toEqual(source);
  });

  it('are never empty', async () => {
    for (const locale of locales) {
      const words = JSON.stringify(await loadMessages(locale, namespaces));
      expect(words).not.toContain('""');
    }
  });
});
