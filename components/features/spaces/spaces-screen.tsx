'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import { useFragment } from '@/components/common/use-fragment';
import { PlanNote } from '@/components/features/spaces/plan-note';
import { SpacesList } from '@/components/features/spaces/spaces-list';
import { useSwitchSpace } from '@/components/features/spaces/use-switch-space';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Space } from '@/lib/contract/schemas/space';

const loadDialog = () => import('@/components/features/spaces/space-dialog');
const SpaceDialog = onDemand(() => loadDialog().then((module) => module.SpaceDialog));

const DeleteDialog = onDemand(() =>
  import('@/components/features/spaces/delete-space-dialog').then((module) => module.DeleteSpaceDialog),
);

/** Every space of the account, with what can be done to them. */
export function SpacesScreen() {
  const t = useTranslations('Spaces');
  const switching = useSwitchSpace();
  // What the dialog is open for: a space to change, or null for a new one.
  const [editing, setEditing] = useState<{ space: Space | null } | null>(null);
  const [deleting, setDeleting] = useState<Space | null>(null);
  const create = () => setEditing({ space: null });
  useFragment('create', create);
  return (
    <div className="max-w-250 px-4 pt-4 pb-16 md:px-5 md:pt-5">
      <PageHeader
        title={t('title')}
        actions={
          <Button
            variant="primary"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={create}
          >
            <Icon name="i-plus" />
            {t('new')}
          </Button>
        }
      />
      <p className="mt-0.5 max-w-180 text-pretty text-muted-foreground">{t('about')}</p>
      <SpacesList
        switching={switching}
        onEdit={(space) => setEditing({ space })}
        onDelete={(space) => setDeleting(space)}
      />
      <PlanNote />
      {editing ? (
        <SpaceDialog
          key={editing.space?.uuid ?? 'new'}
          space={editing.space}
          onSwitch={(space) => void switching.switchTo(space)}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {deleting ? <DeleteDialog space={deleting} onClose={() => setDeleting(null)} /> : null}
    </div>
  );
}
