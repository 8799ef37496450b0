'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { collectionQueries } from '@/lib/api/collections';

/** Refetches the collections of the sidebar: one that is not found may have been deleted on another device. */
export function RefetchMenu() {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries(collectionQueries.simplified()), [client]);
  return null;
}
