'use client';
import { useTranslations } from 'next-intl';
import { useState, type CSSProperties } from 'react';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { leaveUnsaved } from '@/components/common/unsaved';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Space } from '@/lib/contract/spaces';
import { palette } from '@/lib/domain/palette';

type SwitchableSpace = Pick<Space, 'uuid' | 'name' | 'isDefault' | 'isCurrent'>;

/** A space has no stored color: the default one is green, each other gets one by its id. */
function SpaceDot({ space }: { space: SwitchableSpace | undefined }) {
  const color = palette[Number.parseInt(space?.uuid.slice(-4) ?? '', 16) % palette.length];
  const dot = space?.isDefault === false && color !== undefined ? `#${color}` : 'var(--ok)';
  return <span aria-hidden="true" className="dot" style={{ '--dot': dot } as CSSProperties} />;
}

interface SpaceEntries {
  spaces: readonly SwitchableSpace[];
  /** The space that is being switched to; until the page is reloaded nothing else can be chosen. */
  pending: string | null;
  choose: (uuid: string) => void;
  t: ReturnType<typeof useTranslations<'Shell'>>;
}

/**
 * Returns the spaces to choose from, followed by the link to manage spaces, or to create one if there is no
 * other yet.
 */
export function spaceEntries({ spaces, pending, choose, t }: SpaceEntries): MenuEntry[] {
  const isOnly = spaces.length < 2;
  return [
    { kind: 'label', key: 'label', label: t('spaces') },
    ...spaces.map((space): MenuEntry => ({
      kind: 'item',
      key: space.uuid,
      label: space.name,
      leading: <SpaceDot space={space} />,
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

interface SpaceSwitcherProps {
  spaces: readonly SwitchableSpace[];
  /** Switches to the space; the page is reloaded afterwards. A rejection opens the menu again. */
  onSwitch: (uuid: string) => Promise<unknown>;
}

export function SpaceSwitcher({ spaces, onSwitch }: SpaceSwitcherProps) {
  const t = useTranslations('Shell');
  const [pending, setPending] = useState<string | null>(null);
  const current = spaces.find((space) => space.isCurrent);

  const switchTo = async (uuid: string) => {
    setPending(uuid);
    // The browser asks before the reload, for example during an import, and the user may stay.
    const reenable = (event: Event) => (event.defaultPrevented ? setPending(null) : undefined);
    window.addEventListener('beforeunload', reenable, { once: true });
    try {
      await onSwitch(uuid);
    } catch {
      // The caller reports the failure; here the menu is only enabled again.
      setPending(null);
    }
  };
  const choose = (uuid: string) => {
    if (uuid !== current?.uuid) leaveUnsaved(() => void switchTo(uuid));
  };

  return (
    <Menu
      label={t('switchSpace', { name: current?.name ?? '' })}
      entries={() => spaceEntries({ spaces, pending, choose, t })}
      menuClassName="w-64"
      buttonClassName={buttonVariants({
        className: 'max-w-52 min-w-0 gap-2.5 max-md:h-7.5 max-md:max-w-[45vw]',
      })}
    >
      <SpaceDot space={current} />
      <span dir="auto" className="truncate">
        {current?.name ?? t('spaces')}
      </span>
      <Icon name="i-chevrons-up-down" />
    </Menu>
  );
}
