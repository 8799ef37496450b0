'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Language, Theme } from '@/lib/contract/account';
import { localeCookie } from '@/lib/i18n/locale';
import { accountMutations } from '@/lib/api/account';

const yearSeconds = 31_536_000;

interface Look {
  language: Language;
  onLanguageChange: (language: Language) => void;
  onThemeChange: (theme: Theme) => void;
}

/** Language and theme as the user menu changes them: here at once, and in the account for other devices. */
export function useAppearance(): Look {
  const t = useTranslations('Shell');
  const router = useRouter();
  const locale = useLocale();
  const { mutate } = useMutation({
    ...accountMutations.updatePreferences(),
    meta: { failure: t('preferenceFailed') },
  });
  return {
    language: locale === 'pt-BR' ? 'pt-BR' : 'en',
    onLanguageChange: (language) => {
      document.cookie = `${localeCookie}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
      mutate({ body: { language } });
      router.refresh();
    },
    onThemeChange: (theme) => mutate({ body: { theme } }),
  };
}
