import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import {
  answersOf,
  refusalsOf,
  type Call,
  type Parameter,
  type Schema,
} from '@/components/features/settings/api-docs/document';
import { printSchema } from '@/components/features/settings/api-docs/print-schema';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/lib/utils/cn';

const tones: Record<string, string> = {
  GET: 'text-success',
  DELETE: 'text-destructive',
};

/** One call: closed, what it is for; open, what it takes, what it answers and why it may refuse. */
export function CallEntry({ call }: { call: Call }) {
  const t = useTranslations('ApiDocs');
  const { method, path, summary, description, security, parameters = [], requestBody } = call;
  const body = Object.entries(requestBody?.content ?? {});
  const refusals = refusalsOf(call);
  return (
    <li className="border-b">
      <details className="py-2.5">
        <summary className="cursor-pointer rounded-sm">
          <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-col align-top">
            <span className="flex flex-wrap items-baseline gap-x-2 font-mono text-second">
              <span className={cn('font-semibold', tones[method] ?? 'text-primary')}>{method}</span>
              <span className="wrap-anywhere">{path}</span>
            </span>
            <span lang="en" className="text-pretty text-muted-foreground">
              {summary}
            </span>
          </span>
        </summary>
        <div lang="en" className="mt-3 mb-2 flex flex-col gap-4">
          {description ? <p className="text-pretty">{description}</p> : null}
          {security.length === 0 ? (
            <p>
              <Badge tone="outline">{t('open')}</Badge>
            </p>
          ) : null}
          {parameters.length > 0 ? (
            <Part title={t('parameters')}>
              <Parameters parameters={parameters} />
            </Part>
          ) : null}
          {body.map(([type, { schema }]) => (
            <Part key={type} title={`${t('body')} · ${type}`}>
              {schema ? <Code label={t('body')}>{printSchema(schema)}</Code> : null}
            </Part>
          ))}
          {answersOf(call).map(([status, content]) => (
            <Part key={status} title={t('answer', { status })}>
              <Answer content={content} />
            </Part>
          ))}
          {refusals.length > 0 ? (
            <Part title={t('refusals')}>
              <p className="font-mono text-second text-muted-foreground">{refusals.join(' · ')}</p>
            </Part>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function Answer({ content }: { content: Record<string, { schema?: Schema }> | undefined }) {
  const t = useTranslations('ApiDocs');
  if (!content) return <p className="text-second text-muted-foreground">{t('nothing')}</p>;
  return Object.entries(content).map(([type, { schema }]) => (
    <Code key={type} label={type}>
      {schema ? printSchema(schema) : type}
    </Code>
  ));
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1 text-caption font-medium text-muted-foreground">{title}</h3>
    {children}
  </div>
);

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  const t = useTranslations('ApiDocs');
  return (
    <dl className="flex flex-col gap-1 text-second">
      {parameters.map(({ name, in: place, required, schema, description }) => (
        <div key={`${place} ${name}`} className="flex flex-wrap gap-x-2">
          <dt className="font-mono">{name}</dt>
          <dd className="min-w-0 text-muted-foreground">
            <span className="font-mono">{printSchema(schema)}</span> · {place}
            {required ? ` · ${t('required')}` : ''}
            {description ? ` · ${description}` : ''}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A piece of code that scrolls by itself where it is wider than the screen; by keys too. */
export const Code = ({ label, children }: { label: string; children: string }) => (
  <pre
    role="region"
    aria-label={label}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
    tabIndex={0}
    className="overflow-x-auto rounded-md bg-muted px-3 py-2.5 font-mono text-second"
  >
    {children}
  </pre>
);
