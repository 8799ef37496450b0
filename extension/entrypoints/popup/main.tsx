import { openPage } from '@/extension/components/popup/open-page';
import { Popup } from '@/extension/components/popup/popup';
import { openSurface } from '@/extension/components/surface';
import { readPage } from '@/extension/lib/page';
import { loadMessages } from '@/extension/messages/load-messages';

// Tests open the popup as a page, for the tab in its address.
const tab = new URLSearchParams(location.search).get('tab');
const page = readPage(tab === null ? undefined : Number(tab));
void openSurface('popup', {
  loadMessages,
  content: async (stored) => <Popup page={await openPage(await page, stored)} />,
});
