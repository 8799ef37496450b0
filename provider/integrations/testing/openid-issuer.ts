import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, exportJWK } from 'jose';
import { Provider } from 'oidc-provider';
import { IssuerStore } from '@/provider/integrations/testing/issuer-store';

/** Claims of the ID token that identify the user. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: unknown;
  given_name?: string;
  family_name?: string;
}

export interface Issuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Completes the sign-in pages as this user and returns the callback URL of the redirect. */
  visit(url: string, person: Person): Promise<URL>;
  close(): Promise<void>;
}

const clientId = 'markwell';
const clientSecret = 'a secret between the two';
const stepsMax = 10;

/** Form on which a browser, unlike `visit`, selects the user. */
const personForm = `<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,"><main><h1>Who are you?</h1>
<form><label>Person <input name="person"></label> <button>Continue</button></form></main>`;

/**
 * Starts a real OpenID Connect issuer on loopback that signs in any user without a password: through `visit`, or
 * through a form for browsers.
 */
export async function startIssuer(redirectUri: string): Promise<Issuer> {
  const people = new Map<string, Person>();
  let visitor = '';
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = await createProvider(issuer, redirectUri, people);
  const callback = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void callback(request, response);
      return;
    }
    const personParameter = new URL(request.url, issuer).searchParams.get('person');
    if (personParameter === null && visitor === '') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(personForm);
      return;
    }
    const person = personParameter === null ? null : (JSON.parse(personParameter) as Person);
    if (person) people.set(person.sub, person);
    void provider.interactionFinished(request, response, { login: { accountId: person?.sub ?? visitor } });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    visit: async (url, person) => {
      visitor = person.sub;
      people.set(person.sub, person);
      return signIn(url, redirectUri);
    },
    close: () => closeServer(server),
  };
}

async function createProvider(
  issuer: string,
  redirectUri: string,
  people: Map<string, Person>,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return new Provider(issuer, {
    adapter: IssuerStore,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['a key for the cookies of the issuer'] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    loadExistingGrant: async (context) => {
      const accountId = context.oidc.session?.accountId;
      const grant = new context.oidc.provider.Grant({
        clientId,
        ...(accountId !== undefined && { accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Follows redirects with a cookie jar until they lead back to the application. */
async function signIn(start: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start);
  for (let step = 0; step < stepsMax; step += 1) {
    if (address.href.startsWith(redirectUri)) return address;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`the issuer stays at ${address.pathname}: ${await response.text()}`);
    address = new URL(location, address);
  }
  throw new Error('the issuer leads nowhere');
}

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
