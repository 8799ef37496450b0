import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';

const ignore = () => undefined;
const router = {
  back: ignore,
  forward: ignore,
  refresh: ignore,
  push: ignore,
  replace: ignore,
  prefetch: ignore,
  bfcacheId: '0',
};
const noParams = new URLSearchParams();

/** Renders links and hooks of the router in a test that does not navigate. */
export const WithRouter = ({ children }: { children: ReactNode }) => (
  <AppRouterContext value={router}>
    <SearchParamsContext value={noParams}>{children}</SearchParamsContext>
  </AppRouterContext>
);
