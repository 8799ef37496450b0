import type { LoadMessages } from '@/extension/components/surface';

/** Loads the messages of the popup and the side panel. */
export const loadMessages: LoadMessages = async (locale) => {
  const { messages } = await (locale === 'en'
    ? import('@/extension/messages/en')
    : import('@/extension/messages/pt-br'));
  return messages;
};
