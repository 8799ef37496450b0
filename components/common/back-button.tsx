'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

/** Goes to the page before, or home where this one was opened in a new tab. */
export function BackButton({ label }: { label: string }) {
  const router = useRouter();
  return (
    <Button size="lg" onClick={() => (window.history.length > 1 ? router.back() : router.push('/'))}>
      <Icon name="i-arrow-left" />
      {label}
    </Button>
  );
}
