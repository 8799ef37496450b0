import type { MetadataRoute } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { themeGround } from '@/components/common/theme';

const png = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome' = 'any') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * Describes the installed app, in the language of `Accept-Language`: browsers request a manifest without
 * cookies. A manifest has one pair of colors, here those of the light theme; `<meta name="theme-color">`
 * replaces them for each theme.
 */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [t, shell, locale] = await Promise.all([
    getTranslations('Common'),
    getTranslations('Shell'),
    getLocale(),
  ]);
  return {
    id: '/',
    name: t('product'),
    short_name: t('product'),
    description: t('description'),
    lang: locale,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: themeGround.light,
    background_color: themeGround.light,
    categories: ['productivity', 'utilities'],
    icons: [
      png('icon-192', 192),
      png('icon-512', 512),
      png('icon-maskable-192', 192, 'maskable'),
      png('icon-maskable-512', 512, 'maskable'),
      png('icon-monochrome-512', 512, 'monochrome'),
    ],
    share_target: {
      action: '/add',
      method: 'POST',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    file_handlers: [
      {
        action: '/settings/data',
        accept: {
          'text/html': ['.html', '.htm'],
          'application/json': ['.json'],
          'text/csv': ['.csv'],
          'application/xml': ['.xml', '.xbel', '.opml'],
          'application/zip': ['.zip'],
        },
      },
    ],
    shortcuts: [
      { name: shell('addBookmark'), url: '/#add', icons: [png('shortcut-add', 96)] },
      { name: shell('searchShort'), url: '/search', icons: [png('shortcut-search', 96)] },
    ],
  };
}
