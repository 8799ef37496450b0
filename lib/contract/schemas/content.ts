import { z } from 'zod';
import { Timestamp } from '@/lib/contract/primitives';

export const ContentStatus = z.enum(['ready', 'refused', 'unreachable', 'unsupported', 'empty']);

export const Content = z
  .object({
    status: ContentStatus.meta({
      description:
        'ready: there is text. refused: the site wants no reading by programs. unreachable: it did not answer. unsupported: no web page (a file, a video, another protocol). empty: a page without an article.',
    }),
    title: z.string(),
    byline: z.string(),
    excerpt: z.string(),
    html: z.string().meta({ description: 'Cleaned: no scripts, styles, forms or event handlers.' }),
    text: z.string(),
    wordCount: z.int(),
    fetchedAt: Timestamp,
  })
  .meta({ id: 'Content', description: 'The text of a page for reading.' });
export type Content = z.infer<typeof Content>;
