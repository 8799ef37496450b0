import { useTranslations } from 'next-intl';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import type { SettingsSection } from '@/components/features/settings/settings-sections';
import { Icon } from '@/components/ui/icon';

/** Title of a section, its purpose, and on small screens a link back to the list. */
export function SectionHeader({
  section,
  titleInShell,
}: {
  section: SettingsSection;
  titleInShell: boolean;
}) {
  const t = useTranslations('Settings');
  return (
    <div className="mb-6">
      <AppLink
        href="/settings"
        className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-sm text-second text-muted-foreground touch:hit md:hidden"
      >
        <Icon name="i-chevron-left" />
        {t('title')}
      </AppLink>
      <PageHeader
        title={t(`section.${section}`)}
        titleInShell={titleInShell}
        className={titleInShell ? 'max-md:min-h-0' : ''}
      />
      <p className="mt-0.5 text-pretty text-muted-foreground">{t(`about.${section}`)}</p>
    </div>
  );
}
