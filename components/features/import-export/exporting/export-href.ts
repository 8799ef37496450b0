import { routes } from '@/lib/contract/routes';

export const exportFormats = ['html', 'json', 'csv', 'page'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportOptions = ['collections', 'tags', 'metadata', 'encrypted'] as const;
export type ExportChoice = { readonly [Option in (typeof exportOptions)[number]]: boolean };

/** The address that answers the file; every option is named, so that it does not depend on the service's defaults. */
export function exportHref(format: ExportFormat, choice: ExportChoice): string {
  const query = new URLSearchParams({ format });
  for (const option of exportOptions) query.set(option, String(choice[option]));
  return `${routes['bookmarks.export'].path}?${query}`;
}
