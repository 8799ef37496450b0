'use client';

import { useTranslations } from 'next-intl';
import { Menu } from '@/components/common/menu';
import { useView } from '@/components/features/bookmarks/views/use-view';
import { ButtonBase } from '@/components/ui/button-base';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { ListLayout } from '@/lib/contract/views';
import { listLayouts, listParts } from '@/lib/domain/list-view';

const icons = {
  list: 'i-list',
  compact: 'i-text-align-justify',
  cards: 'i-layout-grid',
  headlines: 'i-text-align-start',
  moodboard: 'i-layout-dashboard',
} as const satisfies Record<ListLayout, `i-${string}`>;

/** The layout of a list, and the menu of what its rows or cards show. Small screens have only the menu. */
export function ViewMenu({ place }: { place?: string }) {
  const t = useTranslations('Bookmarks');
  const { view, choose, show } = useView(place);
  const { layout: current, parts } = view;
  return (
    <>
      <span role="group" aria-label={t('layouts')} className="segments">
        {listLayouts.map((layout, index) => (
          <ButtonBase
            key={layout}
            aria-label={t(`layout.${layout}`)}
            title={`${t(`layout.${layout}`)} (${index + 1})`}
            aria-pressed={layout === current}
            onClick={() => choose(layout)}
          >
            <Icon name={icons[layout]} />
          </ButtonBase>
        ))}
      </span>
      <Menu
        label={t('layouts')}
        buttonClassName={buttonVariants({ size: 'icon' })}
        entries={() => [
          {
            kind: 'choice',
            key: 'layout',
            value: current,
            options: listLayouts.map((layout) => ({
              value: layout,
              label: t(`layout.${layout}`),
              icon: icons[layout],
            })),
            // The menu passes back one of the values that it was given.
            onValueChange: (layout) => choose(layout as ListLayout),
          },
          { kind: 'separator', key: 'parts' },
          { kind: 'label', key: 'show', label: t('show') },
          ...listParts.map((part) => ({
            kind: 'check' as const,
            key: part,
            label: t(`part.${part}`),
            checked: parts.includes(part),
            onCheckedChange: (checked: boolean) =>
              show(checked ? [...parts, part] : parts.filter((one) => one !== part)),
          })),
        ]}
      >
        <Icon name={icons[current]} className="lg:hidden" />
        <Icon name="i-settings-2" className="max-lg:hidden" />
      </Menu>
    </>
  );
}
