// `npm test`: the same first steps as `npm start`, then everything there is to check.
process.argv.splice(2, 0, 'tooling/test/main.ts');
await import('./run.mjs');
