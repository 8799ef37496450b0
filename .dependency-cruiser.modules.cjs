// Import rules between the modules of the service, without their tests. Only this graph has no other folders: the
// files at the root of provider/ would be part of a cycle otherwise.

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'modules-form-no-cycle',
      comment: 'Move what two modules need from each other into the one that the other is built on.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^provider/modules/[^/]+$' },
      to: { path: '^provider/modules/[^/]+$', circular: true },
    },
  ],
  options: {
    includeOnly: { path: '^provider/modules/' },
    exclude: { path: String.raw`\.test\.ts$|/testing/` },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
