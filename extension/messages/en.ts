import bookmarkEditor from '@/messages/en/bookmark-editor.json';
import common from '@/messages/en/common.json';
import extension from '@/messages/en/extension.json';
import forms from '@/messages/en/forms.json';
import keys from '@/messages/en/keys.json';
import password from '@/messages/en/password.json';
import {
  closest,
  encrypted,
  failed,
  fieldLabel,
  found,
  keys as searchKeys,
  locked,
  nothing,
  onlyClosest,
  comeClosest,
  pending,
  placeholder,
  placeholderWords,
  results,
  title,
  why,
} from '@/messages/en/search.json';
import suggestions from '@/messages/en/suggestions.json';
import * as vault from '@/messages/en/vault.json';

/** The messages of the popup and the side panel; unused ones of long namespaces are left out. */
export const messages = {
  BookmarkEditor: bookmarkEditor,
  Common: common,
  Extension: extension,
  Forms: forms,
  Keys: keys,
  Password: password,
  Search: {
    ...{
      closest,
      encrypted,
      failed,
      fieldLabel,
      found,
      locked,
      nothing,
      onlyClosest,
      comeClosest,
      pending,
      placeholder,
      placeholderWords,
      results,
      title,
      why,
    },
    keys: searchKeys,
  },
  Suggestions: suggestions,
  Vault: {
    key: vault.key,
    keyHint: vault.keyHint,
    show: vault.show,
    hide: vault.hide,
    unlock: vault.unlock,
    empty: vault.empty,
    wrong: vault.wrong,
    failed: vault.failed,
  },
};
