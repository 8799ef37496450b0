import * as client from 'openid-client';
import type { OpenId, OpenIdIdentity } from '@/provider/deps';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Callback URL for the issuer. */
  readonly redirectUri: string;
}

const timeoutSeconds = 10;
/** Issuers change their keys and endpoints occasionally. */
const discoveryLifetimeMs = 24 * 60 * 60_000;

/**
 * Creates the client of an OpenID Connect issuer: code flow with PKCE, state and nonce. Discovery runs on first use.
 */
export function createOpenId({ issuer, clientId, clientSecret, redirectUri }: OpenIdSettings): OpenId {
  let known: { config: Promise<client.Configuration>; at: number } | undefined;

  function configuration(): Promise<client.Configuration> {
    if (known && Date.now() - known.at < discoveryLifetimeMs) return known.config;
    const isPlain = new URL(issuer).protocol === 'http:';
    const config = client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // The operator has configured an issuer without TLS, for an intranet or a test; the API is marked as deprecated
      // only as a warning.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
      ...(isPlain && { execute: [client.allowInsecureRequests] }),
    });
    known = { config, at: Date.now() };
    config.catch(() => {
      known = undefined;
    });
    return config;
  }

  return {
    async start({ state, nonce, verifier }) {
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return address.href;
    },

    async finish({ code, state, iss, nonce, verifier }) {
      const config = await configuration();
      const callbackUrl = new URL(redirectUri);
      callbackUrl.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
      const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the issuer returned no claims');
      // Some issuers omit the address from the ID token.
      const info =
        claims['email'] === undefined
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      return identityOf(claims.iss, claims.sub, info);
    },
  };
}

type Claims = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function identityOf(issuer: string, subject: string, claims: Claims): OpenIdIdentity {
  return {
    issuer,
    subject,
    email: textOf(claims['email']),
    isEmailVerified: isVerified(claims['email_verified']),
    firstName: textOf(claims['given_name']) || textOf(claims['name']),
    lastName: textOf(claims['family_name']),
  };
}

/** Whether the claim is true, or the text `true`, which some issuers send. Any other or missing value is false. */
export const isVerified = (claim: unknown): boolean => claim === true || claim === 'true';
