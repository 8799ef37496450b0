'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Menu } from '@/components/common/menu';
import { buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Space } from '@/lib/contract/schemas/space';
import { spaceQueries } from '@/lib/queries/spaces';

export function useSpaces(): readonly Space[] {
  const { data = [] } = useQuery({ ...spaceQueries.list(), select: ({ content }) => content });
  return data;
}

interface SpaceLimitProps {
  /** Uuid of the space that the search is limited to. */
  value: string | undefined;
  onChange: (space: string | undefined) => void;
}

const all = 'all';

/** Limits a search to one space; nothing where the account has only one. */
export function SpaceLimit({ value, onChange }: SpaceLimitProps) {
  const t = useTranslations('Search');
  const spaces = useSpaces();
  if (spaces.length < 2) return null;
  const chosen = spaces.find(({ uuid }) => uuid === value);
  return (
    <Menu
      label={t('space.label')}
      labelled
      buttonClassName={buttonVariants({ className: 'max-w-44 min-w-0' })}
      entries={() => [
        {
          kind: 'choice',
          key: 'space',
          value: chosen?.uuid ?? all,
          options: [
            { value: all, label: t('space.all') },
            ...spaces.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ],
          onValueChange: (next) => onChange(next === all ? undefined : next),
        },
      ]}
    >
      <Icon name="i-layers" />
      <span className="sr-only">{t('space.label')}: </span>
      <span className="truncate">{chosen?.name ?? t('space.all')}</span>
    </Menu>
  );
}
