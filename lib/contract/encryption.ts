import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { longList, text, Timestamp, Uuid, WholeNumber } from '@/lib/contract/primitives';
import { Bookmark, Envelope, Hint, NewCipher } from '@/lib/contract/bookmarks';

/**
 * Identifies a key outside the device: the header of the envelopes encrypted with it (version, algorithm, iterations
 * and salt) as base64url. It is not secret and cannot decrypt anything.
 */
export const KeyId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{32}$/, 'invalid_key_id')
  .meta({
    id: 'KeyId',
    description: 'The first 32 characters of an envelope after `mw1.`; the same for one key.',
  });
export type KeyId = z.infer<typeof KeyId>;

export const EncryptionKey = z
  .object({
    key: KeyId,
    hint: z.string().nullable().meta({ description: 'Of the newest of its bookmarks that has one.' }),
    count: z.int().meta({ description: 'Bookmarks of the account under this key, with those in the trash.' }),
    createdAt: Timestamp.meta({ description: 'Of the first of them.' }),
    samples: z
      .array(z.object({ uuid: Uuid, cipher: Envelope }))
      .meta({ description: 'Up to three envelopes, to try a passphrase on.' }),
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
    .meta({ description: 'Whether those in the trash are answered, too.' }),
  cursor: text(4_000, 1).optional(),
  size: WholeNumber(1, serviceLimits.encryptedPageSize).default(serviceLimits.encryptedPageSize),
});

export const EncryptedPage = z.object({ content: z.array(Bookmark), next: z.string().nullable() });

const items = <T extends z.ZodType>(item: T, most: number = serviceLimits.envelopes) => longList(item, most);

/** Fields of an imported encrypted bookmark that the service can read. */
const readableFields = {
  favorite: z.boolean().optional(),
  highlighted: z.boolean().optional(),
  visits: z.int().min(0).max(999_999_999).optional(),
  lastAccessedAt: Timestamp.nullable().optional(),
};

export const CreateEncryptedInput = z.strictObject({
  items: items(
    z.strictObject({
      uuid: Uuid,
      cipher: NewCipher,
      hint: Hint.optional(),
      ...readableFields,
      collections: z.array(Uuid).max(limits.collectionsPerBookmark).optional(),
      createdAt: Timestamp.optional().meta({ description: 'As an imported file has it; absent: now.' }),
    }),
  ),
});

const NewEnvelope = z.strictObject({
  uuid: Uuid,
  cipher: NewCipher,
  updatedAt: Timestamp.meta({ description: 'As the caller knows it: if it was changed since, 409.' }),
});
const hint = Hint.optional().meta({ description: 'Of all of them; absent: each keeps its own.' });
const replaces = KeyId.optional().meta({
  description:
    'The key that is given up: 409 CONFLICT where any bookmark of the account would stay under it.',
});

const MergedEnvelope = NewEnvelope.extend({
  ...readableFields,
  createdAt: Timestamp.optional(),
}).meta({
  description:
    'Fields other than the envelope are for an import into existing bookmarks; absent: as they are.',
});

const kept = longList(Uuid, serviceLimits.envelopes, { min: 0 }).optional().meta({
  description: 'Readable bookmarks that another call encrypts: they are not erased as copies of these.',
});

export const ReencryptInput = z.strictObject({ items: items(MergedEnvelope), hint, replaces, kept });

export const ReadableCopiesInput = z.strictObject({ uuids: items(Uuid) });

export const ReadableCopies = z.object({
  content: z.array(Bookmark),
  total: z
    .int()
    .meta({ description: 'The number of all of them; `content` is shorter where it would be too long.' }),
});

export const KeyChange = z.object({ uuid: Uuid }).meta({
  id: 'KeyChange',
  description: 'A change of a key that is sent in parts; an account has one at most.',
});

export const KeyChangePart = z.strictObject({ items: items(NewEnvelope, serviceLimits.envelopesOfPart) });

export const ApplyKeyChangeInput = z.strictObject({
  count: z
    .int()
    .min(0)
    .meta({ description: 'Bookmarks that were put aside: if the service has others, 409.' }),
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
    description:
      'Every row that the database holds of a bookmark, each value in the text form of the database.',
  });
export type StoredBookmark = z.infer<typeof StoredBookmark>;
