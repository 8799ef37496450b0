// `npm test`: the same preparation as `npm start`, then all checks.
process.argv.splice(2, 0, 'tooling/test/main.ts');
await import('./run.mjs');
