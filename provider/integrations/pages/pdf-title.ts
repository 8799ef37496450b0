import { Limiter } from '@/lib/utils/limiter';
import { isolatedProgram } from '@/provider/integrations/isolated-program';
import { runOnce } from '@/provider/integrations/run-once';

const memoryMb = 128;
const waitMs = 5_000;
const startMs = 10_000;
const readMs = 3_000;

/** The parser needs much memory, so that one file is read at a time. */
const limiter = new Limiter({ total: 1, waitMs });

/** Titles that programs write without being asked. */
const defaultTitle = /^(?:untitled|sem título|microsoft (?:word|powerpoint|excel) ?-?|slide 1|document\d*)$/i;

/**
 * Returns the title in the properties of a PDF file; empty without one, or if a limit is exceeded. The file is read in a
 * separate process, and may be cut.
 */
export async function readPdfTitle(file: Uint8Array, programs: string | undefined): Promise<string> {
  try {
    return await limiter.run('', async () => {
      const program = isolatedProgram('pages/pdf-program', programs, { memoryMb });
      const title = await runOnce<string>(program, file, { startMs, readMs });
      const name = (title ?? '').trim().replace(/^Microsoft (?:Word|PowerPoint|Excel) - /i, '');
      return defaultTitle.test(name) ? '' : name;
    });
  } catch {
    return '';
  }
}
