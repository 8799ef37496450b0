'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { SecretField } from '@/components/common/secret-field';
import {
  productRefusalOf,
  ProductRead,
  type Product,
  type ProductProgress,
  type ProductRefusal,
} from '@/components/features/import-export/product-read';
import { StepCard, useStayOnPage } from '@/components/features/import-export/step-card';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { PillChoice } from '@/components/ui/pill-choice';
import { Progress } from '@/components/ui/progress';
import { transportOf } from '@/lib/api/query-client';

const names: Readonly<Record<Product, string>> = { raindrop: 'Raindrop.io', pinboard: 'Pinboard' };
/** Where each product shows the token. */
const tokenPages: Readonly<Record<Product, string>> = {
  raindrop: 'https://app.raindrop.io/settings/integrations',
  pinboard: 'https://pinboard.in/settings/password',
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('', 'AbortError'));
    });
  });

/** Reads a library from another product with a token of its user, and passes it on as a file. */
export function ProductPanel({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('ImportExport.product');
  const [product, setProduct] = useState<Product>('raindrop');
  const [token, setToken] = useState('');
  const { progress, refusal, canContinue, start, stop, forget } = useProductRead(onFile);
  const name = names[product];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== '') start(product, token.trim());
  };
  if (progress !== null) return <Reading name={name} progress={progress} onStop={stop} />;
  return (
    <form onSubmit={submit} className="flex max-w-120 flex-col gap-4 rounded-xl border bg-card p-4 md:p-6">
      <p className="text-pretty text-muted-foreground">{t('text')}</p>
      <PillChoice
        label={t('choose')}
        options={(Object.keys(names) as Product[]).map((value) => ({ value, label: names[value] }))}
        value={product}
        onValueChange={(value) => {
          forget();
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
          forget();
          setToken(target.value);
        }}
      />
      {refusal === null || refusal === 'PRODUCT_TOKEN_INVALID' ? null : (
        <p role="alert" className="flex items-start gap-2 text-destructive">
          <Icon name="i-circle-alert" className="mt-0.5" />
          {t(`refusal.${refusal}`, { product: name })}
        </p>
      )}
      <Button type="submit" size="lg" className="self-start" disabled={token.trim() === ''}>
        {t(canContinue ? 'continue' : 'start')}
      </Button>
    </form>
  );
}

interface ReadingProps {
  name: string;
  progress: ProductProgress;
  onStop: () => void;
}

function Reading({ name, progress: { count, waitSeconds }, onStop }: ReadingProps) {
  const t = useTranslations('ImportExport.product');
  return (
    <StepCard
      title={t('reading', { product: name })}
      caption={t('stay')}
      footer={
        <Button size="lg" onClick={onStop}>
          {t('stop')}
        </Button>
      }
    >
      <Progress label={t('reading', { product: name })} value={null} />
      <p role="status" className="tabular-nums">
        {waitSeconds !== null
          ? t('waiting', { product: name, seconds: waitSeconds })
          : count === null || count === 0
            ? null
            : t('count', { count })}
      </p>
    </StepCard>
  );
}

/** Runs one reading at a time; an interrupted one continues with the same token. */
function useProductRead(onFile: (file: File) => void) {
  const call = transportOf(useQueryClient());
  const [progress, setProgress] = useState<ProductProgress | null>(null);
  const [refusal, setRefusal] = useState<ProductRefusal | null>(null);
  const [interrupted, setInterrupted] = useState<ProductRead | null>(null);
  const running = useRef<AbortController | null>(null);
  useStayOnPage(progress !== null);
  useEffect(() => () => running.current?.abort(), []);
  const start = (product: Product, token: string) => {
    const run = interrupted ?? new ProductRead(product, token, { call, wait });
    const controller = new AbortController();
    running.current = controller;
    setRefusal(null);
    run.read(controller.signal, setProgress).then(onFile, (failure: unknown) => {
      if (controller.signal.aborted) setInterrupted(null);
      else {
        setInterrupted(run.hasBegun ? run : null);
        setRefusal(productRefusalOf(failure));
      }
      setProgress(null);
    });
  };
  return {
    ...{ progress, refusal, start, canContinue: interrupted !== null },
    stop: () => running.current?.abort(),
    /** Another token or product begins again. */
    forget: () => {
      setInterrupted(null);
      setRefusal(null);
    },
  };
}
