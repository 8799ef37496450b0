/** Answers belong to one reader and are never a page: not stored, not sniffed, not framed, not embedded elsewhere. */
const common = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

export const emptyHeaders = (requestId: string): Record<string, string> => ({
  ...common,
  'x-request-id': requestId,
});

export const jsonHeaders = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  ...common,
  'x-request-id': requestId,
});
