'use client';

import { LazyErrorScreen } from '@/components/shell/lazy-error-screen';
import '@/app/globals.css';

/** Stands in for the root layout when that fails, and knows only the browser's language. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const isPortuguese = typeof navigator !== 'undefined' && navigator.language.startsWith('pt');
  return (
    <html lang={isPortuguese ? 'pt-BR' : 'en'}>
      <body>
        <LazyErrorScreen reference={error.digest} onRetry={() => window.location.reload()} />
      </body>
    </html>
  );
}
