import { getMeta } from 'unpdf';

// Runs as a separate process: Node starts this file by its path, so it imports nothing but packages.

const maxLength = 2_000;

/** Returns the title of a PDF file; empty without one, or if the file cannot be read. */
async function titleOf(file: Uint8Array): Promise<string> {
  try {
    const { info } = await getMeta(Uint8Array.from(file));
    const title: unknown = info['Title'];
    return typeof title === 'string' ? title.slice(0, maxLength) : '';
  } catch {
    return '';
  }
}

process.once('message', (file: Uint8Array) => {
  void titleOf(file).then((title) => process.send?.(title, () => process.exit()));
});
process.send?.('ready');
