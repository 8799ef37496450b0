import type { Language } from '@/lib/contract/account';
import { dateLocale } from '@/lib/domain/locale';
import { mailedCodeFragment } from '@/lib/domain/mailed-code';
import type { OutgoingMail, ProviderConfig } from '@/provider/deps';
import { decryptText, encryptText } from '@/provider/encrypt-text';
import en from '@/provider/messages/en/mails.json';
import ptBR from '@/provider/messages/pt-BR/mails.json';

type Messages = typeof en;
const messages: Record<Language, Messages> = { en, 'pt-BR': ptBR };

type Values = Readonly<Record<string, string>>;

const fill = (template: string, values: Values): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

// Control characters and line breaks in names must not add lines to the plain text.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Parts of a mail between the greeting and the footer. */
interface Body {
  before: string;
  code?: string;
  after: string;
  link?: { label: string; url: string };
}

/** Renders a letter. User input is escaped in the markup. */
export function composeMail(
  { to, locale, content }: Letter,
  { appUrl }: Pick<ProviderConfig, 'appUrl'>,
): OutgoingMail {
  const texts = messages[locale];
  const { subject } = texts[content.kind];
  const body = bodyOf(content, texts, { to, locale, appUrl });
  const greeting = fill(texts.greeting, { name: oneLine(to.name) });
  const footer = fill(texts.footer, { address: appUrl });
  return {
    to,
    subject,
    text: textOf(greeting, body, footer),
    html: htmlOf({ locale, subject, greeting, body, footer }),
    code: body.code,
  };
}

/** Pages of the links that fill in a code. A new address is confirmed in the settings, where the code was requested. */
const codePages = { verification: '/auth/verify-email', reset: '/forgot-password' } as const;

type BodyContext = Pick<Letter, 'to' | 'locale'> & Pick<ProviderConfig, 'appUrl'>;

function bodyOf(content: MailContent, texts: Messages, { to, locale, appUrl }: BodyContext): Body {
  const security = { label: texts.openSecurity, url: `${appUrl}/settings/security` };
  switch (content.kind) {
    case 'verification':
    case 'reset': {
      const { code } = content;
      const url = `${appUrl}${codePages[content.kind]}${mailedCodeFragment({ email: to.address, code })}`;
      return { ...texts[content.kind], code, link: { label: texts.openWithCode, url } };
    }
    case 'newEmail':
      return { ...texts.newEmail, code: content.code };
    case 'signIn': {
      const { before, after } = texts.signIn;
      const device = [content.browser, content.system].filter((part) => part !== null).join(', ');
      const facts = {
        device: device === '' ? texts.unknownDevice : device,
        address: content.address === '' ? texts.unknownAddress : content.address,
        time: timeOf(content.at, locale),
      };
      return { before: fill(before, facts), after, link: security };
    }
    case 'passwordChanged':
    case 'emailChanged': {
      const { before, after } = texts[content.kind];
      return { before: fill(before, { time: timeOf(content.at, locale) }), after, link: security };
    }
    case 'tokenCreated':
    case 'googleLinked': {
      const { before, after } = texts[content.kind];
      const subject =
        content.kind === 'tokenCreated' ? { name: oneLine(content.name) } : { email: content.email };
      const link = { label: texts.openIntegration, url: `${appUrl}/settings/integration` };
      return { before: fill(before, { ...subject, time: timeOf(content.at, locale) }), after, link };
    }
    case 'accountDeleted':
      return { ...texts.accountDeleted };
  }
}

// The time zone of the recipient is unknown, so times include the zone.
const timeOf = (at: string, locale: Language): string =>
  new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(at));

const textOf = (greeting: string, { before, code, after, link }: Body, footer: string): string =>
  [greeting, before, code && `    ${code}`, after, link && `${link.label}: ${link.url}`, '--', footer]
    .filter((part) => part !== undefined)
    .join('\n\n') + '\n';

interface Page {
  locale: Language;
  subject: string;
  greeting: string;
  body: Body;
  footer: string;
}

const sans = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Renders the mail without images, scripts or remote content, so that opening it cannot be tracked. */
function htmlOf({ locale, subject, greeting, body, footer }: Page): string {
  const { before, code, after, link } = body;
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f6f4ef;color:#221f1a;${sans};font-size:16px;line-height:1.5">`,
    `<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">`,
    paragraph(greeting),
    paragraph(before),
    code === undefined
      ? ''
      : `<p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:8px">${escapeHtml(code)}</p>`,
    paragraph(after),
    link === undefined
      ? ''
      : `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="color:#8a3a1a">${escapeHtml(link.label)}</a></p>`,
    `<p style="margin:24px 0 0;font-size:13px;color:#6b655b">${escapeHtml(footer)}</p>`,
    `</div></body></html>`,
  ].join('');
}

/** Kind of a mail with the values of its template. Times are ISO 8601. */
export type MailContent =
  | { kind: 'verification' | 'reset' | 'newEmail'; code: string }
  | { kind: 'signIn'; at: string; browser: string | null; system: string | null; address: string }
  | { kind: 'passwordChanged' | 'emailChanged'; at: string }
  | { kind: 'tokenCreated'; at: string; name: string }
  | { kind: 'googleLinked'; at: string; email: string }
  | { kind: 'accountDeleted' };

/** A mail before it is rendered. */
export interface Letter {
  to: { name: string; address: string };
  locale: Language;
  content: MailContent;
}

/** Encrypts a queued letter, so that the database reveals neither its code nor its recipient. */
export const encryptLetter = (secret: string, letter: Letter): Buffer =>
  encryptText(secret, 'mail', JSON.stringify(letter));

/** Decrypts a letter; null when it was encrypted with another secret. */
export function decryptLetter(secret: string, encrypted: Buffer): Letter | null {
  const text = decryptText(secret, 'mail', encrypted);
  return text === null ? null : (JSON.parse(text) as Letter);
}
