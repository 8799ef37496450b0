import fs from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { renderMovingDocs } from './render-moving-docs';

// Writes docs/moving, which a test compares with the guides of the app.
const folder = 'docs/moving';
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(renderMovingDocs())) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }));
}
