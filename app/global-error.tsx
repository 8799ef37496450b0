'use client';

/* eslint-disable @next/next/no-html-link-for-pages -- a failed layout has no router */

import { fontVariables } from '@/app/fonts';
import { parseTheme, themeCookie } from '@/components/common/theme';
import { localeCookie } from '@/lib/i18n/locale';
import '@/app/app.css';

const texts = {
  en: {
    title: 'An error occurred',
    text: 'Something went wrong, please try again.',
    retry: 'Try again',
    home: 'Go to bookmarks',
    support: 'If it keeps happening, contact support',
    tips: [
      'Check your internet connection.',
      'Clear your browser’s cache.',
      'Wait a few minutes and try again.',
      'Try another browser.',
    ],
  },
  'pt-BR': {
    title: 'Ocorreu um erro',
    text: 'Algo deu errado, tente de novo.',
    retry: 'Tentar de novo',
    home: 'Ir para os favoritos',
    support: 'Se continuar acontecendo, fale com o suporte',
    tips: [
      'Verifique a sua conexão com a internet.',
      'Limpe o cache do navegador.',
      'Espere alguns minutos e tente de novo.',
      'Tente outro navegador.',
    ],
  },
};

// Spelled out, because importing `ui/button` would add its script to every page.
const button = 'inline-flex h-10 items-center rounded-md px-4 font-medium whitespace-nowrap select-none';

/** Replaces the root layout when a layout fails. It is self-contained: no provider is around it. */
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
              className={`${button} bg-primary text-primary-foreground hover:bg-primary-hover`}
              onClick={() => window.location.reload()}
            >
              {t.retry}
            </button>
            <a href="/" className={`${button} border border-input bg-card hover:bg-muted`}>
              {t.home}
            </a>
          </div>
          <ul className="list-disc space-y-1.5 pl-5 text-muted-foreground marker:text-faint">
            {t.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
            <li>
              {t.support}
              {error.digest && (
                <>
                  : <code className="text-foreground select-all">{error.digest}</code>
                </>
              )}
            </li>
          </ul>
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
