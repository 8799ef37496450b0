import type { Handlers } from '@/provider/http/handler';

export const suggestions: Handlers<'collections.suggest' | 'collections.suggested'> = {
  'collections.suggest': () => Promise.resolve({ status: 200, body: { content: [], tags: [] } }),
  'collections.suggested': () => Promise.resolve({ status: 200, body: { content: [] } }),
};
