'use client';

import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { copyText } from '@/components/common/copy-text';
import { onDemand } from '@/components/common/on-demand';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Skeleton } from '@/components/ui/skeleton';
import type { Collection } from '@/lib/contract/collections';

const QrCode = onDemand(
  async () => (await import('@/components/features/collections/qr-code')).QrCode,
  <Skeleton className="size-40 rounded-md" />,
);

const feeds = [
  { name: 'RSS', file: 'rss.xml' },
  { name: 'Atom', file: 'atom.xml' },
  { name: 'JSON Feed', file: 'feed.json' },
] as const;

/** The future URL of the collection, as text: a link would not work yet. */
export function InactiveLink({ collection: { uuid, slug } }: { collection: Collection }) {
  const t = useTranslations('Sharing');
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{t('link')}</p>
      <p className="flex h-10 items-center gap-2 rounded-md border bg-muted px-3 text-muted-foreground select-none">
        <Icon name="i-lock" className="text-faint" />
        <span className="min-w-0 truncate">{`${location.host}/public/${uuid}/${slug}`}</span>
      </p>
      <p className="text-second text-pretty text-muted-foreground">{t('inactive')}</p>
    </div>
  );
}

interface ShareLinkProps {
  url: string;
  name: string;
  /** Whether it has just been published in this dialog. */
  isNew: boolean;
}

/** The link of a public collection: to copy, to open, as a QR code, and as feeds. */
export function ShareLink({ url, name, isNew }: ShareLinkProps) {
  const t = useTranslations('Sharing');
  const id = useId();
  const [isQrShown, setQrShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col gap-2">
      <Label htmlFor={id}>{t('link')}</Label>
      <div className="flex flex-wrap gap-2">
        <Input
          ref={field}
          id={id}
          readOnly
          value={url}
          className="basis-60 grow"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton url={url} isNew={isNew} onFail={() => field.current?.select()} />
      </div>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          title={t('openHint')}
          className={buttonVariants({ variant: 'ghost', className: '-ml-2.5' })}
        >
          <Icon name="i-external-link" />
          {t('open')}
        </a>
        <Button
          variant="ghost"
          aria-expanded={isQrShown}
          aria-controls={`${id}-qr`}
          onClick={() => setQrShown((now) => !now)}
        >
          <Icon name="i-qr-code" />
          {t('qr')}
        </Button>
        <Feeds url={url} />
      </div>
      <div id={`${id}-qr`} hidden={!isQrShown}>
        {isQrShown ? <QrCode url={url} name={name} /> : null}
      </div>
    </div>
  );
}

function Feeds({ url }: { url: string }) {
  const t = useTranslations('Sharing');
  return (
    <span className="flex items-center gap-1 text-second md:ml-auto text-muted-foreground">
      <Icon name="i-rss" className="mr-1 text-faint" />
      <span className="sr-only">{t('follow')}</span>
      {feeds.map((feed) => (
        <a
          key={feed.file}
          href={`${url}/${feed.file}`}
          target="_blank"
          rel="noopener"
          className="rounded-sm px-1 py-1 underline-offset-4 touch:hit hover:text-foreground hover:underline"
        >
          {feed.name}
        </a>
      ))}
    </span>
  );
}

interface CopyButtonProps extends Pick<ShareLinkProps, 'url' | 'isNew'> {
  onFail: () => void;
}

function CopyButton({ url, isNew, onFail }: CopyButtonProps) {
  const t = useTranslations('Sharing');
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null);
  const copy = async () => {
    const isDone = await copyText(url);
    if (!isDone) onFail();
    setOutcome(isDone ? 'copied' : 'copyFailed');
  };
  return (
    <>
      <Button
        size="lg"
        variant={outcome === 'copied' ? 'outline' : 'primary'}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the focused button that published it is gone
        autoFocus={isNew}
        onClick={() => void copy()}
      >
        <Icon name={outcome === 'copied' ? 'i-check' : 'i-copy'} />
        {t('copy')}
      </Button>
      <p role="status" className="basis-full text-second text-pretty text-muted-foreground empty:hidden">
        {outcome ? t(outcome) : null}
      </p>
    </>
  );
}
