import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { ProviderDeps } from '@/provider/deps';
import type { AppEnv } from '@/provider/middleware/context';
import type { CopyOf } from '@/provider/modules/copies/queries';
import { copyHeaders, readFile } from '@/provider/modules/copies/serve';
import { Problem } from '@/provider/problem';

/**
 * [Note: Content host] With `contentUrl`, a saved copy is served from a host that has no cookies and nothing else: the
 * app redirects to an address that names the copy, is valid for some minutes, and is signed. Whoever has the address can
 * read the copy until then. `server/content-host.ts` keeps the two hosts apart.
 */
const validMs = 5 * 60_000;

interface SignedCopy {
  readonly owner: CopyOf;
  readonly copy: string;
}

type Deps = Pick<ProviderDeps, 'config' | 'clock'>;

/** Returns the path of a copy at the host of copies, which is valid for some minutes. */
export function contentPath({ config, clock }: Deps, { owner, copy }: SignedCopy): string {
  const validUntil = clock().getTime() + validMs;
  const payload = [owner.accountId, owner.id, copy, validUntil.toString(36)].join('.');
  return `/content/${payload}.${sign(config.secret, payload).toString('base64url')}`;
}

const sign = (secret: string, payload: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['content', payload]))
    .digest();

/** Returns the copy of a path; null if its signature is not ours, or has expired. */
function verify({ config, clock }: Deps, signed: string): SignedCopy | null {
  const at = signed.lastIndexOf('.');
  const payload = signed.slice(0, Math.max(at, 0));
  const given = Buffer.from(signed.slice(at + 1), 'base64url');
  const expected = sign(config.secret, payload);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [accountId = '', id = '', copy = '', validUntil = ''] = payload.split('.');
  return Number.parseInt(validUntil, 36) < clock().getTime() ? null : { owner: { accountId, id }, copy };
}

/** Mounts the route of the host of copies. There is none without such a host. */
export function mountContent(app: Hono<AppEnv>, deps: ProviderDeps): void {
  const { contentUrl, appUrl } = deps.config;
  if (contentUrl === undefined) return;
  app.get('/content/:signed', async (c) => {
    const found = verify(deps, c.req.param('signed'));
    if (!found) throw new Problem('NOT_FOUND');
    return c.body(await readFile(deps, found.owner, found.copy), 200, copyHeaders(appUrl));
  });
}
