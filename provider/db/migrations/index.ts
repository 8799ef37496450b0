import { initial } from '@/provider/db/migrations/0001-initial';
import { accountsGrowUp } from '@/provider/db/migrations/0002-accounts';
import { accountSecurity } from '@/provider/db/migrations/0003-account-security';
import { identities } from '@/provider/db/migrations/0004-identities';
import { newEmail } from '@/provider/db/migrations/0005-new-email';
import { organise } from '@/provider/db/migrations/0006-organise';
import { changes } from '@/provider/db/migrations/0007-changes';
import { pages } from '@/provider/db/migrations/0008-pages';
import { search } from '@/provider/db/migrations/0009-search';
import { pageTexts } from '@/provider/db/migrations/0010-page-texts';
import { smart } from '@/provider/db/migrations/0011-smart';
import { sharing } from '@/provider/db/migrations/0012-sharing';
import { encryption } from '@/provider/db/migrations/0013-encryption';
import { writes } from '@/provider/db/migrations/0015-writes';
import { favoriteWords } from '@/provider/db/migrations/0016-favorite-words';
import { keyChanges } from '@/provider/db/migrations/0018-key-changes';
import { importChanges } from '@/provider/db/migrations/0019-import-changes';
import { metadataFetches } from '@/provider/db/migrations/0020-metadata-fetches';
import { browsers } from '@/provider/db/migrations/0024-browsers';
import { collectionChanges } from '@/provider/db/migrations/0027-collection-changes';
import { naturalNames } from '@/provider/db/migrations/0028-natural-names';
import { folderPlaces } from '@/provider/db/migrations/0029-folder-places';
import { storage } from '@/provider/db/migrations/0030-storage';
import { erasures } from '@/provider/db/migrations/0025-erasures';
import { importDefaultCollection } from '@/provider/db/migrations/0031-import-default-collection';

export interface Migration {
  readonly id: string;
  readonly sql: string;
}

/** In the order in which they are applied; a migration that has landed is never edited. */
export const migrations: readonly Migration[] = [
  initial,
  accountsGrowUp,
  accountSecurity,
  identities,
  newEmail,
  organise,
  changes,
  pages,
  search,
  pageTexts,
  smart,
  sharing,
  encryption,
  writes,
  favoriteWords,
  keyChanges,
  importChanges,
  metadataFetches,
  browsers,
  collectionChanges,
  naturalNames,
  folderPlaces,
  storage,
  erasures,
  importDefaultCollection,
];
