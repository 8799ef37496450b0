'use client';
import { useTranslations } from 'next-intl';
import { useState, type SubmitEvent } from 'react';
import { SecretField } from '@/components/common/secret-field';
import { StepCard } from '@/components/features/import-export/step-card';
import {
  useProductActions,
  useProductRead,
  type Product,
} from '@/components/features/import-export/use-product-read';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import { Progress } from '@/components/ui/progress';
import type { ProductRead } from '@/lib/contract/imports';

const names: Readonly<Record<Product, string>> = { raindrop: 'Raindrop.io', pinboard: 'Pinboard' };
/** Where each product shows the token. */
const tokenPages: Readonly<Record<Product, string>> = {
  raindrop: 'https://app.raindrop.io/settings/integrations',
  pinboard: 'https://pinboard.in/settings/password',
};

/** Reads a library from another product with a token of its user, and passes it on as a file. */
export function ProductPanel({ onFile }: { onFile: (file: File) => void }) {
  const { read, isLost } = useProductRead();
  const actions = useProductActions(onFile);
  if (read === null || read.status === 'failed') return <TokenForm failed={read} actions={actions} />;
  return read.status === 'reading' ? (
    <Reading read={read} isLost={isLost} actions={actions} />
  ) : (
    <ReadAll read={read} actions={actions} />
  );
}

type Actions = ReturnType<typeof useProductActions>;

/** Starts the reading; `failed` is the last one if it has failed. */
function TokenForm({ failed, actions }: { failed: ProductRead | null; actions: Actions }) {
  const t = useTranslations('ImportExport.product');
  const [product, setProduct] = useState<Product>(failed?.product ?? 'raindrop');
  const [token, setToken] = useState('');
  // A failure counts until another attempt is prepared.
  const [isEdited, setEdited] = useState(false);
  const name = names[product];
  const refusal = actions.refusal ?? (isEdited ? null : (failed?.refusal ?? null));
  const edit = () => {
    actions.forget();
    setEdited(true);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() === '') return;
    setEdited(false);
    void actions.start(product, token.trim());
  };
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col gap-4 rounded-xl border bg-card p-4 md:p-6">
      <p className="text-pretty text-muted-foreground">{t('text')}</p>
      <PillChoice
        label={t('choose')}
        options={(Object.keys(names) as Product[]).map((value) => ({ value, label: names[value] }))}
        value={product}
        onValueChange={(value) => {
          edit();
          setProduct(value);
          setToken('');
        }}
      />
      <SecretField
        isKey
        label={t('token', { product: name })}
        error={
          refusal === 'PRODUCT_TOKEN_INVALID'
            ? t('refusal.PRODUCT_TOKEN_INVALID', { product: name })
            : undefined
        }
        hint={t(`hint.${product}`)}
        aside={
          <a
            href={tokenPages[product]}
            target="_blank"
            rel="noreferrer"
            className="text-second font-medium text-primary hover:text-primary-hover"
          >
            {t('where')}
          </a>
        }
        showLabel={t('show')}
        hideLabel={t('hide')}
        value={token}
        maxLength={500}
        onChange={({ target }) => {
          edit();
          setToken(target.value);
        }}
      />
      {refusal === 'PRODUCT_TOKEN_INVALID' ? null : <RefusalNote refusal={refusal} name={name} />}
      <Button
        type="submit"
        size="lg"
        className="self-start"
        disabled={token.trim() === ''}
        pending={actions.isPending}
      >
        {t('start')}
      </Button>
    </form>
  );
}

const explained = [
  'UPSTREAM_UNAVAILABLE',
  'BODY_TOO_LARGE',
  'DISK_FULL',
  'IMPORT_RUNNING',
  'OFFLINE',
] as const;

/** Why the library was not read, or an action failed. */
function RefusalNote({ refusal, name }: { refusal: string | null; name: string }) {
  const t = useTranslations('ImportExport.product');
  if (refusal === null) return null;
  const reason = explained.find((one) => one === refusal) ?? 'UNKNOWN';
  return (
    <p role="alert" className="flex items-start gap-2 text-destructive">
      <Icon name="i-circle-alert" className="mt-0.5" />
      {t(`refusal.${reason}`, { product: name })}
    </p>
  );
}

/** A library that the service is reading, also while the page is closed. */
function Reading({ read, isLost, actions }: { read: ProductRead; isLost: boolean; actions: Actions }) {
  const t = useTranslations('ImportExport.product');
  const { count, refusal } = read;
  const name = names[read.product];
  const wait = isLost
    ? 'lost'
    : refusal === 'PRODUCT_BUSY' || refusal === 'UPSTREAM_UNAVAILABLE'
      ? refusal
      : null;
  return (
    <StepCard
      title={t('reading', { product: name })}
      caption={t('leave')}
      footer={
        <Button size="lg" pending={actions.isPending} onClick={() => void actions.discard()}>
          {t('stop')}
        </Button>
      }
    >
      <Progress label={t('reading', { product: name })} value={null} />
      <p role="status" className="flex flex-col gap-1">
        {count === null || count === 0 ? null : <span className="tabular-nums">{t('count', { count })}</span>}
        {wait === null ? null : (
          <span className="text-second text-warning">{t(`waiting.${wait}`, { product: name })}</span>
        )}
      </p>
      <RefusalNote refusal={actions.refusal} name={name} />
    </StepCard>
  );
}

/** A library that was read, before its preview. */
function ReadAll({ read, actions }: { read: ProductRead; actions: Actions }) {
  const t = useTranslations('ImportExport.product');
  const name = names[read.product];
  return (
    <StepCard
      title={t('read', { product: name })}
      caption={t('kept')}
      footer={
        <>
          <Button
            variant="primary"
            size="lg"
            pending={actions.isPending}
            onClick={() => void actions.download(read.product)}
          >
            {t('preview')}
          </Button>
          <Button
            variant="ghost"
            size="lg"
            disabled={actions.isPending}
            onClick={() => void actions.discard()}
          >
            {t('discard')}
          </Button>
        </>
      }
    >
      {read.count === null ? null : <p className="tabular-nums">{t('count', { count: read.count })}</p>}
      <RefusalNote refusal={actions.refusal} name={name} />
    </StepCard>
  );
}
