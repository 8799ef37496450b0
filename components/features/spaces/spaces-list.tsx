'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ErrorState } from '@/components/common/error-state';
import { SpaceRow } from '@/components/features/spaces/space-row';
import { SpaceRowSkeleton } from '@/components/features/spaces/space-row-skeleton';
import type { SwitchSpace } from '@/components/features/spaces/use-switch-space';
import { Button } from '@/components/ui/button';
import type { Space } from '@/lib/contract/schemas/space';
import { spaceQueries } from '@/lib/queries/spaces';

interface SpacesListProps {
  switching: SwitchSpace;
  onEdit: (space: Space) => void;
  onDelete: (space: Space) => void;
}

/** The spaces, the default one first; there is always at least that one. */
export function SpacesList({ switching: { pending, switchTo }, onEdit, onDelete }: SpacesListProps) {
  const t = useTranslations('Spaces');
  const { data, isError, refetch } = useQuery(spaceQueries.list());
  if (!data && isError) {
    return (
      <ErrorState
        title={t('loadFailed')}
        text={t('loadFailedText')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <div className="mt-5 border-t">
        <SpaceRowSkeleton />
        <SpaceRowSkeleton />
      </div>
    );
  }
  return (
    <ul className="mt-5 border-t">
      {data.content.map((space) => (
        <SpaceRow
          key={space.uuid}
          space={space}
          isSwitching={pending === space.uuid}
          isBusy={pending !== null}
          onSwitch={() => void switchTo(space)}
          onEdit={() => onEdit(space)}
          onDelete={() => onDelete(space)}
        />
      ))}
    </ul>
  );
}
