import type { useTranslations } from 'next-intl';
import type { MenuEntry } from '@/components/common/menu';
import { Icon } from '@/components/ui/icon';
import type { Space } from '@/lib/contract/schemas/space';

export type SwitchableSpace = Pick<Space, 'uuid' | 'name' | 'isCurrent'>;

interface SpaceEntries {
  spaces: readonly SwitchableSpace[];
  /** The space that is being switched to; until the page is loaded anew nothing else can be chosen. */
  pending: string | null;
  choose: (uuid: string) => void;
  t: ReturnType<typeof useTranslations<'Shell'>>;
}

/** The spaces to choose from, and below them where spaces are looked after: made, where there is no other yet. */
export function spaceEntries({ spaces, pending, choose, t }: SpaceEntries): MenuEntry[] {
  const isOnly = spaces.length < 2;
  return [
    { kind: 'label', key: 'label', label: t('spaces') },
    ...spaces.map((space): MenuEntry => ({
      kind: 'item',
      key: space.uuid,
      label: space.name,
      leading: <span className="dot" style={{ background: 'var(--ok)' }} />,
      trailing: space.isCurrent ? <Icon name="i-check" className="text-primary" /> : null,
      keepOpen: true,
      pending: pending === space.uuid,
      disabled: pending !== null,
      onSelect: () => choose(space.uuid),
    })),
    { kind: 'separator', key: 'separator' },
    {
      kind: 'item',
      key: 'manage',
      icon: isOnly ? 'i-plus' : 'i-layers',
      label: t(isOnly ? 'createSpace' : 'manageSpaces'),
      href: isOnly ? '/spaces#create' : '/spaces',
      disabled: pending !== null,
    },
  ];
}
