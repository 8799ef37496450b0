import { createRequests } from '@/components/common/requests';

const requests = createRequests<true>();

/** Opens the list of all keys. Whoever hosts it (`ShortcutsHost`) loads it with the first request. */
export const openShortcuts = (): void => requests.ask(true);
export const onShortcutsRequest = requests.onRequest;
