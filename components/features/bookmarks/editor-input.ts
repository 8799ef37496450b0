import '@/components/common/zod-without-eval';
import { z } from 'zod';
import type { useContractForm } from '@/components/common/contract-form';
import { keyChoice } from '@/components/entities/key-field/key-draft';
import { AnyKeyDraft, KeyInput } from '@/components/entities/key-field/key-input';
import { isAddressTaken } from '@/components/features/bookmarks/encrypted-body';
import { CreateBookmarkInput } from '@/lib/contract/bookmarks';
import { Tags } from '@/lib/contract/primitives';
import { parseTags, printTags } from '@/lib/domain/tags';

const { url, title, description, collections, favorite } = CreateBookmarkInput.shape;

const marks = { collections: collections.unwrap().readonly(), favorite: favorite.unwrap() };
const TypedTags = z.array(z.string()).readonly();

/** Spaces around it are not sent, and do not count. */
const trimmed = (sent: z.ZodType<string, string>) => z.string().trim().pipe(sent);

/** What the service reads has to be what the contract takes. */
const ReadableInput = z.strictObject({
  ...marks,
  encrypted: z.literal(false),
  url: trimmed(url.unwrap()),
  title: trimmed(title.unwrap()),
  description: trimmed(description.unwrap()),
  tags: TypedTags.transform(printTags).pipe(Tags).transform(parseTags),
  key: AnyKeyDraft.transform(() => null),
});

/** What the service would refuse must be refused here, where it cannot read it. */
const EncryptedInput = z.strictObject({
  ...marks,
  encrypted: z.literal(true),
  url: z.string().refine(isAddressTaken, 'scheme'),
  title: z.string(),
  description: z.string(),
  tags: TypedTags,
  key: KeyInput.transform(keyChoice),
});

/** What is in the form of a bookmark: a draft, and the key that it is encrypted with where the switch is on. */
export const EditorInput = z.discriminatedUnion('encrypted', [ReadableInput, EncryptedInput]);

export type EditorForm = ReturnType<
  typeof useContractForm<z.input<typeof EditorInput>, z.output<typeof EditorInput>>
>;
