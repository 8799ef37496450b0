'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations, useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { openNews, Startup } from '@/app/(app)/startup';
import { useSignOut } from '@/app/(app)/use-sign-out';
import { useNavigation } from '@/components/common/pending-navigation';
import { Region } from '@/components/common/region';
import { viewHref } from '@/components/features/bookmarks/bookmark-source';
import { PageTexts } from '@/components/features/bookmarks/page-texts';
import { Editor } from '@/components/features/editor/editor';
import { editBookmark, openEditor } from '@/components/entities/editor-store';

import { CollectionDialogs } from '@/components/features/collections/collection-dialogs';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { DropTarget } from '@/components/features/drop/drop-target';
import { Feedback, openFeedback } from '@/components/features/feedback/feedback';
import { OutboxSlot } from '@/components/features/outbox/outbox-slot';
import { openSearch, preloadSearch, SearchDialog } from '@/components/features/search/search-dialog';
import { openShortcuts, Shortcuts } from '@/components/features/shortcuts/shortcuts';
import { LockSlot, Vault } from '@/components/features/vault/vault';
import { AppShell, SearchBox } from '@/components/shell/app-shell';
import { BottomBar } from '@/components/shell/bottom-bar';
import { ExtensionPromo } from '@/components/shell/extension-promo';
import type { ExtensionLinks } from '@/components/shell/extension-promo-card';
import { Sidebar, type SidebarItem } from '@/components/shell/sidebar';
import { SpaceSwitcher } from '@/components/shell/space-switcher';
import { UserMenu } from '@/components/shell/user-menu';
import { accountMutations, accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { spaceQueries } from '@/lib/api/spaces';
import type { Language, Theme } from '@/lib/contract/account';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';
import { localeCookie } from '@/lib/i18n/locale';

const add = () => openEditor();
const addUrl = (url: string) => openEditor({ url });
const addCollection = () => openCollectionDialog({ kind: 'create' });
const saveQuery = (smartQuery: string) => openCollectionDialog({ kind: 'create', smartQuery });

const menuItems = (counts: Space['counts'] | undefined): SidebarItem[] => [
  { key: 'bookmarks', href: '/', count: counts?.bookmarks, onAdd: add },
  { key: 'collections', href: '/collections', onAdd: addCollection },
  { key: 'favorites', href: viewHref('favorites'), count: counts?.favorites },
  { key: 'later', href: viewHref('later'), count: counts?.later },
  { key: 'annotations', href: '/annotations' },
  { key: 'tags', href: '/tags' },
  { key: 'trash', href: viewHref('trash'), count: counts?.trash === 0 ? undefined : counts?.trash },
];

/** Pinned collections, then those of the collections screen in its order; one that is being created comes first. */
const inChosenOrder = ({ content }: { content: CollectionSummary[] }): CollectionSummary[] =>
  content.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || (a.position ?? -1) - (b.position ?? -1));

interface FrameProps {
  /** Version of the running app. */
  version: string;
  /** Null if no browser has an address from which to install the extension. */
  extensionLinks: ExtensionLinks | null;
  children: ReactNode;
}

/** The shell with the features in its slots, and the features that can open over any screen. */
export function Frame({ version, extensionLinks, children }: FrameProps) {
  const t = useTranslations('Shell');
  const { data: spaces } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  const { data: collections = [] } = useQuery({
    ...collectionQueries.simplified(),
    select: inChosenOrder,
  });
  const counts = spaces?.find((space) => space.isCurrent)?.counts;
  return (
    <AppShell
      skipLabel={t('skip')}
      sidebar={
        <Region>
          <Sidebar
            items={menuItems(counts)}
            collections={collections}
            onAddCollection={addCollection}
            footer={extensionLinks ? <ExtensionPromo links={extensionLinks} /> : null}
          />
        </Region>
      }
      searchBox={
        <Region alert="button">
          <SearchBox onOpen={openSearch} onNear={preloadSearch} />
        </Region>
      }
      spaceSwitcher={
        <Region alert="button">
          <LockSlot />
          <OutboxSlot />
          <Spaces spaces={spaces ?? []} />
        </Region>
      }
      userMenu={
        <Region alert="button">
          <Viewer />
        </Region>
      }
      bottomBar={
        <Region alert="button">
          <BottomBar onAdd={add} onSearch={openSearch} />
        </Region>
      }
    >
      {children}
      {[
        <Editor key="editor" />,
        <PageTexts key="page-texts" />,
        <CollectionDialogs key="collections" />,
        <SearchDialog key="search" onAddUrl={addUrl} onEdit={editBookmark} onSaveQuery={saveQuery} />,
        <DropTarget key="drop" />,
        <Vault key="vault" />,
        <Shortcuts key="shortcuts" />,
        <Feedback key="feedback" />,
        <Startup key="startup" version={version} />,
      ].map((feature) => (
        <Region key={feature.key} alert="floating">
          {feature}
        </Region>
      ))}
    </AppShell>
  );
}

function Spaces({ spaces }: { spaces: readonly Space[] }) {
  const t = useTranslations('Shell');
  const { mutateAsync } = useMutation({ ...accountMutations.update(), meta: { failure: t('switchFailed') } });
  const onSwitch = async (space: string) => {
    await mutateAsync({ body: { space } });
    // A full load, so that nothing of the previous space stays on the page; a collection is in one space only.
    if (window.location.pathname.startsWith('/collections/')) window.location.assign('/');
    else window.location.reload();
  };
  return <SpaceSwitcher spaces={spaces} onSwitch={onSwitch} />;
}

function Viewer() {
  const { data: account } = useQuery(accountQueries.current());
  const appearance = useAppearance();
  const signOut = useSignOut();
  if (account === undefined) return <span className="size-8" />;
  return (
    <UserMenu
      account={account}
      {...appearance}
      onShortcuts={openShortcuts}
      onNews={openNews}
      onReportBug={openFeedback}
      onSignOut={signOut}
    />
  );
}

const yearSeconds = 31_536_000;

interface Appearance {
  language: Language;
  onLanguageChange: (language: Language) => void;
  onThemeChange: (theme: Theme) => void;
}

/**
 * Language and theme with their setters for the user menu: changes apply here at once, and are saved in the
 * account for other devices.
 */
function useAppearance(): Appearance {
  const t = useTranslations('Shell');
  const navigation = useNavigation();
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
      navigation.refresh();
    },
    onThemeChange: (theme) => mutate({ body: { theme } }),
  };
}
