'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/common/menu';
import { spaceEntries, type SwitchableSpace } from '@/components/shell/space-entries';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface SpaceSwitcherProps {
  spaces: readonly SwitchableSpace[];
  /** Puts the account into the space; the page is loaded anew when it is done. A rejection opens the menu again. */
  onSwitch: (uuid: string) => Promise<unknown>;
}

export function SpaceSwitcher({ spaces, onSwitch }: SpaceSwitcherProps) {
  const t = useTranslations('Shell');
  const [pending, setPending] = useState<string | null>(null);
  const current = spaces.find((space) => space.isCurrent);

  const choose = async (uuid: string) => {
    if (uuid === current?.uuid) return;
    setPending(uuid);
    try {
      await onSwitch(uuid);
    } catch {
      // Whoever switches reports the failure; here the choice is only free again.
      setPending(null);
    }
  };

  return (
    <Menu
      label={t('switchSpace', { name: current?.name ?? '' })}
      entries={() => spaceEntries({ spaces, pending, choose: (uuid) => void choose(uuid), t })}
      buttonClassName={buttonVariants({
        className: 'max-w-52 min-w-0 gap-2.5 max-md:h-[30px] max-md:max-w-44',
      })}
    >
      <span className="dot" style={{ background: 'var(--ok)' }} />
      <span className="truncate">{current?.name ?? t('spaces')}</span>
      <Icon name="i-chevrons-up-down" />
    </Menu>
  );
}
