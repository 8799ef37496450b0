'use client';

import { useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { LazyErrorScreen } from '@/components/shell/lazy-error-screen';
import { isLoadFailure } from '@/components/shell/retry-error';

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const router = useRouter();
  const retry = () => {
    if (isLoadFailure(error)) {
      window.location.reload();
      return;
    }
    startTransition(() => {
      router.refresh();
      reset();
    });
  };
  return <LazyErrorScreen reference={error.digest} onRetry={retry} />;
}
