import { useSyncExternalStore } from 'react';
import { noneOpened, openedTexts, watchOpened, type OpenedTexts } from '@/lib/vault/opened';

const atServer = (): OpenedTexts => noneOpened;

/** What is open now; renders anew when something is opened or locked. */
export const useOpened = (): OpenedTexts => useSyncExternalStore(watchOpened, openedTexts, atServer);
