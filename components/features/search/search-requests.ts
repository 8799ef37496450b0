import { createRequests } from '@/components/common/requests';

const requests = createRequests<null>();

/** Opens the search modal. Its host (`SearchHost`) loads it with the first request. */
export const openSearch = (): void => requests.ask(null);
export const onSearchRequest = requests.onRequest;
