import type { Page } from '@playwright/test';

/** A picture of the README or of a document, taken in both themes. */
export interface Shot {
  /** Name of the files, without the theme. */
  readonly name: string;
  /** The account whose pages are shown. */
  readonly as: 'reader' | 'administrator';
  readonly path: string;
  /** Prepares the page after it has loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export const themes = ['light', 'dark'] as const;

/** Selects the rows after the first one by keys, as a user would. */
async function selectRows(page: Page): Promise<void> {
  await page.locator('.row-title').first().focus();
  for (let row = 0; row < 6; row += 1) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  await page.getByRole('toolbar').getByText('6 selected').waitFor();
}

/** In the order in which they are taken. */
export const shots: readonly Shot[] = [
  { name: 'library', as: 'reader', path: '/' },
  { name: 'selection', as: 'reader', path: '/', prepare: selectRows },
  { name: 'collections', as: 'reader', path: '/collections' },
  { name: 'duplicates', as: 'reader', path: '/duplicates' },
  { name: 'admin', as: 'administrator', path: '/admin' },
];

export const folder = 'docs/images';

/** Name of the file of a picture. */
export const fileOf = (name: string, theme: string): string => `${name}-${theme}.png`;
