import { getTranslations } from 'next-intl/server';
import Link from 'next/link';
import { PageHeader } from '@/components/common/page-header';
import { CallEntry, Code } from '@/components/features/settings/api-docs/call-entry';
import { callsByArea, type ApiDocument } from '@/components/features/settings/api-docs/document';
import { printSchema } from '@/components/features/settings/api-docs/print-schema';
import { Icon } from '@/components/ui/icon';

const named = [
  'auth',
  'account',
  'bookmarks',
  'collections',
  'search',
  'spaces',
  'tags',
  'preview',
  'service',
] as const;

/** The calls of the service as its own document describes them; the words of the document are English. */
export async function ApiDocs({ document, origin }: { document: ApiDocument; origin: string }) {
  const t = await getTranslations('ApiDocs');
  const areas = [...callsByArea(document)].map(([key, calls]) => ({
    key,
    calls,
    title: t(`area.${named.find((name) => name === key) ?? 'other'}`),
  }));
  return (
    <>
      <Link
        href="/settings/integration"
        className="mb-2 -ml-1 inline-flex items-center gap-1 rounded-sm text-second text-muted-foreground hover:text-foreground touch:hit"
      >
        <Icon name="i-chevron-left" />
        {t('back')}
      </Link>
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
            <div lang="en" className="mt-2 mb-1">
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
