'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { ButtonBase } from '@/components/ui/button-base';

/** Goes back, or to the start page if the page was opened in a new tab. */
export function BackButton({ className, children }: { className: string; children: ReactNode }) {
  const router = useRouter();
  const goBack = () => (window.history.length > 1 ? router.back() : router.push('/'));
  return (
    <ButtonBase className={className} onClick={goBack}>
      {children}
    </ButtonBase>
  );
}
