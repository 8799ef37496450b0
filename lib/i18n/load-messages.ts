import { messageLoader } from '@/lib/i18n/message-loader';

/** The words of any namespace, for the server: a browser would have to know the name of every file. */
export const loadMessages = messageLoader((locale, name) => {
  const file = name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase();
  return import(`@/messages/${locale}/${file}.json`);
});
