import { lockDataDir } from '../data-dir-lock';

const [dataDir = ''] = process.argv.slice(2);
try {
  await lockDataDir(dataDir);
  process.send?.({ locked: true });
} catch (error) {
  process.send?.({ locked: false, message: String(error) });
}
process.once('message', () => process.exit());
