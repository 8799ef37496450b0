import nextPlugin from '@next/eslint-plugin-next';
import queryPlugin from '@tanstack/eslint-plugin-query';
import { defineConfig, globalIgnores } from 'eslint/config';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactPlugin from 'eslint-plugin-react';
import reactHooks from 'eslint-plugin-react-hooks';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**'];
/** Programs of the project itself, which write to the console and read the environment. */
const PROGRAMS = ['tooling/**', 'bench/**', 'evaluation/**', '*.config.{ts,mjs}', 'extension/*.config.ts'];

const RULES_OF_SYNTAX = {
  env: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'The environment is parsed once, in lib/env: read the capability from env().',
  },
  fetch: {
    selector:
      "CallExpression:matches([callee.name='fetch'], [callee.property.name='fetch'][callee.object.name=/^(globalThis|window|self)$/])",
    message: 'Use provider/integrations/fetch for outbound requests and lib/api for calls of the API.',
  },
  pressedKey: {
    selector:
      "MemberExpression[property.name='isComposing'], MemberExpression[object.name='event'][property.name='key'], VariableDeclarator[init.name='event'] > ObjectPattern > Property[key.name='key'], ObjectPattern[typeAnnotation.typeAnnotation.typeName.name='KeyboardEvent'] > Property[key.name='key']",
    message: 'Use pressedKey() of lib/utils/pressed-key, which ignores the keys of an input method.',
  },
  userText: {
    selector:
      "JSXElement:not(:has(JSXAttribute[name.name='dir'])) > JSXExpressionContainer > MemberExpression[property.name=/^(?:title|name|description)$/][object.name=/^(?:bookmark|collection|space|tag|facet|place|file)$/]",
    message: 'Text of users can be in any writing system: set dir="auto" on its element.',
  },
  rawSql: {
    selector: "MemberExpression[object.name='sql'][property.name='raw']",
    message: 'sql.raw() does not escape its text. Use sql`…` with parameters, or sql.identifier() for names.',
  },
};

const RESTRICTED_IMPORTS = {
  climbing: { regex: String.raw`^\.\./\.\./`, message: 'Import from above the parent folder through @/.' },
  link: {
    regex: '^next/link$',
    message: 'Use AppLink, whose navigation is shown while it is pending.',
  },
  undici: {
    regex: '^undici$',
    message: 'Use provider/integrations/fetch for outbound requests; it checks their destination.',
  },
};

// A later block replaces the options of a rule instead of merging them, so every block contains its complete list.
function restrictSyntax(...names) {
  return { 'no-restricted-syntax': ['error', ...names.map((name) => RULES_OF_SYNTAX[name])] };
}

function restrictImports(...names) {
  return { 'no-restricted-imports': ['error', { patterns: names.map((name) => RESTRICTED_IMPORTS[name]) }] };
}

export default defineConfig(
  globalIgnores([
    '.next/',
    'extension/.output/',
    'extension/.wxt/',
    'bench/floor/',
    'coverage/',
    'next-env.d.ts',
    'messages/**/*.d.json.ts',
    'public/',
  ]),
  tseslint.configs.strictTypeChecked,
  regexp.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...restrictSyntax('env', 'fetch', 'rawSql', 'pressedKey'),
      ...restrictImports('climbing', 'link', 'undici'),
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Several patterns match control characters on purpose.
      'no-control-regex': 'off',
      // Explicit character classes are easier to check.
      'regexp/prefer-w': 'off',
      'regexp/use-ignore-case': 'off',
      // Strings are spread into their code points on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      'regexp/match-any': ['error', { allows: ['[^]', 'dotAll'] }],
      // These two take a fifth of the lint time, and the strict compiler options catch most of what they report.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // An implementation of an asynchronous interface need not await anything.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.tsx', 'components/**', 'lib/api/**'],
    extends: [
      reactHooks.configs.flat['recommended-latest'],
      jsxA11y.flatConfigs.recommended,
      queryPlugin.configs['flat/recommended-strict'],
    ],
    plugins: { '@next/next': nextPlugin },
    rules: {
      ...nextPlugin.configs.recommended.rules,
      ...nextPlugin.configs['core-web-vitals'].rules,
      // The image optimizer is off, so next/image has no benefit.
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['components/features/**/*.tsx', 'components/shell/**/*.tsx'],
    ignores: TESTS,
    plugins: { react: reactPlugin },
    settings: { react: { version: '19' } },
    // Text belongs in messages/. Symbols that are the same in every language are allowed.
    rules: {
      'react/jsx-no-literals': ['error', { allowedStrings: ['·', '…', '/', '+', '–', '—', ':', '#'] }],
    },
  },
  {
    files: ['components/**/*.tsx'],
    ignores: TESTS,
    rules: restrictSyntax('env', 'fetch', 'rawSql', 'pressedKey', 'userText'),
  },
  // Vendored components.
  { files: ['components/ui/**'], rules: { 'max-lines': 'off' } },
  {
    // The URL of the model is configured by the operator.
    files: ['provider/integrations/fetch/**', 'provider/integrations/{ask-model,embedding-model}.ts'],
    rules: { ...restrictSyntax('env', 'rawSql'), ...restrictImports('climbing') },
  },
  {
    // The pages of the legal texts show no progress, because they load no messages.
    files: ['components/common/app-link.tsx', 'components/features/auth/legal-page.tsx'],
    rules: restrictImports('climbing', 'undici'),
  },
  { files: ['lib/api/**'], rules: restrictSyntax('env', 'rawSql') },
  // The extension calls the server that it is connected to.
  { files: ['extension/lib/{check-server,client}.ts'], rules: restrictSyntax('env', 'rawSql') },
  { files: ['lib/utils/pressed-key.ts'], rules: restrictSyntax('env', 'fetch', 'rawSql') },
  // The service worker forwards requests of pages.
  { files: ['app/sw.ts'], rules: restrictSyntax('env', 'rawSql') },
  { files: ['lib/env/**'], rules: restrictSyntax('fetch', 'rawSql') },
  // The URLs of the region lookup service and of the error report service are configured by the operator.
  { files: ['lib/{bff/report-tunnel,utils/country}.ts'], rules: restrictSyntax('env', 'rawSql') },
  // Checks whether a file of the build still exists, which is no API call.
  { files: ['components/features/error-reports/error-reports.tsx'], rules: restrictSyntax('env', 'rawSql') },
  {
    files: [...TESTS, ...PROGRAMS],
    rules: {
      ...restrictSyntax('rawSql'),
      ...restrictImports('climbing'),
      'no-console': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
