import type { Proxy } from '@/lib/bff/proxy';
import { findProcessWide } from '@/lib/bff/process-wide';

/** What the app in this process answers calls of `/v1` with; undefined before the app has put it together. */
export function findProxy(): Proxy | undefined {
  const found = findProcessWide('bff') as { proxy: Proxy } | undefined;
  return found?.proxy;
}
