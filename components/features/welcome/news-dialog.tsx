'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { compareVersions } from '@/components/features/welcome/rules';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { fetchChangelog, type ReleaseChange, type ChangeType } from '@/lib/api/changelog';

const changelogQuery = (version: string) =>
  queryOptions({
    queryKey: ['changelog', version],
    queryFn: fetchChangelog,
    retry: false,
    staleTime: Infinity,
  });

interface NewsDialogProps {
  /** Version of the running app. */
  version: string;
  /** Shows only changes after this version. */
  since: string | undefined;
  isOpen: boolean;
  onClose: () => void;
  onTour: () => void;
}

export function NewsDialog({ version, since, isOpen, onClose, onTour }: NewsDialogProps) {
  const t = useTranslations('Welcome');
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent closeLabel={t('close')}>
        <DialogHeader title={t('news.title')} description={t('news.description', { version })} />
        {/* Scrolled by the arrow keys when it is longer than the screen. */}
        <DialogBody tabIndex={0} className="min-h-60 outline-none">
          <Versions version={version} since={since} />
        </DialogBody>
        <DialogFooter>
          <Button variant="ghost" className="md:mr-auto md:-ml-3" onClick={onTour}>
            {t('news.tour')}
          </Button>
          <DialogClose asChild>
            <Button variant="primary">{t('close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function Versions({ version, since }: Pick<NewsDialogProps, 'version' | 'since'>) {
  const t = useTranslations('Welcome.news');
  const { data, isError, refetch } = useQuery(changelogQuery(version));
  if (data === undefined) {
    if (!isError) return <NewsSkeleton label={t('loading')} />;
    return (
      <div role="alert" className="flex flex-col items-center gap-4 py-14 text-center">
        <p className="flex items-center gap-2">
          <Icon name="i-circle-alert" className="text-destructive" />
          {t('failed')}
        </p>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </div>
    );
  }
  const shown = data.filter(
    (one) =>
      compareVersions(one.version, version) <= 0 &&
      (since === undefined || compareVersions(one.version, since) > 0),
  );
  if (shown.length === 0) return <p className="py-14 text-center text-muted-foreground">{t('empty')}</p>;
  return shown.map(({ version: name, changes }) => (
    <section key={name} className="pb-2">
      <h3 className="pt-2 pb-1 text-caption font-medium text-muted-foreground">
        {t('version', { version: name })}
      </h3>
      <ul>
        {changes.map((change) => (
          <ChangeItem key={change.title} change={change} />
        ))}
      </ul>
    </section>
  ));
}

const styles = {
  feature: { icon: 'i-sparkles', tone: 'accent' },
  improvement: { icon: 'i-trending-up', tone: 'success' },
  fix: { icon: 'i-wrench', tone: 'outline' },
  security: { icon: 'i-shield-check', tone: 'warning' },
} as const satisfies Record<ChangeType, { icon: `i-${string}`; tone: string }>;

function ChangeItem({ change }: { change: ReleaseChange }) {
  const t = useTranslations('Welcome.news');
  const locale = useLocale();
  const { title, description } = change.translations?.[locale] ?? change;
  const { icon, tone } = styles[change.type];
  return (
    <li className="border-b py-3 last:border-b-0">
      <div className="flex items-start justify-between gap-3">
        <h4 className="min-w-0 font-medium text-pretty">{title}</h4>
        <Badge tone={tone}>
          <Icon name={icon} className="size-3.5" />
          {t(`type.${change.type}`)}
        </Badge>
      </div>
      <p className="mt-0.5 text-pretty text-muted-foreground">{description}</p>
    </li>
  );
}

const NewsSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton className="mt-2.5 mb-2.5 h-3 w-24" />
    {[0, 1, 2, 3].map((row) => (
      <div key={row} className="border-b py-3 last:border-b-0">
        <div className="flex justify-between">
          <Skeleton className="my-1 h-3.5 w-2/5" />
          <Skeleton className="h-5.5 w-20" />
        </div>
        <Skeleton className="mt-2 h-3.5 w-full" />
        <Skeleton className="mt-2 h-3.5 w-3/5" />
      </div>
    ))}
  </div>
);
