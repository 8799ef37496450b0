import '@/components/common/zod-without-eval';
import { z } from 'zod';
import type { useContractForm } from '@/components/common/contract-form';
import { isAddressTaken } from '@/components/entities/bookmark-draft';
import { keyChoice } from '@/components/entities/key-field/key-draft';
import { AnyKeyDraft, KeyInput } from '@/components/entities/key-field/key-input';
import { CreateBookmarkInput } from '@/lib/contract/bookmarks';
import { Tags } from '@/lib/contract/primitives';
import { parseTags, printTags } from '@/lib/domain/tags';

const { url, title, description, notes, collections, favorite } = CreateBookmarkInput.shape;

const marks = { collections: collections.unwrap().readonly(), favorite: favorite.unwrap() };
const TypedTags = z.array(z.string()).readonly();

/** Surrounding spaces are not sent, and do not count. */
const trimmed = (sent: z.ZodType<string, string>) => z.string().trim().pipe(sent);

/** Values that the service can read must satisfy the contract. */
const ReadableInput = z.strictObject({
  ...marks,
  encrypted: z.literal(false),
  url: trimmed(url.unwrap()),
  title: trimmed(title.unwrap()),
  description: trimmed(description.unwrap()),
  notes: trimmed(notes.unwrap()),
  tags: TypedTags.transform(printTags).pipe(Tags).transform(parseTags),
  key: AnyKeyDraft.transform(() => null),
});

/** Values that the service cannot read are validated here by the same rules. */
const EncryptedInput = z.strictObject({
  ...marks,
  encrypted: z.literal(true),
  url: z.string().refine(isAddressTaken, 'scheme'),
  title: z.string(),
  description: z.string(),
  notes: z.string(),
  tags: TypedTags,
  key: KeyInput.transform(keyChoice),
});

/** Values of the bookmark form: a draft, and the encryption key if the switch is on. */
export const EditorInput = z.discriminatedUnion('encrypted', [ReadableInput, EncryptedInput]);

export type EditorForm = ReturnType<
  typeof useContractForm<z.input<typeof EditorInput>, z.output<typeof EditorInput>>
>;
