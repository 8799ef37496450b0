import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { text } from '@/lib/contract/primitives';
import { serviceLimits } from '@/lib/contract/service-limits';

export const Cover = z
  .object({
    version: z.string().meta({ description: 'Changes with the picture; part of its URL.' }),
    thumbhash: z.string().meta({ description: 'Placeholder of the picture: a ThumbHash in base64.' }),
    width: z.int().meta({ description: 'In pixels, of the larger size.' }),
    height: z.int(),
  })
  .meta({ id: 'Cover', description: 'Picture of a bookmark. Encrypted bookmarks have none.' });
export type Cover = z.infer<typeof Cover>;

/** The body of an upload. */
export const coverFile = {
  bytes: true,
  contentTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: serviceLimits.coverBytes,
} as const;

export const CoverQuery = z.object({
  size: z.enum(['320', '640']).default('640').meta({ description: 'Width in pixels.' }),
  version: text(64).optional().meta({
    description: '`version` of the cover. A response to it can be cached for a year.',
  }),
});

export const ChooseCoverInput = z.strictObject({
  url: text(limits.urlLength, 1).meta({ description: 'URL of a picture, which the service fetches.' }),
});

export const Pictures = z
  .object({
    content: z.array(
      z.object({
        url: z.string(),
        width: z.int(),
        height: z.int(),
        preview: z.string().meta({ description: 'The picture, small, as a `data:` URL.' }),
      }),
    ),
  })
  .meta({ id: 'Pictures', description: 'Pictures of a page to choose a cover from, best first.' });
export type Pictures = z.infer<typeof Pictures>;
