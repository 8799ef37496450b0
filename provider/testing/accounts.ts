import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Plan } from '@/lib/contract/account';
import { accounts } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { openAccount } from '@/provider/modules/account/queries';
import { hashPassword } from '@/provider/modules/auth/passwords';
import { startSession } from '@/provider/modules/auth/sessions';

export interface SignUpOptions {
  plan?: Plan;
  admin?: boolean;
  email?: string;
}

export interface TestAccount {
  accountId: string;
  spaceId: string;
  token: string;
  refreshToken: string;
  email: string;
  password: string;
}

const password = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** Creates a signed-in account with the services of a registration, except that the password is hashed only once. */
export async function signUp(deps: ProviderDeps, options: SignUpOptions = {}): Promise<TestAccount> {
  passwordHash ??= hashPassword(password);
  const email = options.email ?? `person-${randomBytes(6).toString('hex')}@example.test`;
  const opened = await openAccount(deps, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email,
    passwordHash: await passwordHash,
  });
  const changes = { plan: options.plan ?? opened.plan, isAdmin: options.admin ?? opened.isAdmin };
  await deps.db.update(accounts).set(changes).where(eq(accounts.id, opened.id));
  const { tokens } = await startSession(
    deps,
    { ...opened, ...changes },
    {
      userAgent: 'test',
      address: '',
      country: '',
      browser: '',
    },
  );
  return {
    accountId: opened.id,
    spaceId: opened.currentSpaceId,
    token: tokens.access.token,
    refreshToken: tokens.refresh.token,
    email,
    password,
  };
}
