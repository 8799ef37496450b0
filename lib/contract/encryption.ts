import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { longList, text, Timestamp, Uuid, WholeNumber } from '@/lib/contract/primitives';
import { Bookmark, Envelope, Hint, NewCipher, readableFields } from '@/lib/contract/bookmarks';

/**
 * Identifies a key outside the device: the header of the envelopes encrypted with it (version, algorithm, iterations
 * and salt) as base64url. It is not secret and cannot decrypt anything.
 */
export const KeyId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{32}$/, 'invalid_key_id')
  .meta({
    id: 'KeyId',
    description:
      'Identifies a key: the 32 characters that follow `mw1.` in every envelope encrypted with it.',
  });
export type KeyId = z.infer<typeof KeyId>;

export const EncryptionKey = z
  .object({
    key: KeyId,
    hint: z.string().nullable().meta({ description: 'Hint of the newest bookmark that has one.' }),
    count: z.int().meta({
      description: 'Number of bookmarks encrypted with this key in all spaces, including the trash.',
    }),
    createdAt: Timestamp.meta({ description: 'Creation date of the oldest bookmark with this key.' }),
    samples: z
      .array(z.object({ uuid: Uuid, cipher: Envelope }))
      .meta({ description: 'Up to three bookmarks for checking a passphrase.' }),
  })
  .meta({ id: 'EncryptionKey' });
export type EncryptionKey = z.infer<typeof EncryptionKey>;

export const EncryptionKeys = z.object({ content: z.array(EncryptionKey) });

export const EncryptedQuery = z.object({
  key: KeyId.optional(),
  space: z.enum(['current', 'all']).default('current'),
  trash: z
    .enum(['without', 'with'])
    .default('without')
    .meta({ description: 'Whether to include bookmarks in the trash.' }),
  cursor: text(4_000, 1).optional(),
  size: WholeNumber(1, serviceLimits.encryptedPageSize).default(serviceLimits.encryptedPageSize),
});

export const EncryptedPage = z.object({ content: z.array(Bookmark), next: z.string().nullable() });

const items = <T extends z.ZodType>(item: T, most: number = serviceLimits.envelopes) => longList(item, most);

export const CreateEncryptedInput = z.strictObject({
  items: items(
    z.strictObject({
      uuid: Uuid,
      cipher: NewCipher,
      hint: Hint.optional(),
      ...readableFields,
      collections: z.array(Uuid).max(limits.collectionsPerBookmark).optional(),
      createdAt: Timestamp.optional().meta({
        description: 'Creation date from an imported file. Defaults to now.',
      }),
    }),
  ),
});

const NewEnvelope = z.strictObject({
  uuid: Uuid,
  cipher: NewCipher,
  updatedAt: Timestamp.meta({
    description: '`updatedAt` of the version being encrypted. Returns 409 if it has changed.',
  }),
});
const hint = Hint.optional().meta({
  description: 'New hint for all bookmarks. If omitted, their hints don’t change.',
});
const replaces = KeyId.optional().meta({
  description: 'Key being replaced. Returns 409 `CONFLICT` if any bookmark would still use it.',
});

const MergedEnvelope = NewEnvelope.extend({
  ...readableFields,
  createdAt: Timestamp.optional(),
}).meta({
  description:
    'New envelope. The other fields are for importing into existing bookmarks; omitted fields don’t change.',
});

const kept = longList(Uuid, serviceLimits.envelopes, { min: 0 }).optional().meta({
  description:
    'UUIDs of readable bookmarks that another request encrypts. They aren’t deleted as readable copies.',
});

export const ReencryptInput = z.strictObject({ items: items(MergedEnvelope), hint, replaces, kept });

export const ReadableCopiesInput = z.strictObject({ uuids: items(Uuid) });

export const ReadableCopies = z.object({
  content: z.array(Bookmark),
  total: z.int().meta({ description: 'Total number. `content` may contain fewer.' }),
});

export const KeyChange = z.object({ uuid: Uuid }).meta({
  id: 'KeyChange',
  description: 'Key change uploaded in parts. An account can have only one at a time.',
});

export const KeyChangePart = z.strictObject({ items: items(NewEnvelope, serviceLimits.envelopesOfPart) });

export const ApplyKeyChangeInput = z.strictObject({
  count: z
    .int()
    .min(0)
    .meta({ description: 'Number of uploaded bookmarks. Returns 409 if it doesn’t match.' }),
  hint,
  replaces,
});

export const StoredBookmark = z
  .object({
    tables: z.array(
      z.object({
        name: z.string(),
        rows: z.array(z.array(z.object({ column: z.string(), value: z.string().nullable() }))),
      }),
    ),
  })
  .meta({
    id: 'StoredBookmark',
    description: 'All database rows of a bookmark, with values in the text format of the database.',
  });
export type StoredBookmark = z.infer<typeof StoredBookmark>;
