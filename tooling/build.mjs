// `npm run build`: installs and builds like `npm start`, without starting the server.
import { ensureBuilt } from './launch/build.mjs';
import { fail } from './launch/console.mjs';
import { prepare } from './launch/prepare.mjs';

if (await prepare(import.meta.filename)) await ensureBuilt().catch(fail);
