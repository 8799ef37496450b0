import { describe, expect, test } from 'vitest';
import { createCodeRequests } from '@/provider/testing/codes';

const {
  call,
  db,
  mailsTo,
  newName,
  newAddress,
  somewhere,
  register,
  codeFor,
  other,
  verify,
  forgot,
  resend,
  login,
  waiting,
} = await createCodeRequests();

const minuteMs = 60_000;

describe('registering', () => {
  test('with an international domain finds the same account in either form', async () => {
    const name = newName();
    const [typed, ascii] = [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`];
    await register(typed);
    expect((await login(typed, 'nanosecond wire')).body.account.email).toBe(ascii);
    expect((await login(ascii.toUpperCase(), 'nanosecond wire')).status).toBe(200);
    const again = { firstName: 'Grace', lastName: 'Hopper', email: ascii, password: 'nanosecond wire' };
    expect((await call('auth.register', { body: again }, somewhere())).problem.code).toBe('EMAIL_IN_USE');
    expect((await verify(typed, await codeFor(ascii))).status).toBe(204);
    const token = (await login(typed, 'nanosecond wire')).body.tokens.access.token;
    expect((await call('account.delete', { body: { email: typed } }, { token })).status).toBe(204);
  });

  test('mails the code that verifies the address, in the language of the request', async () => {
    const email = newAddress();
    await register(email, { 'accept-language': 'pt-BR' });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Confirme seu e-mail no Markwell');
    expect(mail?.text).toContain(`    ${mail?.code}\n`);
    const before = (await login(email, 'nanosecond wire')).body;
    expect(before.account.emailVerified).toBe(false);
    expect((await verify(email, await codeFor(email))).status).toBe(204);
    const token = before.tokens.access.token;
    expect((await call('account.get', {}, { token })).body.emailVerified).toBe(true);
  });

  test('sends a code regardless of earlier requests for the address', async () => {
    const email = newAddress();
    expect((await resend(email)).status).toBe(204);
    await register(email);
    expect((await verify(email, await codeFor(email))).status).toBe(204);
  });
});

describe('a code', () => {
  test('is stored as a hash, and encrypted in the queued mail', async () => {
    const email = newAddress();
    await register(email);
    const { rows } = await db.$client.query<{ row: string }>(
      `select row_to_json(c)::text || encode(m.encrypted, 'escape') as row from email_codes c, mails m`,
    );
    const code = await codeFor(email);
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) {
      expect(row).not.toContain(code);
      expect(row).not.toContain(email);
    }
  });

  test.each(['１２３４５６', '123 456', ' 123-456 ', '１２３ ４５６'])(
    'entered as %j is accepted as 123456',
    async (typed) => {
      const email = newAddress();
      await register(email);
      const code = await codeFor(email);
      const fold = new Map(Array.from('123456', (digit, index) => [digit, code[index] ?? '']));
      const wide = (digit: string): string => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0);
      const written = Array.from(typed, (sign) => {
        const digit = sign.normalize('NFKC');
        const meant = fold.get(digit);
        return meant === undefined ? sign : digit === sign ? meant : wide(meant);
      }).join('');
      expect((await verify(email, written)).status).toBe(204);
    },
  );

  test.each(['12345', '1234567', 'abcdef', '', '12345६', '1'.repeat(5_000)])(
    'such as %j is none',
    async (code) => {
      const answer = await verify('nobody@example.test', code);
      expect([answer.status, answer.problem.errors?.[0]?.path]).toEqual([422, 'code']);
    },
  );

  test('can be used once, also under concurrency', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    expect((await verify(email, code)).status).toBe(204);
    expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
    // Many accounts, so that some of the calls actually overlap.
    const emails = Array.from({ length: 8 }, newAddress);
    await Promise.all(emails.map((each) => register(each)));
    const codes: string[] = [];
    for (const each of emails) codes.push(await codeFor(each));
    const statuses = await Promise.all(
      emails.map(async (each, index) => {
        const sameCode = Array.from({ length: 5 }, () => verify(each, codes[index] ?? ''));
        return (await Promise.all(sameCode)).map(({ status }) => status).sort();
      }),
    );
    for (const each of statuses) expect(each).toEqual([204, 409, 409, 409, 409]);
  });

  test('is invalid after five wrong attempts, even if it is right', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await verify(email, other(code))).problem.code).toBe('INVALID_CODE');
    }
    expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
  });

  test('is valid at the fifth attempt', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    for (let tries = 0; tries < 4; tries += 1) await verify(email, other(code));
    expect((await verify(email, code)).status).toBe(204);
  });

  test('cannot be tried more than five times concurrently', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    await Promise.all(Array.from({ length: 20 }, () => verify(email, other(code))));
    expect((await verify(email, code)).status).toBe(409);
  });

  test('expires after ten minutes', async () => {
    const email = newAddress();
    await register(email);
    const code = await codeFor(email);
    await waiting(10 * minuteMs + 1_000, async () => {
      expect((await verify(email, code)).problem.code).toBe('INVALID_CODE');
    });
  });

  test('becomes invalid when a new one is mailed', async () => {
    const email = newAddress();
    await register(email);
    const first = await codeFor(email);
    await waiting(minuteMs + 1_000, async () => {
      expect((await resend(email)).status).toBe(204);
      const second = await codeFor(email);
      if (first !== second) expect((await verify(email, first)).status).toBe(409);
      expect((await verify(email, second)).status).toBe(204);
    });
  });

  test('of another account or for another purpose is invalid', async () => {
    const [one, two] = [newAddress(), newAddress()];
    await register(one);
    await register(two);
    const code = await codeFor(one);
    expect((await verify(two, code)).status).toBe(409);
    await forgot(two);
    const reset = await codeFor(two);
    expect((await verify(two, reset)).status).toBe(409);
    expect((await verify(one, code)).status).toBe(204);
  });
});
