'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ErrorState } from '@/components/common/error-state';
import { Menu, type MenuEntry } from '@/components/common/menu';
import { notify } from '@/components/common/notify';
import { onDemand } from '@/components/common/on-demand';
import { PageHeader } from '@/components/common/page-header';
import { fragmentNamed, useFragment } from '@/components/common/use-fragment';
import { PlanNote } from '@/components/features/spaces/plan-note';
import { Badge } from '@/components/ui/badge';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { accountMutations } from '@/lib/api/account';
import { spaceMutations, spaceQueries } from '@/lib/api/spaces';
import { limits } from '@/lib/contract/limits';
import type { Space } from '@/lib/contract/spaces';
import { cn } from '@/lib/utils/cn';
import { isolate } from '@/lib/utils/isolate';

/** Number of bookmarks saved recently in a space, by day. If it cannot be fetched, the row is shown without it. */
function SpaceActivity({ uuid }: { uuid: string }) {
  const t = useTranslations('Spaces');
  const { data: values, isFetching } = useQuery({
    ...spaceQueries.top(),
    select: ({ content }) => content.find((space) => space.uuid === uuid)?.activity.map(({ count }) => count),
  });
  // A space that was just created is not in the previously fetched data.
  if (values === undefined) return isFetching ? <Skeleton className="h-12 w-30" /> : null;
  const count = values.reduce((sum, value) => sum + value, 0);
  return (
    <div className="w-30">
      <BarChart
        values={values}
        label={t('activity', { count, days: limits.activityDays })}
        // If the chart is below the text, an empty one needs no space.
        className={count === 0 ? 'max-md:h-1' : ''}
      />
      <p aria-hidden="true" className="mt-1 text-caption text-muted-foreground tabular-nums">
        {t('activityShort', { count, days: limits.activityDays })}
      </p>
    </div>
  );
}

interface SpaceMenu {
  space: Space;
  onEdit: () => void;
  onMakeDefault: () => void;
  onDelete: () => void;
  t: ReturnType<typeof useTranslations<'Spaces'>>;
}

/** Returns the actions on a space. Spaces that cannot be deleted explain what to do first. */
function spaceMenu({ space, onEdit, onMakeDefault, onDelete, t }: SpaceMenu): MenuEntry[] {
  const { isDefault, isCurrent } = space;
  const makeDefault: MenuEntry[] = [
    { kind: 'item', key: 'default', icon: 'i-house', label: t('makeDefault'), onSelect: onMakeDefault },
  ];
  return [
    { kind: 'item', key: 'edit', icon: 'i-pencil', label: t('edit'), onSelect: onEdit },
    ...(isDefault ? [] : makeDefault),
    { kind: 'separator', key: 'danger' },
    {
      kind: 'item',
      key: 'delete',
      icon: 'i-trash-2',
      label: t('delete'),
      destructive: !isCurrent && !isDefault,
      reason: isCurrent ? t('neededCurrent') : isDefault ? t('neededDefault') : undefined,
      onSelect: onDelete,
    },
  ];
}

interface SpaceRowProps {
  space: Space;
  /** Whether the account is being switched to this space. */
  isSwitching: boolean;
  /** Whether the account is being switched to any space, so that no other can be chosen. */
  isBusy: boolean;
  onSwitch: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A space: its name, description and content, and the button to switch to it. */
function SpaceRow({ space, isSwitching, isBusy, onSwitch, onEdit, onDelete }: SpaceRowProps) {
  const t = useTranslations('Spaces');
  const { uuid, name, description, isDefault, isCurrent, counts } = space;
  const { mutate: makeDefault, isPending } = useMutation({
    ...spaceMutations.setDefault(),
    meta: { failure: t('defaultFailed', { name: isolate(name) }) },
  });

  const entries = () =>
    spaceMenu({ space, onEdit, onDelete, onMakeDefault: () => makeDefault({ params: { uuid } }), t });

  return (
    <li className="flex min-h-18 items-start gap-3 border-b py-3 md:items-center">
      <span className={cn('dot mt-1.5 self-start', isCurrent ? '[--dot:var(--ok)]' : '')} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
              {name}
            </span>
            {isCurrent ? <Badge tone="success">{t('current')}</Badge> : null}
            {isDefault || isPending ? <Badge tone="outline">{t('default')}</Badge> : null}
          </p>
          {description ? (
            <p dir="auto" className="text-second text-pretty text-muted-foreground wrap-anywhere">
              {description}
            </p>
          ) : null}
          <p className="text-second text-muted-foreground tabular-nums">{t('counts', counts)}</p>
        </div>
        <SpaceActivity uuid={uuid} />
      </div>
      {/* As wide as the button when there is none, so that the charts are aligned. */}
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

/** Has the size of the row of a space without a description. */
const SpaceRowSkeleton = () => (
  <div className="flex min-h-18 items-center gap-3 border-b py-3">
    <Skeleton className="size-2.25 rounded-full!" />
    <span className="flex flex-1 flex-col gap-1.5">
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-3.5 w-56" />
    </span>
    <Skeleton className="h-8 w-20" />
  </div>
);

interface SpacesListProps {
  switching: SwitchSpace;
  onEdit: (space: Space) => void;
  onDelete: (space: Space) => void;
}

/** The spaces, the default one first; it always exists. */
function SpacesList({ switching: { pending, switchTo }, onEdit, onDelete }: SpacesListProps) {
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

interface SwitchSpace {
  /** The space that is being switched to; it stays until the page is reloaded. */
  readonly pending: string | null;
  readonly switchTo: (space: Pick<Space, 'uuid' | 'name'>) => Promise<void>;
}

/**
 * Switches the account to another space and reloads the page, so that nothing of the previous space stays on
 * it.
 */
function useSwitchSpace(): SwitchSpace {
  const t = useTranslations('Spaces');
  const { mutateAsync } = useMutation(accountMutations.update());
  const [pending, setPending] = useState<string | null>(null);
  return {
    pending,
    switchTo: async ({ uuid, name }) => {
      setPending(uuid);
      try {
        await mutateAsync({ body: { space: uuid } });
        window.location.reload();
      } catch {
        setPending(null);
        notify({ message: t('switchFailed', { name: isolate(name) }), tone: 'bad' });
      }
    },
  };
}

const loadDialog = () => import('@/components/features/spaces/space-dialog');
const SpaceDialog = onDemand(() => loadDialog().then((module) => module.SpaceDialog));

const DeleteDialog = onDemand(() =>
  import('@/components/features/spaces/delete-space-dialog').then((module) => module.DeleteSpaceDialog),
);

/** All spaces of the account, with their actions. */
export function SpacesScreen() {
  const t = useTranslations('Spaces');
  const switching = useSwitchSpace();
  // Argument of the dialog: a space to edit, or null for a new one.
  const [editing, setEditing] = useState<{ space: Space | null } | null>(null);
  const [deleting, setDeleting] = useState<Space | null>(null);
  const create = () => setEditing({ space: null });
  useFragment(fragmentNamed('create'), create);
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

/** Minimum value of a full-height bar: a single item does not fill the chart. */
const minPeak = 5;
/** Minimum height of a bar above 0, so that it is visible beside large ones. */
const minShare = 0.12;

/** Returns the heights of the bars of a small chart, from 0 (nothing) to 1: their share of the largest. */
export function barHeights(values: readonly number[]): number[] {
  const peak = Math.max(minPeak, ...values);
  return values.map((value) => (value <= 0 ? 0 : Math.max(minShare, value / peak)));
}

const height = 28;
const step = 4;
const barWidth = 3;
const tick = 1.5;

interface BarChartProps {
  /** From the oldest to the latest. */
  values: readonly number[];
  /** Text alternative of the chart. */
  label: string;
  className?: string;
}

/** A chart as small as a word: a bar for each value, a mark on the baseline for 0. */
export function BarChart({ values, label, className }: BarChartProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * step - (step - barWidth)} ${height}`}
      // A chart with a smaller height is cropped above its bars, which keep their size.
      preserveAspectRatio="xMinYMax slice"
      className={cn('block h-7 w-full', className)}
    >
      {barHeights(values).map((share, index) => {
        const tall = share === 0 ? tick : share * height;
        return (
          <rect
            key={index}
            x={index * step}
            y={height - tall}
            width={barWidth}
            height={tall}
            rx={share === 0 ? tick / 2 : 1}
            className={share === 0 ? 'fill-input' : 'fill-muted-foreground'}
          />
        );
      })}
    </svg>
  );
}
