import { expect, test } from 'vitest';
import { loadMessages } from '@/lib/i18n/load-messages';
import { locales } from '@/lib/i18n/locale';
import { namespaces } from '@/lib/i18n/messages';

interface Row {
  /** The error case. */
  case: string;
  /** Keys of its messages. */
  keys: readonly string[];
  /** Beginning of the first message in English, if the wording is specified. */
  wording?: string;
}

/** All messages of the error catalogue (section 8 of the specification). */
const catalogue: readonly Row[] = [
  {
    case: 'default failure',
    keys: ['Problems.INTERNAL'],
    wording: 'Something went wrong. Please try again.',
  },
  { case: 'signed out', keys: ['Problems.UNAUTHENTICATED'], wording: 'Authentication required' },
  { case: 'token refresh', keys: ['Problems.REFRESH_FAILED'], wording: 'Failed to refresh token' },
  {
    case: 'unknown error',
    keys: ['Errors.errorText'],
    wording: 'Something went wrong, please try again.',
  },
  { case: 'sign-in', keys: ['Auth.failed'], wording: 'Sign in failed. Please try again.' },
  { case: 'sign-in that cannot be completed', keys: ['Oauth.failed'] },
  { case: 'wrong credentials', keys: ['Problems.INVALID_CREDENTIALS'] },
  { case: 'email not verified', keys: ['Problems.EMAIL_NOT_VERIFIED', 'Oauth.EMAIL_NOT_VERIFIED'] },
  { case: 'different provider', keys: ['Problems.DIFFERENT_PROVIDER', 'Oauth.DIFFERENT_PROVIDER'] },
  { case: 'email in use', keys: ['Problems.EMAIL_IN_USE', 'Oauth.EMAIL_IN_USE'] },
  { case: 'verification failed', keys: ['EmailCode.verifyFailed'] },
  { case: 'verification error', keys: ['Problems.INVALID_CODE', 'Forms.invalid_code'] },
  { case: 'resend failed', keys: ['EmailCode.resendFailed'] },
  { case: 'generic error', keys: ['Common.regionFailed'] },
  { case: 'password change', keys: ['Security.changeFailed', 'EmailCode.resetFailed'] },
  { case: 'account save', keys: ['Settings.failed.account'] },
  { case: 'language change', keys: ['Settings.failed.language'] },
  { case: 'theme', keys: ['Settings.failed.theme'] },
  { case: 'sort', keys: ['Settings.failed.bookmarkSort', 'Settings.failed.collectionSort'] },
  { case: 'default space', keys: ['Settings.failed.defaultSpace'] },
  { case: 'import', keys: ['ImportExport.refusal.UNKNOWN'] },
  {
    case: 'import: type',
    keys: ['ImportExport.refusal.IMPORT_INVALID_TYPE', 'Problems.IMPORT_INVALID_TYPE'],
  },
  {
    case: 'import: file',
    keys: ['ImportExport.refusal.IMPORT_INVALID_FILE', 'Problems.IMPORT_INVALID_FILE'],
  },
  { case: 'parse error', keys: ['ImportExport.refusal.IMPORT_PARSE_ERROR', 'Problems.IMPORT_PARSE_ERROR'] },
  { case: 'export', keys: ['ImportExport.decryptedNote.failed', 'BookmarkSelection.exportFailed'] },
  { case: 'account deletion', keys: ['Settings.delete.failed'] },
  { case: 'payment failed', keys: ['Billing.payment.failed'] },
  { case: 'payment delayed', keys: ['Billing.payment.delayed'] },
  { case: 'payment error', keys: ['Billing.payment.error'] },
  { case: 'invalid decryption key', keys: ['Vault.wrong'] },
  {
    case: 'no preview, for the security of the site',
    keys: ['Preview.state.refused.title', 'Preview.state.refused.text'],
  },
  { case: 'list of bookmarks', keys: ['Bookmarks.loadFailed', 'Bookmarks.loadFailedText'] },
  { case: 'list of collections', keys: ['Collections.loadFailed', 'Collections.loadFailedText'] },
  { case: 'error screen', keys: ['Errors.errorTitle', 'Errors.tips'], wording: 'An error occurred' },
  {
    case: 'tips',
    keys: [
      ...['Errors.tipConnection', 'Errors.tipCache', 'Errors.tipWait', 'Errors.tipBrowser'],
      ...['Errors.tipSupport', 'Errors.tipSupportReference'],
    ],
  },
  { case: 'changelog', keys: ['Welcome.news.failed'], wording: 'Unable to load changelog.' },
  { case: 'region unknown: consent is asked for', keys: ['Consent.title', 'Consent.text'] },
  {
    case: 'feedback without a response',
    keys: ['Feedback.failure.network'],
    wording:
      'Unable to send Feedback. This is because of network issues, or because you are using an ad-blocker.',
  },
  {
    case: 'feedback that is forbidden',
    keys: ['Feedback.failure.forbidden'],
    wording:
      'Unable to send Feedback. This could be because this domain is not in your list of allowed domains.',
  },
  {
    case: 'feedback that is not confirmed',
    keys: ['Feedback.failure.unconfirmed'],
    wording: 'Unable to determine if Feedback was correctly sent.',
  },
  {
    case: 'feedback without a client',
    keys: ['Feedback.failure.noClient'],
    wording: 'No client setup, cannot send feedback.',
  },
  {
    case: 'feedback without a message',
    keys: ['Feedback.failure.empty'],
    wording: 'Unable to submit feedback with empty message',
  },
  {
    case: 'feedback without required fields',
    keys: ['Feedback.requiredFields'],
    wording: 'Please enter in the following required fields: ',
  },
  {
    case: 'feedback, screenshot',
    keys: ['Feedback.screenshotDenied', 'Feedback.screenshotFailed', 'Feedback.failure.screenshot'],
  },
  { case: 'script or stylesheet', keys: ['Common.loadFailed'] },
];

async function readTexts(locale: (typeof locales)[number]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const collect = (key: string, value: unknown): void => {
    if (typeof value === 'string') texts.set(key, value);
    else for (const [name, inner] of Object.entries(value as object)) collect(`${key}.${name}`, inner);
  };
  for (const [name, messages] of Object.entries(await loadMessages(locale, namespaces)))
    collect(name, messages);
  return texts;
}

test.each(catalogue.flatMap((row) => row.keys.map((key) => [row.case, key] as const)))(
  '%s: %s exists in every language, translated',
  async (_case, key) => {
    const texts = await Promise.all(locales.map(async (locale) => (await readTexts(locale)).get(key)));
    expect(texts).not.toContain(undefined);
    expect(new Set(texts).size).toBe(locales.length);
  },
);

const specified = catalogue.flatMap((row) =>
  row.wording === undefined ? [] : [[row.keys[0] ?? '', row.wording] as const],
);

test.each(specified)('%s begins with "%s" in English', async (key, wording) => {
  expect((await readTexts('en')).get(key)?.startsWith(wording)).toBe(true);
});
