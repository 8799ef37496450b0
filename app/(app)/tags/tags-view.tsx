'use client';

import { useState } from 'react';
import { TagView } from '@/app/(app)/tags/tag-view';
import { useDecryptedTags } from '@/components/entities/use-decrypted-tags';
import { TagsScreen } from '@/components/features/tags/tags-screen';
import { tagKey } from '@/lib/domain/tag-key';

/** All tags; in their place the bookmarks of one that only this device can read, as long as it is open. */
export function TagsView() {
  const [encrypted, setEncryptedTag] = useState<string | null>(null);
  const decrypted = useDecryptedTags();
  const isOpen = encrypted !== null && decrypted.some(({ name }) => tagKey(name) === tagKey(encrypted));
  if (encrypted !== null && !isOpen) setEncryptedTag(null);
  if (!isOpen) return <TagsScreen onEncryptedTag={setEncryptedTag} />;
  return <TagView key={encrypted} name={encrypted} onBack={() => setEncryptedTag(null)} />;
}
