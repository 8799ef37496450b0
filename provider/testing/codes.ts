import { expect } from 'vitest';
import { createTestProvider } from '@/provider/testing/test-provider';

/** A service with real rate limits and a frozen clock, and calls that request and use codes. */
export async function createCodeRequests() {
  const testProvider = await createTestProvider({ config: { rateLimitScale: 1 } });
  const { call, clock, mailsTo } = testProvider;

  // Far from the boundary of any rate limit window.
  clock.freeze(new Date('2026-03-04T05:10:00Z'));

  let people = 0;

  const newName = (): string => `reader-${(people += 1)}`;
  const newAddress = (): string => `${newName()}@example.test`;
  /** Each test has its own address, so that none uses up the attempts of another. */
  const somewhere = () => ({ peer: { address: `192.0.2.${(people += 1)}` } });

  async function register(email: string, headers = {}): Promise<void> {
    const body = { firstName: 'Grace', lastName: 'Hopper', email, password: 'nanosecond wire' };
    expect((await call('auth.register', { body }, { ...somewhere(), headers })).status).toBe(201);
  }

  const codeFor = async (email: string): Promise<string> => (await mailsTo(email)).at(-1)?.code ?? 'no mail';
  const other = (code: string): string => (code === '000000' ? '000001' : '000000');
  const verify = (email: string, code: string) =>
    call('auth.verifyEmail', { body: { email, code } }, somewhere());
  const forgot = (email: string) => call('auth.forgotPassword', { body: { email } }, somewhere());
  const resend = (email: string) => call('auth.resendVerification', { body: { email } }, somewhere());
  const login = (email: string, password: string) =>
    call('auth.login', { body: { email, password } }, somewhere());

  const waiting = async (ms: number, work: () => Promise<void>): Promise<void> => {
    clock.advance(ms);
    try {
      await work();
    } finally {
      clock.advance(-ms);
    }
  };

  return {
    ...testProvider,
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
  };
}
