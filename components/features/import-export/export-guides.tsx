import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { letterTile } from '@/lib/domain/letter-tile';

/**
 * The products that most people come from, each with the number of steps to its export; see messages/en/moving.json.
 */
export const products = {
  chrome: 3,
  firefox: 3,
  safari: 3,
  raindrop: 3,
  pocket: 2,
  instapaper: 2,
  pinboard: 2,
  readwise: 2,
  karakeep: 2,
  linkwarden: 2,
  linkding: 2,
  wallabag: 2,
} as const;
type Product = keyof typeof products;

/** Explains for each product where its export is, and what an import keeps. Works without scripts. */
export function ExportGuides() {
  return (
    <ul className="rounded-xl border bg-card">
      {(Object.keys(products) as Product[]).map((product) => (
        <li key={product} className="not-first:border-t">
          <ExportGuide product={product} />
        </li>
      ))}
    </ul>
  );
}

function ExportGuide({ product }: { product: Product }) {
  const t = useTranslations('Moving');
  const name = t(`products.${product}.name`);
  const { letter, color } = letterTile(name);
  const steps = Array.from(
    { length: products[product] },
    (_, at) => `products.${product}.step${at + 1}` as 'products.chrome.step1',
  );
  return (
    // One at a time: a named group closes the others.
    <details name="export-guide" id={product} className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-xl px-4 py-2.5 hover:bg-muted/60 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-[7px] text-second font-semibold text-white"
          style={{ backgroundColor: color }}
        >
          {letter}
        </span>
        <span className="min-w-0 flex-1 font-medium">{name}</span>
        <span className="text-right text-second text-muted-foreground max-md:hidden">
          {t(`products.${product}.file`)}
        </span>
        <Icon
          name="i-chevron-right"
          className="text-muted-foreground transition-transform group-open:rotate-90"
        />
      </summary>
      <div className="px-4 pt-1.5 pb-5 md:pl-14">
        <ol className="flex list-decimal flex-col gap-1.5 pl-5">
          {steps.map((step) => (
            <li key={step} className="text-pretty">
              {t(step)}
            </li>
          ))}
        </ol>
        <dl className="mt-4 grid gap-x-4 gap-y-1.5 text-second md:grid-cols-[auto_1fr]">
          {(['file', 'kept', 'lost'] as const).map((fact) => (
            <div key={fact} className="md:contents">
              <dt className="text-muted-foreground">{t(fact)}</dt>
              <dd>{t(`products.${product}.${fact}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}
