import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import type { Input } from '@/lib/contract';
import { expectFit, expectFitBothWays } from '../fixtures/expect-fit';
import { dialogLooks, inEach, phone } from '../fixtures/looks';
import { titleOf } from '../fixtures/rows';
import { expect, test } from '../fixtures/test';
import { wordsOf } from '../fixtures/words';

type Report = Input<'feedback.send'>['body'];

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Report a Bug|Report sent/ });

async function open(page: Page) {
  await page.goto('/');
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Report a Bug' }).click();
  return dialogOf(page);
}

/** Submits the form, waits for the response and returns the sent report. */
async function send(page: Page): Promise<Report> {
  const responded = page.waitForResponse('**/v1/feedback');
  await page.getByRole('button', { name: 'Send Bug Report' }).click();
  const response = await responded;
  expect(response.status()).toBe(204);
  return response.request().postDataJSON() as Report;
}

/** Replaces screen sharing by a canvas that is white with a red right half. */
function shareScreen(): void {
  navigator.mediaDevices.getDisplayMedia = () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [800, 400];
    const context = canvas.getContext('2d');
    const draw = () => {
      if (!context) return;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 800, 400);
      context.fillStyle = '#f00';
      context.fillRect(400, 0, 400, 400);
    };
    draw();
    setInterval(draw, 50);
    const dialog = document.querySelector('[role=dialog]');
    document.documentElement.dataset['dialogWas'] = dialog ? getComputedStyle(dialog).visibility : 'closed';
    return Promise.resolve(canvas.captureStream());
  };
}

test('a report needs a description, is not lost by accident, and is sent without a screenshot', async ({
  page,
}) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/feedback')) requests.push(request);
  });
  const dialog = await open(page);
  await test.step('a description is required, and typed text is not lost by accident', async () => {
    await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Send Bug Report' }).click();
    await expect(
      dialog.getByText('Please enter in the following required fields: Description', { exact: true }),
    ).toBeVisible();
    await expect(dialog.getByText('Enter a valid email address.')).toBeVisible();
    await dialog.getByLabel('Email').fill('');
    await dialog.getByLabel('Description').fill('The list is empty after an import.');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('Description')).toHaveValue('The list is empty after an import.');
    expect(requests).toEqual([]);
  });
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByLabel('Email').fill('ada@example.test');
  const { uuid, url, tags, ...report } = await send(page);
  expect(report).toEqual({
    name: 'Ada',
    email: 'ada@example.test',
    message: 'The list is empty after an import.',
    source: 'widget',
  });
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  expect(new URL(url ?? '').pathname).toBe('/');
  expect(tags).toMatchObject({ language: 'en' });
  await expect(dialog.getByText('Thank you for your report!')).toBeVisible();
  await dialog.getByText('Thank you for your report!').click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Account menu for/ })).toBeFocused();
});

test('a report that is not confirmed in 5 seconds may be sent again as the same one, and success closes after 5', async ({
  page,
}) => {
  await page.clock.install();
  const dialog = await open(page);
  await dialog.getByLabel('Description').fill('It does not load.');
  await page.route('**/v1/feedback', () => undefined, { times: 1 });
  const first = page.waitForRequest('**/v1/feedback');
  await dialog.getByRole('button', { name: 'Send Bug Report' }).click();
  const { uuid } = (await first).postDataJSON() as Report;
  await expect(dialog.getByLabel('Description')).toBeDisabled();
  await page.clock.fastForward(5_000);
  await expect(dialog.getByRole('alert')).toHaveText('Unable to determine if Feedback was correctly sent.');
  await expect(dialog.getByLabel('Description')).toHaveValue('It does not load.');
  expect((await send(page)).uuid).toBe(uuid);
  await expect(dialog.getByText('Thank you for your report!')).toBeVisible();
  await page.clock.fastForward(5_000);
  await expect(dialog).toBeHidden();
});

test('a failure is shown in the form', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const dialog = await open(page);
  await dialog.getByLabel('Description').fill('It does not load.');
  const network =
    'Unable to send Feedback. This is because of network issues, or because you are using an ad-blocker.';
  const failures: [number | 'no response', string][] = [
    ['no response', network],
    [500, network],
    [
      403,
      'Unable to send Feedback. This could be because this domain is not in your list of allowed domains.',
    ],
    [404, 'No client setup, cannot send feedback.'],
  ];
  for (const [status, message] of failures) {
    await page.route(
      '**/v1/feedback',
      (route) => (status === 'no response' ? route.abort() : route.fulfill({ status, json: { status } })),
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Send Bug Report' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(message);
  }
  await send(page);
  await expect(dialog.getByText('Thank you for your report!')).toBeVisible();
});

test.describe('a screenshot', () => {
  test('is annotated with rectangles and sent', async ({ page }) => {
    await page.addInitScript(shareScreen);
    const dialog = await open(page);
    await dialog.getByLabel('Description').fill('The right half is red.');
    await dialog.getByRole('button', { name: 'Add a screenshot' }).click();
    const picture = dialog.getByRole('img', { name: 'Screenshot' });
    await expect(picture).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-dialog-was', 'hidden');
    await expect(dialog.getByLabel('Description')).toHaveValue('The right half is red.');

    /** Drags between two points, given as fractions of the image size. */
    const drag = async (from: [number, number], to: [number, number]) => {
      await picture.scrollIntoViewIfNeeded();
      const box = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height);
      await page.mouse.down();
      await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height, { steps: 3 });
      await page.mouse.up();
    };
    const areas = dialog.getByRole('button', { name: /^(Highlighted|Hidden) area/ });
    // A click and a line without a height create no rectangle.
    await drag([0.5, 0.5], [0.5, 0.5]);
    await drag([0.1, 0.5], [0.9, 0.5]);
    await expect(areas).toHaveCount(0);
    await drag([0.1, 0.2], [0.3, 0.6]);
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
    await drag([0.9, 0.9], [0.6, 0.5]);
    const hidden = dialog.getByRole('button', { name: 'Hidden area 2' }).locator('..');
    await expect(hidden).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await drag([0.1, 0.1], [0.2, 0.2]);
    await expect(areas).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Remove area 3' }).click();

    // By keyboard: added in the center, moved, resized, and removed.
    await dialog.getByRole('button', { name: 'Add rectangle' }).focus();
    await page.keyboard.press('Enter');
    const third = dialog.getByRole('button', { name: 'Hidden area 3' });
    await expect(third).toBeFocused();
    const before = await third.boundingBox();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowUp');
    const after = await third.boundingBox();
    expect((before?.x ?? 0) - (after?.x ?? 0)).toBeCloseTo(10, 0);
    expect((before?.height ?? 0) - (after?.height ?? 0)).toBeCloseTo(10, 0);
    await page.keyboard.press('Delete');
    await expect(areas).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'Add rectangle' })).toBeFocused();
    await expectFit(page);

    const { screenshot = '' } = await send(page);
    const { data, info } = await sharp(Buffer.from(screenshot, 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([800, 400]);
    const pixel = (x: number, y: number) => {
      const start = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels;
      return [...data.subarray(start, start + 3)].map((value) => (value > 200 ? 1 : value < 60 ? 0 : 0.5));
    };
    expect(pixel(0.05, 0.05)).toEqual([1, 1, 1]);
    expect(pixel(0.75, 0.2)).toEqual([1, 0, 0]);
    expect(pixel(0.75, 0.7)).toEqual([0, 0, 0]);
    // Only the border of the highlighted area is drawn, not its inside.
    expect(pixel(0.1, 0.4)).not.toEqual([1, 1, 1]);
    expect(pixel(0.2, 0.4)).toEqual([1, 1, 1]);
  });

  test('that is not permitted shows an error in the form, and is optional', async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Add a screenshot' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(/^No screenshot was taken/);
    await dialog.getByLabel('Description').fill('It does not load.');
    expect((await send(page)).screenshot).toBeUndefined();
  });
});

test.describe('on a phone', () => {
  test.use({
    viewport: phone,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  });

  test('the settings open the form, which offers no screenshot', async ({ page }) => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Report a Bug' }).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Description')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /screenshot/i })).toHaveCount(0);
    await dialog.getByLabel('Description').fill('From a phone');
    await send(page);
  });
});

test('the error screen opens the form', async ({ page, api, useFreshAccount, allowConsole }) => {
  allowConsole(/./);
  await useFreshAccount();
  await api.call('bookmarks.create', { body: { url: 'https://trains.example/', title: 'Trains' } });
  await page.goto('/');
  await page.route('**/v1/bookmarks/list*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { content: object[] };
    const content = body.content.map((bookmark) => ({ ...bookmark, collections: null, createdAt: null }));
    await route.fulfill({ response, json: { ...body, content } });
  });
  await titleOf(page, 'Trains').focus();
  await page.keyboard.press('f');
  const report = page.getByRole('main').getByRole('button', { name: 'Report a Bug' });
  await expect(report).toBeVisible();
  await expectFitBothWays(page);
  await report.click();
  await dialogOf(page).getByLabel('Description').fill('The list has gone.');
  await send(page);
});

test.describe('a guest', () => {
  test.use({ visitor: 'guest' });

  test('reports a bug from the page to sign in', async ({ page }) => {
    await page.goto('/signin?redirect=/collections');
    await page.getByRole('button', { name: 'Report a Bug' }).click();
    await dialogOf(page).getByLabel('Description').fill('I cannot sign in.');
    const { url } = await send(page);
    expect(url).toMatch(/\/signin$/);
  });
});

test('the form is accessible and fits the screen', async ({ page, baseURL }) => {
  await page.addInitScript(shareScreen);
  await inEach(page, baseURL, dialogLooks, async ({ locale, viewport }) => {
    const words = wordsOf(locale);
    await page.goto('/settings');
    if (viewport.width > phone.width) {
      await page
        .getByRole('button', {
          name: words('Shell.userMenuButton', { name: 'Ada Lovelace', initials: 'AL' }),
        })
        .click();
    }
    await page.getByText(words('Feedback.title')).filter({ visible: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words('Feedback.send') }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectFit(page);
    await dialog.getByRole('button', { name: words('Feedback.addScreenshot') }).click();
    await dialog.getByRole('button', { name: words('Feedback.addRectangle') }).click();
    await expectFit(page);
  });
});
