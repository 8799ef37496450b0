import { Options } from '@/extension/components/options/options';
import { openSurface } from '@/extension/components/surface';
import { loadMessages } from '@/extension/messages/load-messages';

void openSurface('options', { loadMessages, content: () => <Options /> });
