'use client';

import { useTranslations } from 'next-intl';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { parseTheme } from '@/components/common/theme';
import { useTheme } from '@/components/common/use-theme';
import { fullName, initials } from '@/components/entities/initials';
import { UserAvatar, UserCard } from '@/components/entities/user-avatar';
import type { Account, Language, Theme } from '@/lib/contract/account';

interface UserMenuProps {
  account: Account;
  language: Language;
  onLanguageChange: (language: Language) => void;
  /** Saves the theme in the account; it is already applied. */
  onThemeChange?: (theme: Theme) => void;
  onShortcuts: () => void;
  onNews: () => void;
  onReportBug: () => void;
  onSignOut: () => void;
}

const languages: { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'pt-BR', label: 'Português (Brasil)' },
];

export function UserMenu({
  account,
  language,
  onLanguageChange,
  onThemeChange,
  onShortcuts,
  onNews,
  onReportBug,
  onSignOut,
}: UserMenuProps) {
  const t = useTranslations('Shell');
  const [theme, setTheme] = useTheme();

  const entries = (): MenuEntry[] => [
    ...placesOf(t, onShortcuts, onNews),
    ...(account.isAdmin
      ? [
          {
            kind: 'item' as const,
            key: 'admin',
            icon: 'i-shield' as const,
            label: t('administration'),
            href: '/admin' as const,
          },
        ]
      : []),
    { kind: 'separator', key: 'looks' },
    {
      kind: 'choice',
      key: 'theme',
      label: t('theme'),
      value: theme,
      options: [
        { value: 'light', label: t('themeLight'), icon: 'i-sun' },
        { value: 'dark', label: t('themeDark'), icon: 'i-moon' },
        { value: 'system', label: t('themeSystem'), icon: 'i-monitor' },
      ],
      onValueChange: (value) => {
        const next = parseTheme(value);
        setTheme(next);
        onThemeChange?.(next);
      },
    },
    {
      kind: 'choice',
      key: 'language',
      label: t('language'),
      value: language,
      options: languages,
      onValueChange: (value) => onLanguageChange(value === 'pt-BR' ? 'pt-BR' : 'en'),
    },
    { kind: 'separator', key: 'leave' },
    { kind: 'item', key: 'reportBug', icon: 'i-bug', label: t('reportBug'), onSelect: onReportBug },
    { kind: 'item', key: 'signOut', icon: 'i-log-out', label: t('signOut'), onSelect: onSignOut },
  ];

  return (
    <Menu
      label={t('userMenu', { name: fullName(account) })}
      buttonLabel={t('userMenuButton', { name: fullName(account), initials: initials(account) })}
      entries={entries}
      menuClassName="w-64"
      buttonClassName="rounded-full touch:hit"
      header={
        <UserCard
          account={account}
          planLabel={t(account.plan === 'pro' ? 'planPro' : 'planFree')}
          className="border-b px-2 pt-2 pb-3 mb-1 -mx-1"
        />
      }
    >
      <UserAvatar person={account} />
    </Menu>
  );
}

const placesOf = (
  t: ReturnType<typeof useTranslations<'Shell'>>,
  onShortcuts: () => void,
  onNews: () => void,
): MenuEntry[] => [
  {
    kind: 'item',
    key: 'account',
    icon: 'i-settings',
    label: t('accountSettings'),
    href: '/settings/account',
  },
  { kind: 'item', key: 'spaces', icon: 'i-layers', label: t('spaces'), href: '/spaces' },
  {
    kind: 'item',
    key: 'shortcuts',
    icon: 'i-keyboard',
    label: t('shortcuts'),
    shortcut: '?',
    onSelect: onShortcuts,
  },
  { kind: 'item', key: 'news', icon: 'i-gift', label: t('whatsNew'), onSelect: onNews },
];
