'use client';

import { lazy, Suspense } from 'react';

/** All that can be said when the screen itself cannot be fetched, which a lost connection may be the reason of. */
function PlainError({ onRetry }: { reference: string | undefined; onRetry: () => void }) {
  const isPortuguese = navigator.language.startsWith('pt');
  return (
    <main role="alert">
      <p>
        {isPortuguese
          ? 'Algo deu errado. Seus dados estão seguros.'
          : 'Something went wrong. Your data is safe.'}
      </p>
      <button type="button" onClick={onRetry}>
        {isPortuguese ? 'Tentar de novo' : 'Try again'}
      </button>
    </main>
  );
}

const Screen = lazy(() =>
  import('@/components/shell/error-screen-in-any-language').then(
    (module) => ({ default: module.ErrorScreenInAnyLanguage }),
    () => ({ default: PlainError }),
  ),
);

/** The error screen, kept out of the first load: hardly anybody ever sees it. */
export function LazyErrorScreen(props: { reference: string | undefined; onRetry: () => void }) {
  return (
    <Suspense fallback={null}>
      <Screen {...props} />
    </Suspense>
  );
}
