import type { OperationId } from '@/lib/contract/index';
import type { Handlers } from '@/provider/http/handler';
import { account } from '@/provider/http/account';
import { accountSecurity } from '@/provider/http/account-security';
import { auth } from '@/provider/http/auth';
import { avatar } from '@/provider/http/avatar';
import { bookmarks } from '@/provider/http/bookmarks';
import { bulk } from '@/provider/http/bulk';
import { collections } from '@/provider/http/collections';
import { duplicates } from '@/provider/http/duplicates';
import { content } from '@/provider/http/content';
import { encryption } from '@/provider/http/encryption';
import { exports } from '@/provider/http/export';
import { imports } from '@/provider/http/import';
import { oauth } from '@/provider/http/oauth';
import { preview } from '@/provider/http/preview';
import { publicCollections } from '@/provider/http/public';
import { search } from '@/provider/http/search';
import { searchFacets } from '@/provider/http/search-facets';
import { service } from '@/provider/http/service';
import { spaces } from '@/provider/http/spaces';
import { suggestions } from '@/provider/http/suggestions';
import { tags } from '@/provider/http/tags';

/** Every call of the contract with the code that answers it; one that is missing here is a type error. */
export const handlers: Handlers<OperationId> = {
  ...auth,
  ...account,
  ...accountSecurity,
  ...avatar,
  ...oauth,
  ...spaces,
  ...bookmarks,
  ...content,
  ...encryption,
  ...bulk,
  ...duplicates,
  ...tags,
  ...collections,
  ...publicCollections,
  ...imports,
  ...exports,
  ...search,
  ...searchFacets,
  ...suggestions,
  ...preview,
  ...service,
};
