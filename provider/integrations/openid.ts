import * as client from 'openid-client';
import type { OpenId, OpenIdIdentity } from '@/provider/deps';

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the issuer sends the browser back to. */
  readonly redirectUri: string;
}

const timeoutSeconds = 10;
/** Issuers change their keys and addresses now and then. */
const knownForMs = 24 * 60 * 60_000;

/** Sign-in with an OpenID Connect issuer: code flow with PKCE, state and nonce. Asks the issuer when first needed. */
export function createOpenId({ issuer, clientId, clientSecret, redirectUri }: OpenIdSettings): OpenId {
  let known: { config: Promise<client.Configuration>; at: number } | undefined;

  function configuration(): Promise<client.Configuration> {
    if (known && Date.now() - known.at < knownForMs) return known.config;
    const isPlain = new URL(issuer).protocol === 'http:';
    const config = client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // The operator has configured an issuer without encryption, in an intranet or for a test; the mark of deprecation
      // is there to make one think.
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
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
      const tokens = await client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the issuer returned no claims');
      // Some issuers keep the address out of the id token.
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

/** Yes, or yes as a text, as some issuers write it. Whatever else is said or left out is no. */
export const isVerified = (claim: unknown): boolean => claim === true || claim === 'true';
