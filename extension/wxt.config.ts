import path from 'node:path';
import { defineConfig } from 'wxt';
import en from '../messages/en/extension-browser.json' with { type: 'json' };
import ptBR from '../messages/pt-BR/extension-browser.json' with { type: 'json' };
import { version } from '../package.json' with { type: 'json' };
import { compileMessages } from './compile-messages';
import { manifestFor, manifestMessages } from './manifest';

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (folder: string): string => path.join(root, folder);

export default defineConfig({
  // Imports are written out, as in the rest of the repository.
  imports: false,
  modules: ['@wxt-dev/module-react'],
  manifestVersion: 3,
  manifest: ({ browser }) => ({
    ...manifestFor(browser === 'firefox' ? 'firefox' : 'chrome'),
    version,
  }),
  // WXT reserves the alias `@` for its own source folder.
  alias: {
    '@/components': inRoot('components'),
    '@/extension': inRoot('extension'),
    '@/lib': inRoot('lib'),
    '@/messages': inRoot('messages'),
  },
  vite: () => ({
    plugins: [compileMessages()],
    // Every browser with Manifest V3 preloads modules itself.
    build: { modulePreload: { polyfill: false } },
  }),
  hooks: {
    'build:publicAssets': (_wxt, files) => {
      for (const size of [16, 32, 48, 128]) {
        const absoluteSrc = inRoot(`extension/icons/${size}.png`);
        files.push({ absoluteSrc, relativeDest: `icons/${size}.png` });
      }
      for (const [locale, messages] of Object.entries({ en, pt_BR: ptBR })) {
        files.push({
          contents: JSON.stringify(manifestMessages(messages)),
          relativeDest: `_locales/${locale}/messages.json`,
        });
      }
    },
  },
  zip: {
    name: 'markwell',
    artifactTemplate: '{{name}}-{{version}}-{{browser}}.zip',
    sourcesTemplate: '{{name}}-{{version}}-sources.zip',
    // Reviewers rebuild the extension from this archive, as docs/extension.md describes.
    sourcesRoot: root,
    includeSources: [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'tsconfig.json',
      'global.d.ts',
      'postcss.config.mjs',
      'app/globals.css',
      'components/**',
      'docs/extension.md',
      'extension/**',
      'lib/**',
      'messages/**',
      'tooling/**',
    ],
    excludeSources: ['**/*.test.ts', '**/*.test.tsx', '**/fixtures/**', 'extension/.output/**'],
  },
});
