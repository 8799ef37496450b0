import { Panel } from '@/extension/components/panel/panel';
import { openSurface } from '@/extension/components/surface';
import { loadMessages } from '@/extension/messages/load-messages';

void openSurface('panel', { loadMessages, content: () => <Panel /> });
