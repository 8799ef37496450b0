import fs from 'node:fs';
import ts from 'typescript';
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

/** A call of a translator: `t('key', { count })`. */
interface MessageCall {
  readonly file: string;
  readonly key: string;
  readonly args: readonly string[];
}

/** Returns the string literals that an expression may evaluate to: one, or both of a conditional expression. */
function literalsOf(node: ts.Expression): string[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf);
  return ts.isStringLiteral(node) ? [node.text] : [];
}

/** Returns the names of the properties of an object literal; null if it has others, or is another expression. */
function propertiesOf(node: ts.Expression | undefined): string[] | null {
  if (node === undefined) return [];
  if (!ts.isObjectLiteralExpression(node)) return null;
  const names = node.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : null));
  return names.every((name) => name !== null) ? names : null;
}

/** Returns the namespace of `useTranslations('Namespace')`. */
function namespaceOf(initializer: ts.Expression | undefined): string | undefined {
  const call = initializer && ts.isAwaitExpression(initializer) ? initializer.expression : initializer;
  if (!call || !ts.isCallExpression(call) || !/^(?:use|get)Translations$/.test(call.expression.getText()))
    return undefined;
  return call.arguments[0] && literalsOf(call.arguments[0])[0];
}

/** Returns the calls in a file whose keys and names of arguments are literals. */
function listCalls(file: string): MessageCall[] {
  const calls: MessageCall[] = [];
  const visit = (node: ts.Node, outer: ReadonlyMap<string, string>) => {
    const translators = ts.isFunctionLike(node) ? new Map(outer) : (outer as Map<string, string>);
    if (ts.isVariableDeclaration(node)) {
      const namespace = namespaceOf(node.initializer);
      if (namespace !== undefined) translators.set(node.name.getText(), namespace);
    }
    if (ts.isCallExpression(node) && node.arguments[0]) {
      const namespace = translators.get(node.expression.getText().replace(/\.rich$/, ''));
      const args = propertiesOf(node.arguments[1]);
      if (namespace !== undefined && args !== null)
        for (const key of literalsOf(node.arguments[0]))
          calls.push({ file, key: `${namespace}.${key}`, args });
    }
    ts.forEachChild(node, (child) => visit(child, translators));
  };
  visit(ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true), new Map());
  return calls;
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

  it('get all their arguments', async () => {
    const messages = await listMessages('en');
    const calls = fs.globSync('{app,components}/**/*.{ts,tsx}').flatMap(listCalls);
    expect(calls.length).toBeGreaterThan(500);
    const incomplete = calls.filter(({ key, args }) => messages[key]?.some((name) => !args.includes(name)));
    expect(incomplete).toEqual([]);
  });

  it('name a control by a text that contains its visible one', async () => {
    // Speech input finds a control by the text that it shows (WCAG 2.5.3): `retryLabel` names the control showing `retry`.
    let pairs = 0;
    const check = (locale: string, key: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const inner = value as Readonly<Record<string, unknown>>;
      for (const [name, text] of Object.entries(inner)) {
        check(locale, `${key}.${name}`, text);
        const visible = inner[name.replace(/Label$/, '')];
        if (!name.endsWith('Label') || typeof text !== 'string' || typeof visible !== 'string') continue;
        pairs += 1;
        expect(text.toLowerCase(), `${key}.${name} in ${locale}`).toContain(visible.toLowerCase());
      }
    };
    for (const locale of locales) check(locale, 'messages', await loadMessages(locale, namespaces));
    expect(pairs).toBeGreaterThan(10);
  });

  it('are never empty', async () => {
    for (const locale of locales) {
      const words = JSON.stringify(await loadMessages(locale, namespaces));
      // Not the end of a text that ends with a quotation mark.
      expect(words).not.toMatch(/[:,[]""/);
    }
  });
});
