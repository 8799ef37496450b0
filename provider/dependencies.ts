/** What the dependencies of the service are made of, for `server/`, which creates them from the environment. */
export { openDatabase, type Database, type DatabaseOptions } from '@/provider/db/client';
export { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
export { createAskModel } from '@/provider/integrations/ask-model';
export { createEmbeddingModel } from '@/provider/integrations/embedding-model';
export { createReadProduct } from '@/provider/integrations/fetch/read-product';
export { createSendMail } from '@/provider/integrations/mail';
export { createPayments } from '@/provider/integrations/stripe/create-payments';
export { createOpenId } from '@/provider/integrations/openid';
export type { FetchPage, Log, ProviderConfig, ProviderDeps, SendMail } from '@/provider/deps';
