import { createOpenId } from '@/provider/integrations/openid';
import { startIssuer, type Person } from '@/provider/integrations/testing/openid-issuer';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const redirectUri = 'https://markwell.test/oauth-callback';

/** What the callback receives when a flow is completed. */
export interface Callback {
  code: string;
  state: string;
  iss: string;
  flow: string;
}

/** Creates a provider with Google, an issuer on loopback, and functions that sign in like a browser. */
export async function createTestGoogle() {
  const issuer = await startIssuer(redirectUri);
  const { issuer: address, clientId, clientSecret } = issuer;
  const google = createOpenId({ issuer: address, clientId, clientSecret, redirectUri });
  const tested = await createTestProvider({ google });
  const { call, signUp, db } = tested;

  let people = 0;
  const somebody = (changes: Partial<Person> = {}): Person => {
    people += 1;
    return {
      sub: `person-${people}`,
      email: `person-${people}@mail.test`,
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Hopper',
      ...changes,
    };
  };

  /** Completes a started flow like a browser and returns the result. */
  async function comeBack(
    { url, flow = '' }: { url: string; flow?: string | undefined },
    person: Person,
  ): Promise<Callback> {
    const { searchParams } = await issuer.visit(url, person);
    const said = (name: string): string => searchParams.get(name) ?? '';
    return { code: said('code'), state: said('state'), iss: said('iss'), flow };
  }

  const start = async (person: Person): Promise<Callback> =>
    comeBack((await call('auth.startGoogle', {})).body, person);
  const finish = (body: Callback) => call('auth.finishGoogle', { body });
  const enter = async (person: Person) => finish(await start(person));
  const startLink = (account: TestAccount, currentPassword = account.password) =>
    call('account.linkGoogle', { body: { currentPassword } }, account);
  const linkAs = async (account: TestAccount, person: Person) =>
    finish(await comeBack((await startLink(account)).body, person));

  /** Creates an account with a password for the address, verified by default. */
  async function withPassword({ email = '' }: Person, isVerified = true): Promise<TestAccount> {
    const account = await signUp({ email });
    if (isVerified)
      await db.$client.query('update accounts set email_verified_at = now() where id = $1', [
        account.accountId,
      ]);
    return account;
  }

  async function identitiesOf(accountId: string): Promise<string[]> {
    const { rows } = await db.$client.query<{ subject: string }>(
      'select subject from identities where account_id = $1',
      [accountId],
    );
    return rows.map(({ subject }) => subject);
  }

  return {
    tested,
    google,
    openId: { clientId, clientSecret, redirectUri },
    close: () => issuer.close(),
    somebody,
    comeBack,
    start,
    finish,
    enter,
    startLink,
    linkAs,
    withPassword,
    identitiesOf,
  };
}
