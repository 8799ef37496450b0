import { openPage } from '@/extension/components/popup/open-page';
import { Popup } from '@/extension/components/popup/popup';
import { openSurface } from '@/extension/components/surface';
import { loadMessages } from '@/extension/messages/load-messages';

// Tests open the popup as a page, for the tab in its address.
const tab = new URLSearchParams(location.search).get('tab');
const page = openPage(tab === null ? undefined : Number(tab));
void openSurface('popup', { loadMessages, content: <Popup page={page} /> });
