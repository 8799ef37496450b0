'use client';

/* eslint-disable @next/next/no-html-link-for-pages -- a failed layout has no router */

import { fontVariables } from '@/app/fonts';
import { parseTheme, themeCookie } from '@/components/common/theme';
import { buttonVariants } from '@/components/ui/button';
import { localeCookie } from '@/lib/i18n/locale';
import '@/app/globals.css';

const texts = {
  en: {
    title: 'An error occurred',
    text: 'Something went wrong, please try again. Your bookmarks are safe: nothing was lost.',
    retry: 'Try again',
    home: 'Go to your bookmarks',
    reference: 'Reference for support:',
  },
  'pt-BR': {
    title: 'Ocorreu um erro',
    text: 'Algo deu errado, tente de novo. Seus favoritos estão seguros: nada se perdeu.',
    retry: 'Tentar de novo',
    home: 'Ir para os favoritos',
    reference: 'Referência para o suporte:',
  },
};

/** Takes the place of the root layout when a layout fails. It brings all that it needs: no provider is around it. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  const theme = parseTheme(readCookie(themeCookie));
  const language = readCookie(localeCookie) ?? (typeof navigator === 'undefined' ? 'en' : navigator.language);
  const locale = language.startsWith('pt') ? 'pt-BR' : 'en';
  const t = texts[locale];
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme} className={fontVariables}>
      <body>
        <title>{t.title}</title>
        <main className="mx-auto flex min-h-dvh w-full max-w-130 flex-col justify-center gap-6 px-5 py-16">
          <div role="alert">
            <h1 className="font-serif text-greeting font-semibold text-balance">{t.title}</h1>
            <p className="mt-2 text-reader text-pretty text-muted-foreground">{t.text}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className={buttonVariants({ variant: 'primary', size: 'lg' })}
              onClick={() => window.location.reload()}
            >
              {t.retry}
            </button>
            <a href="/" className={buttonVariants({ size: 'lg' })}>
              {t.home}
            </a>
          </div>
          {error.digest === undefined ? null : (
            <p className="text-second text-muted-foreground">
              {t.reference} <code className="text-foreground select-all">{error.digest}</code>
            </p>
          )}
        </main>
      </body>
    </html>
  );
}

function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
