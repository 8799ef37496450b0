import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OutgoingMail } from '@/provider/deps';
import { createSendMail } from '@/provider/integrations/mail';
import { startMailServer } from '@/provider/integrations/testing/mail-server';
import { createTestLog } from '@/provider/testing/test-log';

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'markwell-outbox-'));
const server = await startMailServer();
const { log, lines } = createTestLog();
const from = 'Markwell <no-reply@links.example>';
const outbox = path.join(folder, 'outbox');

afterAll(async () => {
  await server.close();
  await fs.rm(folder, { recursive: true });
});

const mail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: { name: 'Ada', address: 'ada@example.test' },
  subject: 'Confirm your email',
  text: 'The code is 042917',
  html: '<p>The code is <b>042917</b></p>',
  ...changes,
});

/** Returns the header lines, with folded lines joined. */
const headersOf = (raw: string): string[] =>
  (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

describe('a mail server', () => {
  const send = createSendMail({ smtpUrl: server.url, from, outbox }, log);

  test('receives the mail as text and as HTML', async () => {
    await send(mail());
    const { from: sender, to, raw } = server.received.at(-1)!;
    expect([sender, to]).toEqual(['no-reply@links.example', ['ada@example.test']]);
    expect(headersOf(raw)).toEqual(
      expect.arrayContaining([
        'From: Markwell <no-reply@links.example>',
        'To: Ada <ada@example.test>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(raw).toMatch(
      /Content-Type: text\/plain[^]*The code is 042917[^]*Content-Type: text\/html[^]*<b>042917<\/b>/,
    );
  });

  // Guarantee: user input never becomes a header or another recipient.
  test.each([
    ['a line break in a name', { to: { name: 'Ada\r\nBcc: eve@example.test', address: 'ada@example.test' } }],
    [
      'a line separator in a name',
      { to: { name: 'Ada\u2028Bcc: eve@example.test\u0085x', address: 'ada@example.test' } },
    ],
    ['an address in a name', { to: { name: 'Ada <eve@example.test>, Eve', address: 'ada@example.test' } }],
    ['a quotation mark in a name', { to: { name: '" <eve@example.test>, "', address: 'ada@example.test' } }],
    ['a line break in a subject', { subject: 'Hello\r\nBcc: eve@example.test' }],
  ])('learns nothing from %s', async (_, change) => {
    await send(mail(change));
    const { to, raw } = server.received.at(-1)!;
    expect(to).toEqual(['ada@example.test']);
    const headers = headersOf(raw);
    expect(headers.filter((header) => /^(?:bcc|cc)\s*:/i.test(header))).toEqual([]);
    expect(headers.filter((header) => /^to:/i.test(header))).toHaveLength(1);
  });

  test('receives names in every script', async () => {
    await send(mail({ to: { name: 'José 愛 👩', address: 'ada@example.test' } }));
    expect(headersOf(server.received.at(-1)!.raw).find((header) => header.startsWith('To:'))).toMatch(
      /=\?UTF-8\?/,
    );
  });

  test('that rejects the mail, or is unavailable, is an error', async () => {
    server.refusal = 451;
    await expect(send(mail())).rejects.toThrow('451');
    server.refusal = null;
    const nobody = createSendMail({ smtpUrl: 'smtp://127.0.0.1:1', from, outbox }, log);
    await expect(nobody(mail())).rejects.toThrow('ECONNREFUSED');
  });
});

describe('without a mail server', () => {
  test('a mail is stored in a file that only its owner can read, and its code is logged', async () => {
    const send = createSendMail({ smtpUrl: null, from, outbox }, log);
    await send(mail({ code: '042917' }));
    await send(mail());
    const files = (await fs.readdir(outbox)).sort();
    expect(files).toHaveLength(2);
    const file = path.join(outbox, files[0] ?? '');
    expect(file).toMatch(/\.eml$/);
    expect(headersOf(await fs.readFile(file, 'latin1'))).toContain('To: Ada <ada@example.test>');
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'no mail server is configured: mail written to a file',
        fields: { file, code: '042917' },
      },
      expect.objectContaining({ fields: { file: path.join(outbox, files[1] ?? '') } }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('ada@');
  });
});
