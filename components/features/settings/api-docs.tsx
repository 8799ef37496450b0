import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AppLink } from '@/components/common/app-link';
import { PageHeader } from '@/components/common/page-header';
import {
  accessOf,
  answersOf,
  callsByArea,
  nameOf,
  refusalsOf,
  translateDescriptions,
  type ApiDocument,
  type Call,
  type Parameter,
  type Schema,
} from '@/components/features/settings/document';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { operationIds, type OperationId } from '@/lib/contract/routes';
import { cn } from '@/lib/utils/cn';

/**
 * Returns the document with descriptions in the user's language. Their keys are sentences, so they are not in the
 * folder of the messages: next-intl compiles its files and divides keys at each dot.
 */
async function translated(document: ApiDocument): Promise<ApiDocument> {
  if ((await getLocale()) !== 'pt-BR') return document;
  const { default: texts } = await import('@/components/features/settings/api-descriptions.pt-BR.json');
  return translateDescriptions(document, texts);
}

/** Prints a schema in TypeScript-like notation: `string | null`, `Tag[]`, an object with its fields. */
export function printSchema(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => printSchema(choice, indent)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => printSchema(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => printSchema({ ...schema, type }, indent)).join(' | ');
  }
  if (schema.type === 'array') return printArray(schema.items ?? {}, indent);
  if (schema.properties) return printObject(schema, schema.properties, indent);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `{ [name]: ${printSchema(schema.additionalProperties, indent)} }`;
  }
  return schema.type ?? 'any';
}

function printArray(items: Schema, indent: string): string {
  const printed = printSchema(items, indent);
  return printed.includes(' | ') && !printed.startsWith('{') ? `(${printed})[]` : `${printed}[]`;
}

function printObject({ required = [] }: Schema, properties: Record<string, Schema>, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?';
    const note = field.description === undefined ? '' : `  // ${field.description}`;
    return `${inner}${name}${mark}: ${printSchema(field, inner)}${note}`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n${indent}}`;
}

const isOperation = (id: string): id is OperationId => (operationIds as readonly string[]).includes(id);

const tones: Record<string, string> = {
  GET: 'text-success',
  DELETE: 'text-destructive',
};

/** One call: collapsed, its purpose; expanded, its parameters, responses and error codes. */
function CallEntry({ call }: { call: Call }) {
  const t = useTranslations('ApiDocs');
  const calls = useTranslations('ApiCalls');
  const { method, path, operationId, summary, parameters = [], requestBody } = call;
  const body = Object.entries(requestBody?.content ?? {});
  const refusals = refusalsOf(call);
  const access = accessOf(call);
  return (
    <li className="border-b">
      <details className="py-2.5">
        <summary className="cursor-pointer rounded-sm">
          <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-col align-top">
            <span className="flex flex-wrap items-baseline gap-x-2 font-mono text-second">
              <span className={cn('font-semibold', tones[method] ?? 'text-primary')}>{method}</span>
              <span className="wrap-anywhere">{path}</span>
            </span>
            <span className="text-pretty text-muted-foreground">
              {isOperation(operationId) ? calls(operationId) : summary}
            </span>
          </span>
        </summary>
        <div className="mt-3 mb-2 flex flex-col gap-4">
          {access === 'open' ? (
            <p>
              <Badge tone="outline">{t('open')}</Badge>
            </p>
          ) : null}
          {access === 'sessionOnly' ? <p className="text-pretty">{t('sessionOnly')}</p> : null}
          {typeof access === 'object' && access !== null ? <p>{t('tokenScope', access)}</p> : null}
          {parameters.length > 0 ? (
            <Section title={t('parameters')}>
              <Parameters parameters={parameters} />
            </Section>
          ) : null}
          {body.map(([type, { schema }]) => (
            <Section key={type} title={`${t('body')} · ${type}`}>
              {schema ? <Code label={t('body')}>{printSchema(schema)}</Code> : null}
            </Section>
          ))}
          {answersOf(call).map(([status, content]) => (
            <Section key={status} title={t('response', { status })}>
              <ResponseBody content={content} />
            </Section>
          ))}
          {refusals.length > 0 ? (
            <Section title={t('refusals')}>
              <p className="font-mono text-second text-muted-foreground">{refusals.join(' · ')}</p>
            </Section>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function ResponseBody({ content }: { content: Record<string, { schema?: Schema }> | undefined }) {
  const t = useTranslations('ApiDocs');
  if (!content) return <p className="text-second text-muted-foreground">{t('nothing')}</p>;
  return Object.entries(content).map(([type, { schema }]) => (
    <Code key={type} label={type}>
      {schema ? printSchema(schema) : type}
    </Code>
  ));
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
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

/** A code block that scrolls horizontally if it is wider than the screen; also by keyboard. */
const Code = ({ label, children }: { label: string; children: string }) => (
  <pre
    role="region"
    aria-label={label}
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling content must be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto rounded-md bg-muted px-3 py-2.5 font-mono text-second"
  >
    {children}
  </pre>
);

const named = [
  'auth',
  'account',
  'bookmarks',
  'collections',
  'highlights',
  'copies',
  'search',
  'spaces',
  'tags',
  'preview',
  'service',
  'billing',
  'feedback',
  'admin',
] as const;

/** The calls of the service from its OpenAPI document, in the user's language. */
export async function ApiDocs({ document: original, origin }: { document: ApiDocument; origin: string }) {
  const [t, document] = await Promise.all([getTranslations('ApiDocs'), translated(original)]);
  const areas = [...callsByArea(document)].map(([key, calls]) => ({
    key,
    calls,
    title: t(`area.${named.find((name) => name === key) ?? 'other'}`),
  }));
  return (
    <>
      <AppLink
        href="/settings/integration"
        className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-sm text-second text-muted-foreground hover:text-foreground touch:hit"
      >
        <Icon name="i-chevron-left" />
        {t('back')}
      </AppLink>
      <PageHeader title={t('title')} />
      <p className="mt-0.5 mb-3 text-pretty text-muted-foreground">{t('intro')}</p>
      <Code
        label={t('title')}
      >{`curl -H "Authorization: Bearer mwp_…" \\\n  "${origin}/v1/bookmarks/list?size=10"`}</Code>
      <p className="mt-3">
        <a href="/v1/openapi.json" className="font-medium text-primary hover:text-primary-hover touch:hit">
          {t('document')}
        </a>
      </p>
      <nav aria-label={t('areas')} className="mt-6">
        <ul className="flex flex-wrap gap-2">
          {[...areas, { key: 'schemas', title: t('schemas') }].map(({ key, title }) => (
            <li key={key}>
              <a
                href={`#${key}`}
                className="inline-flex h-8 items-center rounded-full border px-3 text-second hover:bg-muted touch:hit"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {areas.map(({ key, title, calls }) => (
        <section key={key} aria-labelledby={key} className="mt-10">
          <h2 id={key} className="mb-2 scroll-mt-20 font-serif text-panel font-semibold">
            {title}
          </h2>
          <ul className="border-t">
            {calls.map((call) => (
              <CallEntry key={call.operationId} call={call} />
            ))}
          </ul>
        </section>
      ))}
      <Schemas document={document} />
    </>
  );
}

async function Schemas({ document }: { document: ApiDocument }) {
  const t = await getTranslations('ApiDocs');
  return (
    <section aria-labelledby="schemas" className="mt-10">
      <h2 id="schemas" className="scroll-mt-20 font-serif text-panel font-semibold">
        {t('schemas')}
      </h2>
      <p className="mb-2 text-muted-foreground">{t('schemasText')}</p>
      <div className="border-t">
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <details key={name} id={`schema-${name}`} className="scroll-mt-20 border-b py-2.5">
            <summary className="cursor-pointer rounded-sm font-medium">{name}</summary>
            <div className="mt-2 mb-1">
              {schema.description ? (
                <p className="mb-2 text-second text-muted-foreground">{schema.description}</p>
              ) : null}
              <Code label={name}>{printSchema(schema)}</Code>
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
