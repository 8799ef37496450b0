import compile from 'icu-minify/compile';
import type { PluginOption } from 'vite';

interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** A message is a text, or an array of its parts. */
type Compiled = string | readonly unknown[] | { readonly [key: string]: Compiled };

const compileTree = (tree: MessageTree): { readonly [key: string]: Compiled } =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? (compile(value) as Compiled) : compileTree(value),
    ]),
  );

/** Compiles the files of messages at build time, as Next does for the web app: the parser is not in the bundle. */
export const compileMessages = (): PluginOption => ({
  name: 'compile-messages',
  enforce: 'pre',
  config: () => ({
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  }),
  transform: {
    filter: { id: /\/messages\/(?:en|pt-BR)\/[a-z-]+\.json$/ },
    handler: (code, id) =>
      // The background replaces values in its texts itself.
      id.endsWith('/extension-browser.json')
        ? null
        : JSON.stringify(compileTree(JSON.parse(code) as MessageTree)),
  },
});
