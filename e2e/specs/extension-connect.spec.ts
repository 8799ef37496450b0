import type { Page } from '@playwright/test';
import { expect, test, type Extension } from '../fixtures/extension';
import type { Words } from '../fixtures/words';

/** Gives the options the address of the server, and returns them with the page that the extension opens there. */
async function askToConnect({ context, open, relay }: Extension, words: Words): Promise<[Page, Page]> {
  const options = await open('options.html');
  await options.getByLabel(words('Extension.options.address')).fill(relay.url);
  const opened = context.waitForEvent('page');
  await options.getByRole('button', { name: words('Extension.options.connect'), exact: true }).click();
  const request = await opened;
  await expect(request.getByRole('heading', { name: words('Connect.title') })).toBeVisible();
  await expect(options.getByText(words('Extension.options.pending'))).toBeVisible();
  return [options, request];
}

test('the address of the server leads to its page, where the password connects the extension', async ({
  extension,
  words,
}) => {
  const { account, api, open } = extension;
  const [options, request] = await askToConnect(extension, words);
  await request.getByLabel(words('Connect.password'), { exact: true }).fill(account.password);
  await request.getByRole('button', { name: words('Connect.allow') }).click();
  await expect(request.getByRole('heading', { name: words('Connect.doneTitle') })).toBeVisible();
  await expect(options.getByText(account.email)).toBeVisible();
  expect((await api.call('account.tokens')).content).toMatchObject([
    { name: 'Chromium', client: 'extension', scope: 'write' },
  ]);
  const panel = await open('sidepanel.html');
  await expect(panel.getByRole('button', { name: words('Extension.panel.save') })).toBeVisible();
});

test('a connection that is not allowed leaves the extension as it was, and can be asked for again', async ({
  extension,
  words,
}) => {
  const { api, connection } = extension;
  const [options, request] = await askToConnect(extension, words);
  await request.getByRole('button', { name: words('Connect.deny') }).click();
  await expect(request.getByRole('heading', { name: words('Connect.deniedTitle') })).toBeVisible();
  await expect(options.getByText(words('Extension.options.failure.denied'))).toBeVisible();
  await request.close();
  expect(await connection()).toEqual({ status: 'disconnected', failure: 'denied' });
  expect((await api.call('account.tokens')).content).toEqual([]);
  const [, second] = await askToConnect(extension, words);
  await second.close();
  await expect(options.getByText(words('Extension.options.failure.denied'))).toBeVisible();
});
