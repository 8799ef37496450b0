import type { SomeMessages } from '@/lib/i18n/message-loader';

const parsed = new Map<string, SomeMessages>();

/**
 * Reads words that were sent as text. There are as many texts as kinds of screens and languages, so each is read once
 * and kept, and the same text is always the same object.
 */
export function parseMessages(text: string): SomeMessages {
  const known = parsed.get(text);
  if (known) return known;
  const messages = JSON.parse(text) as SomeMessages;
  parsed.set(text, messages);
  return messages;
}
