'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLibrary } from '@/components/features/vault/follow';
import { forget, openBookmarks, refresh } from '@/lib/vault/vault';

/** While something is unlocked: opens what lists bring later, and forgets what is gone. */
export function FollowLibrary() {
  const client = useQueryClient();
  useEffect(() => followLibrary(client, { openBookmarks, forget, refresh }), [client]);
  return null;
}
