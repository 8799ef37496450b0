'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Menu } from '@/components/common/menu';
import { SpaceActivity } from '@/components/features/spaces/space-activity';
import { spaceMenu } from '@/components/features/spaces/space-menu';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { Space } from '@/lib/contract/schemas/space';
import { cn } from '@/lib/utils/cn';
import { spaceMutations } from '@/lib/queries/spaces';

interface SpaceRowProps {
  space: Space;
  /** The account is on its way into this space. */
  isSwitching: boolean;
  /** It is on its way into some space, and no other can be chosen. */
  isBusy: boolean;
  onSwitch: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A space: what it is called, what it is for, what it holds, and the way into it. */
export function SpaceRow({ space, isSwitching, isBusy, onSwitch, onEdit, onDelete }: SpaceRowProps) {
  const t = useTranslations('Spaces');
  const { uuid, name, description, isDefault, isCurrent, counts } = space;
  const { mutate: makeDefault, isPending } = useMutation({
    ...spaceMutations.setDefault(),
    meta: { failure: t('defaultFailed', { name }) },
  });

  const entries = () =>
    spaceMenu({ space, onEdit, onDelete, onMakeDefault: () => makeDefault({ params: { uuid } }), t });

  return (
    <li className="flex min-h-18 items-start gap-3 border-b py-3 md:items-center">
      <span className={cn('dot mt-1.5 self-start', isCurrent ? '[--dot:var(--ok)]' : '')} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            {isCurrent ? <Badge tone="success">{t('current')}</Badge> : null}
            {isDefault || isPending ? <Badge tone="outline">{t('default')}</Badge> : null}
          </p>
          {description ? (
            <p className="text-second text-pretty text-muted-foreground wrap-anywhere">{description}</p>
          ) : null}
          <p className="text-second text-muted-foreground tabular-nums">{t('counts', counts)}</p>
        </div>
        <SpaceActivity uuid={uuid} />
      </div>
      {/* As wide as the button where there is none, so that the charts stand in a column. */}
      <span className="justify-end md:flex md:w-20">
        {isCurrent ? null : (
          <Button pending={isSwitching} disabled={isBusy && !isSwitching} onClick={onSwitch}>
            {t('switch')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </span>
      <Menu
        label={t('more', { name })}
        entries={entries}
        buttonClassName={buttonVariants({ variant: 'ghost', size: 'icon' })}
      >
        <Icon name="i-ellipsis" />
      </Menu>
    </li>
  );
}
