import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { FeatureMessages } from '@/components/common/feature-messages';
import { loadMoreMessages, type MoreNamespace } from '@/lib/i18n/load-more-messages';
import { findLocale } from '@/lib/i18n/locale';

/**
 * A component that opens on demand, with its words: both are fetched at once when it is first rendered, and neither
 * is part of the first load. Render it inside a `Suspense`.
 */
export function lazyFeature<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  namespaces: readonly MoreNamespace[],
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [{ default: Feature }] = await Promise.all([load(), preloadWords(namespaces)]);
    const WithWords = (props: Props) => (
      <FeatureMessages namespaces={namespaces}>
        <Feature {...props} />
      </FeatureMessages>
    );
    return { default: WithWords };
  });
}

async function preloadWords(namespaces: readonly MoreNamespace[]): Promise<void> {
  const locale = typeof document === 'undefined' ? null : findLocale(document.documentElement.lang);
  if (locale) await loadMoreMessages(locale, namespaces);
}
