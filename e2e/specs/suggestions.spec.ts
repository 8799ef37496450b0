import type { Page } from '@playwright/test';
import type { Api } from '../fixtures/api';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFit } from '../fixtures/expect-fit';
import { dialogLooks, inEach } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ });

async function save(api: Api, titles: readonly string[], collection?: string, tags = ''): Promise<void> {
  for (const title of titles) {
    const url = `https://${title.replaceAll(/\W+/g, '-').toLowerCase()}.example/`;
    const collections = collection === undefined ? {} : { collections: [collection] };
    await api.call('bookmarks.create', { body: { url, title, tags, ...collections } });
  }
}

/** Creates two collections, and two groups of bookmarks without a collection. */
async function fill(api: Api): Promise<{ rust: string }> {
  const rust = (await api.call('collections.create', { body: { name: 'Systems' } })).uuid;
  const kitchen = (await api.call('collections.create', { body: { name: 'Kitchen' } })).uuid;
  await save(api, ['The Rust book', 'Rust by night', 'Async Rust'], rust, 'Ferris');
  await save(api, ['Sourdough bread', 'Bread for two'], kitchen);
  await save(api, ['Cats of Rome', 'Why cats purr', 'Big cats', 'Cats and boxes']);
  await save(api, ['Owls at night', 'Barn owls', 'How owls fly']);
  return { rust };
}

test('a new bookmark gets suggestions for collection and tags, which are applied by a click', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  const { rust } = await fill(api);
  await page.goto('/#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(siteUrl('/suggested', { title: 'Learning Rust slowly' }));
  const offered = dialog.getByRole('group', { name: 'Suggested collections' });
  const chip = offered.getByRole('button', { name: 'Add to Systems' });
  await expect(chip).toHaveAccessibleDescription(/^Similar to “.*Rust.*” and 2 more: Rust$/);
  await expectAccessible(page);
  await chip.click();
  await expect(offered).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Remove from Systems' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add tag Ferris' }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasts(page)).toContainText('Bookmark added');
  const { content } = await api.call('bookmarks.list', { query: { collection: rust } });
  expect(content[0]).toMatchObject({ title: 'Learning Rust slowly', tags: 'Ferris' });
  expect(content[0]?.collections.map(({ uuid }) => uuid)).toEqual([rust]);
});

test('uncollected bookmarks are filed by a click under a chosen name, undone, and dismissed', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await fill(api);
  await page.goto('/collections');
  const section = page.getByRole('region', { name: 'Suggested collections' });
  await expect(section).toContainText('2 groups of uncategorized bookmarks that belong together');
  await section.getByRole('button', { name: 'Show' }).click();
  const cats = section.getByRole('listitem').filter({ hasText: 'All titles contain' }).first();
  await expect(cats).toContainText('All titles contain “Cats”');
  await expectAccessible(page);
  await cats.getByLabel('New collection name').fill('Felines');
  await cats.getByRole('button', { name: 'Move 4 bookmarks to Felines' }).click();
  await expect(toasts(page)).toContainText('4 bookmarks moved to Felines');
  await expect(page.getByRole('main').getByRole('link', { name: /Felines/ })).toBeVisible();
  await expect(section).toContainText('1 group of uncategorized bookmarks that belong together');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(section).toContainText('2 groups');
  const names = (await api.call('collections.simplified')).content.map(({ name }) => name);
  expect(names).not.toContain('Felines');
  await cats.getByLabel('New collection name').fill('uncategorized');
  await cats.getByRole('button', { name: 'Move 4 bookmarks to uncategorized' }).click();
  await expect(cats).toContainText('You already have a collection called “uncategorized” in this space.');
  expect((await api.call('collections.simplified')).content).toHaveLength(3);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  for (const away of [
    menu.getByRole('link', { name: 'Tags' }),
    section.getByRole('button', { name: 'Hide' }),
  ]) {
    await away.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(cats.getByLabel('New collection name')).toHaveValue('uncategorized');
  }
  // Without consent to storage, a dismissed group is hidden for this visit.
  await page.evaluate(() => localStorage.removeItem('consent'));
  await section.getByRole('button', { name: 'Dismiss Owls' }).click();
  await expect(section).toContainText('1 group of uncategorized bookmarks that belong together');
  await page.reload();
  await expect(section).toContainText('2 groups');
  await section.getByRole('button', { name: 'Show' }).click();
  await section.getByRole('button', { name: 'Dismiss Cats' }).click();
  await section.getByRole('button', { name: 'Dismiss Owls' }).click();
  await expect(section).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Collections', level: 1 })).toBeVisible();
  await expect(section).toBeHidden();
});

test('neither a renamed collection nor a filed group counts as an unsaved change', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount('pro');
  await fill(api);
  await save(api, ['Async Rust book', 'Rust book by night', 'Async Rust by night']);
  await page.goto('/collections');
  const section = page.getByRole('region', { name: 'Suggested collections' });
  await section.getByRole('button', { name: 'Show' }).click();
  const tags = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' });
  const toTags = async () => {
    await tags.click();
    await expect(page).toHaveURL('/tags');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await test.step('a collection is renamed while its card is shown', async () => {
    await expect(section).toContainText('To Systems');
    await page.getByRole('main').getByRole('button', { name: 'More options for Systems' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit collection' });
    await dialog.getByLabel('Name').fill('Ferrous');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(section).toContainText('To Ferrous');
    await toTags();
  });
  await test.step('the card of a filed group stays until the suggestions are refetched', async () => {
    await page.goto('/collections');
    await section.getByRole('button', { name: 'Show' }).click();
    const cats = section.getByRole('listitem').filter({ hasText: 'All titles contain “Cats”' });
    await cats.getByLabel('New collection name').fill('Felines');
    const released = Promise.withResolvers<undefined>();
    await page.route('**/v1/collections/suggested*', async (route) => {
      await released.promise;
      await route.continue();
    });
    await cats.getByRole('button', { name: 'Move 4 bookmarks to Felines' }).click();
    await expect(toasts(page)).toContainText('4 bookmarks moved to Felines');
    await expect(cats.getByLabel('New collection name')).toHaveValue('Felines');
    await toTags();
    released.resolve(undefined);
  });
});

test('the free plan gets no suggestions, but a line about the plan that has them', async ({
  page,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  await fill(api);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/collections');
  await expect(page.getByRole('link', { name: 'See plans' })).toHaveAttribute(
    'href',
    '/settings/subscription?plan=pro',
  );
  await expectFit(page);
  await page.goto('/collections#add');
  const dialog = page.getByRole('dialog', { name: 'Add bookmark' });
  await dialog.getByLabel('Address').fill(siteUrl('/unsuggested', { title: 'Learning Rust' }));
  await expect(dialog.getByLabel('Title')).toHaveValue('Learning Rust');
  expect(asked.filter((url) => url.includes('/suggest'))).toEqual([]);
});

test('suggestions are accessible and fit', async ({ page, api, baseURL, useFreshAccount }) => {
  await useFreshAccount('pro');
  await fill(api);
  await inEach(page, baseURL, dialogLooks, async ({ locale }) => {
    const t = wordsOf(locale);
    await page.goto('/collections');
    const section = page.getByRole('region', { name: t('Suggestions.heading') });
    await section.getByRole('button', { name: t('Suggestions.show') }).click();
    await expect(section.getByRole('textbox').first()).toBeVisible();
    await expectFit(page);
    await page.goto('/#add');
    const dialog = page.getByRole('dialog', { name: t('BookmarkEditor.addHeading') });
    await dialog.getByLabel(t('BookmarkEditor.url')).fill(siteUrl('/look', { title: 'Rust and bread' }));
    await expect(dialog.getByRole('group', { name: t('Suggestions.forCollections') })).toBeVisible();
    await expectFit(page);
  });
});
