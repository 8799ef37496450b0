import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { env } from '@/lib/env/server';

/** URLs in the metadata of public pages are absolute. */
export function generateMetadata(): Metadata {
  return { metadataBase: new URL(env().appUrl) };
}

export default function PublicLayout({ children }: { children: ReactNode }) {
  return children;
}
