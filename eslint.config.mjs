import nextPlugin from '@next/eslint-plugin-next';
import queryPlugin from '@tanstack/eslint-plugin-query';
import { defineConfig, globalIgnores } from 'eslint/config';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactPlugin from 'eslint-plugin-react';
import reactHooks from 'eslint-plugin-react-hooks';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**'];
/** Programs of the project itself: they talk to a console and read their environment. */
const PROGRAMS = ['tooling/**', 'bench/**', 'evaluation/**', '*.config.{ts,mjs}'];

const RULES_OF_SYNTAX = {
  env: {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'The environment is parsed once, in lib/env: ask env() for the capability.',
  },
  fetch: {
    selector:
      "CallExpression:matches([callee.name='fetch'], [callee.property.name='fetch'][callee.object.name=/^(globalThis|window|self)$/])",
    message: 'Outbound requests go through provider/integrations/fetch, calls of the API through lib/api.',
  },
  rawSql: {
    selector: "MemberExpression[object.name='sql'][property.name='raw']",
    message: 'sql.raw() takes text as it is. Write sql`…` with parameters, or sql.identifier() for a name.',
  },
};

const RESTRICTED_IMPORTS = {
  climbing: { regex: String.raw`^\.\./\.\./`, message: 'Climb no higher than the parent folder: use @/.' },
  undici: {
    regex: '^undici$',
    message: 'Outbound requests go through provider/integrations/fetch, which guards them.',
  },
};

// Options of a rule are replaced, not merged, by a later block: every block therefore states its whole list.
function restrictSyntax(...names) {
  return { 'no-restricted-syntax': ['error', ...names.map((name) => RULES_OF_SYNTAX[name])] };
}

function restrictImports(...names) {
  return { 'no-restricted-imports': ['error', { patterns: names.map((name) => RESTRICTED_IMPORTS[name]) }] };
}

export default defineConfig(
  globalIgnores([
    '.next/',
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
      ...restrictSyntax('env', 'fetch', 'rawSql'),
      ...restrictImports('climbing', 'undici'),
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
      // Looking for control characters is what several of our patterns are for.
      'no-control-regex': 'off',
      // An alphabet is easier to check when it is written out.
      'regexp/prefer-w': 'off',
      'regexp/use-ignore-case': 'off',
      // Spreading a text into its code points is what we mean by it.
      '@typescript-eslint/no-misused-spread': 'off',
      'regexp/match-any': ['error', { allows: ['[^]', 'dotAll'] }],
      // These two cost a fifth of the whole run, and the compiler's strictness leaves them little to find.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A function that implements an asynchronous interface may have nothing to wait for.
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
      // The image optimizer is off, so there is nothing that next/image would add.
      '@next/next/no-img-element': 'off',
    },
  },
  {
    files: ['components/features/**/*.tsx', 'components/shell/**/*.tsx'],
    ignores: TESTS,
    plugins: { react: reactPlugin },
    settings: { react: { version: '19' } },
    // Words live in messages/. Signs that are the same in every language may stay.
    rules: {
      'react/jsx-no-literals': ['error', { allowedStrings: ['·', '…', '/', '+', '–', '—', ':', '#'] }],
    },
  },
  // What is vendored, and tables.
  { files: ['components/ui/**'], rules: { 'max-lines': 'off' } },
  {
    // The model answers at the address that the operator has configured, wherever that is.
    files: ['provider/integrations/fetch/**', 'provider/integrations/ask-model.ts'],
    rules: { ...restrictSyntax('env', 'rawSql'), ...restrictImports('climbing') },
  },
  { files: ['lib/api/**'], rules: restrictSyntax('env', 'rawSql') },
  // The service worker passes the requests of pages on.
  { files: ['app/sw.ts'], rules: restrictSyntax('env', 'rawSql') },
  { files: ['lib/env/**'], rules: restrictSyntax('fetch', 'rawSql') },
  // The lookup service and the service for reports answer at addresses that the operator has configured.
  { files: ['lib/bff/{consent-region,report-tunnel}.ts'], rules: restrictSyntax('env', 'rawSql') },
  // Whether a file of the build is still there is not a call of the API.
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
