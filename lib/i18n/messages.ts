import type admin from '@/messages/en/admin.json';
import type apiCalls from '@/messages/en/api-calls.json';
import type apiDocs from '@/messages/en/api-docs.json';
import type assistants from '@/messages/en/assistants.json';
import type auth from '@/messages/en/auth.json';
import type billing from '@/messages/en/billing.json';
import type bookmarkEditor from '@/messages/en/bookmark-editor.json';
import type bookmarkSelection from '@/messages/en/bookmark-selection.json';
import type bookmarks from '@/messages/en/bookmarks.json';
import type collections from '@/messages/en/collections.json';
import type common from '@/messages/en/common.json';
import type connect from '@/messages/en/connect.json';
import type consent from '@/messages/en/consent.json';
import type copies from '@/messages/en/copies.json';
import type drop from '@/messages/en/drop.json';
import type duplicates from '@/messages/en/duplicates.json';
import type emailCode from '@/messages/en/email-code.json';
import type errors from '@/messages/en/errors.json';
import type extension from '@/messages/en/extension.json';
import type extensionBrowser from '@/messages/en/extension-browser.json';
import type feedback from '@/messages/en/feedback.json';
import type forms from '@/messages/en/forms.json';
import type importExport from '@/messages/en/import-export.json';
import type integration from '@/messages/en/integration.json';
import type keys from '@/messages/en/keys.json';
import type legal from '@/messages/en/legal.json';
import type moving from '@/messages/en/moving.json';
import type oauth from '@/messages/en/oauth.json';
import type offline from '@/messages/en/offline.json';
import type outbox from '@/messages/en/outbox.json';
import type password from '@/messages/en/password.json';
import type pageTexts from '@/messages/en/page-texts.json';
import type preview from '@/messages/en/preview.json';
import type problems from '@/messages/en/problems.json';
import type publicPage from '@/messages/en/public.json';
import type queryWords from '@/messages/en/query-words.json';
import type reader from '@/messages/en/reader.json';
import type search from '@/messages/en/search.json';
import type searchHelp from '@/messages/en/search-help.json';
import type security from '@/messages/en/security.json';
import type settings from '@/messages/en/settings.json';
import type sharing from '@/messages/en/sharing.json';
import type shell from '@/messages/en/shell.json';
import type shortcuts from '@/messages/en/shortcuts.json';
import type sorting from '@/messages/en/sorting.json';
import type spaces from '@/messages/en/spaces.json';
import type suggestions from '@/messages/en/suggestions.json';
import type tags from '@/messages/en/tags.json';
import type vault from '@/messages/en/vault.json';
import type welcome from '@/messages/en/welcome.json';

/** All user interface messages by namespace; each namespace is a file with its name in kebab-case. */
export interface Messages {
  Admin: typeof admin;
  ApiCalls: typeof apiCalls;
  ApiDocs: typeof apiDocs;
  Assistants: typeof assistants;
  Auth: typeof auth;
  Billing: typeof billing;
  BookmarkEditor: typeof bookmarkEditor;
  BookmarkSelection: typeof bookmarkSelection;
  Bookmarks: typeof bookmarks;
  Collections: typeof collections;
  Common: typeof common;
  Connect: typeof connect;
  Consent: typeof consent;
  Copies: typeof copies;
  Drop: typeof drop;
  Duplicates: typeof duplicates;
  EmailCode: typeof emailCode;
  Errors: typeof errors;
  Extension: typeof extension;
  ExtensionBrowser: typeof extensionBrowser;
  Feedback: typeof feedback;
  Forms: typeof forms;
  ImportExport: typeof importExport;
  Integration: typeof integration;
  Keys: typeof keys;
  Legal: typeof legal;
  Moving: typeof moving;
  Oauth: typeof oauth;
  Offline: typeof offline;
  Outbox: typeof outbox;
  PageTexts: typeof pageTexts;
  Password: typeof password;
  Preview: typeof preview;
  Problems: typeof problems;
  Public: typeof publicPage;
  QueryWords: typeof queryWords;
  Reader: typeof reader;
  Search: typeof search;
  SearchHelp: typeof searchHelp;
  Security: typeof security;
  Settings: typeof settings;
  Sharing: typeof sharing;
  Shell: typeof shell;
  Shortcuts: typeof shortcuts;
  Sorting: typeof sorting;
  Spaces: typeof spaces;
  Suggestions: typeof suggestions;
  Tags: typeof tags;
  Vault: typeof vault;
  Welcome: typeof welcome;
}

export type Namespace = keyof Messages;

/** All namespaces; the record type ensures at compile time that none is missing. */
export const namespaces = Object.keys({
  Admin: true,
  ApiCalls: true,
  ApiDocs: true,
  Assistants: true,
  Auth: true,
  Billing: true,
  BookmarkEditor: true,
  BookmarkSelection: true,
  Bookmarks: true,
  Collections: true,
  Common: true,
  Connect: true,
  Consent: true,
  Copies: true,
  Drop: true,
  Duplicates: true,
  EmailCode: true,
  Errors: true,
  Extension: true,
  ExtensionBrowser: true,
  Feedback: true,
  Forms: true,
  ImportExport: true,
  Integration: true,
  Keys: true,
  Legal: true,
  Moving: true,
  Oauth: true,
  Offline: true,
  Outbox: true,
  PageTexts: true,
  Password: true,
  Preview: true,
  Problems: true,
  Public: true,
  QueryWords: true,
  Reader: true,
  Search: true,
  SearchHelp: true,
  Security: true,
  Settings: true,
  Sharing: true,
  Shell: true,
  Shortcuts: true,
  Sorting: true,
  Spaces: true,
  Suggestions: true,
  Tags: true,
  Vault: true,
  Welcome: true,
} satisfies Record<Namespace, true>) as Namespace[];
