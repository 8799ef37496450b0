'use client';

import { useState } from 'react';
import { TagView } from '@/app/(app)/tags/tag-view';
import { useOpenedTags } from '@/components/entities/use-opened-tags';
import { TagsScreen } from '@/components/features/tags/tags-screen';
import { tagKey } from '@/lib/domain/tag-key';

/** All tags; in their place the bookmarks of one that only this device can read, as long as it is open. */
export function TagsView() {
  const [sealed, setSealed] = useState<string | null>(null);
  const opened = useOpenedTags();
  const isOpen = sealed !== null && opened.some(({ name }) => tagKey(name) === tagKey(sealed));
  if (sealed !== null && !isOpen) setSealed(null);
  if (!isOpen) return <TagsScreen onSealed={setSealed} />;
  return <TagView key={sealed} name={sealed} onBack={() => setSealed(null)} />;
}
