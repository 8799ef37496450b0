import { expect, test } from 'vitest';
import type { Drawing } from '@/lib/bff/drawing';
import { keepPage, writePage } from './kept-page';
import type { Answer } from './record-answer';

const nonce = 'AbCd+/0123456789abcdef==';
const at = 1_795_321_024_947;
const title = String.raw`a \\\"dataUpdatedAt\\\":${at} title, called Größe`;
const html = String.raw`<html><script nonce="${nonce}">push("\"dataUpdatedAt\":${at},${title}")</script></html>`;

const drawing = (change: Partial<Drawing> = {}): Drawing => ({
  at,
  replies: new Map([['/v1/account', 'digest']]),
  isRepeatable: true,
  ...change,
});

const answer = ({
  status = 200,
  headers = {},
  body = html,
}: { status?: number; headers?: Record<string, string | string[]>; body?: string } = {}): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `script-src 'nonce-${nonce}'`,
    link: `</a.css>; nonce="${nonce}"`,
    'cache-control': 'no-store',
    date: 'then',
    ...headers,
  },
  body: Buffer.from(body),
});

test('each visit gets a nonce that no other has, in headers and body, and the time that it is told', () => {
  const page = keepPage(answer(), drawing());
  const nonces = new Set([nonce]);
  for (let visit = 0; visit < 200; visit += 1) {
    const now = at + 1 + visit;
    const { headers, body } = writePage(page!, now);
    const fresh = /'nonce-(.{24})'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(nonces.has(fresh)).toBe(false);
    nonces.add(fresh);
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `script-src 'nonce-${fresh}'`,
      link: `</a.css>; nonce="${fresh}"`,
      'cache-control': 'no-store',
    });
    // What a bookmark says stays, even where it looks like a mark.
    expect(body.toString()).toBe(
      html
        .replace(nonce, fresh)
        .replace(String.raw`\"dataUpdatedAt\":${at},`, String.raw`\"dataUpdatedAt\":${now},`),
    );
  }
});

test.each<[string, Answer, Drawing]>([
  ['another status', answer({ status: 404 }), drawing()],
  ['a cookie', answer({ headers: { 'set-cookie': ['a=b'] } }), drawing()],
  ['something else than a page', answer({ headers: { 'content-type': 'text/x-component' } }), drawing()],
  [
    'a page without a policy',
    answer({ headers: { 'content-security-policy': "default-src 'self'" } }),
    drawing(),
  ],
  ['half a page', answer({ body: html.replace('</html>', '') }), drawing()],
  ['a part that failed', answer({ body: `<template data-dgst="1"></template>${html}` }), drawing()],
  [
    'a part that failed later',
    answer({ body: html.replace('push(', String.raw`push("5:E{\"digest\":\"1\"}",`) }),
    drawing(),
  ],
  [
    'a page that leads elsewhere',
    answer({ body: `<meta http-equiv="refresh" content="1">${html}` }),
    drawing(),
  ],
  ['a call that was refused', answer(), drawing({ isRepeatable: false })],
  ['data of another time', answer(), drawing({ at: at + 1 })],
])('%s is not kept', (_name, given, drawn) => {
  expect(keepPage(answer(), drawing())).not.toBeNull();
  expect(keepPage(given, drawn)).toBeNull();
});
