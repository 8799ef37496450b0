import type { Metadata } from 'next';
import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';
import { cache } from 'react';
import { collectionMetadata, listData, withShownName } from '@/app/public/collection-metadata';
import { findCollection, guestCall, isMoved } from '@/app/public/find-collection';
import { createRowDates } from '@/components/common/row-dates';
import { PublicScreen } from '@/components/features/public/public-screen';
import { publicPath, readPublicAddress } from '@/lib/domain/public-address';
import { env } from '@/lib/env/server';

type Props = PageProps<'/public/[uuid]/[domain]'>;

/** One call for the page and its metadata; `cache` compares the arguments one by one. */
const findOnce = cache(async (uuid: string, slug: string, q: string, page: number) =>
  findCollection(guestCall(await headers()), { uuid, slug, q, page }),
);

/** Returns the collection of a URL, or shows the not-found page, or redirects to its current URL. */
async function visit({ params, searchParams }: Props) {
  const [{ uuid, domain }, query] = await Promise.all([params, searchParams]);
  const address = readPublicAddress(uuid, domain, query);
  const found = address && (await findOnce(address.uuid, address.slug, address.q, address.page));
  if (!found) notFound();
  const { q, page, lang } = address;
  const view = { q, page, lang };
  if (isMoved(address, found)) permanentRedirect(publicPath(found.collection, view) as never);
  return { found: withShownName(found, await getTranslations('Public')), view };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { found, view } = await visit(props);
  const [t, locale] = await Promise.all([getTranslations('Public'), getLocale()]);
  return collectionMetadata(found, { view, t, locale, origin: env().appUrl });
}

/** A public collection, rendered for each request and identical for every visitor. */
export default async function PublicCollectionPage(props: Props) {
  const { found, view } = await visit(props);
  const [t, locale, timeZone] = await Promise.all([getTranslations('Public'), getLocale(), getTimeZone()]);
  const origin = env().appUrl;
  const data = listData(found, { view, t, origin });
  return (
    <>
      {data && (
        <script
          type="application/ld+json"
          // `<` could close the element.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      )}
      <PublicScreen
        {...found}
        view={view}
        origin={origin}
        dates={createRowDates({ locale, timeZone, now: new Date() })}
      />
    </>
  );
}
