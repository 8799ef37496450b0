// Records each of its starts in a file, and fails or becomes ready.
import fs from 'node:fs';

const [starts = '', behavior] = process.argv.slice(2);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
fs.appendFileSync(starts, `${process.pid}\n`);
if (behavior === 'refuse') process.exit(3);
process.send?.({ ready: true });
