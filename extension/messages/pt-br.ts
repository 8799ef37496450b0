import bookmarkEditor from '@/messages/pt-BR/bookmark-editor.json';
import common from '@/messages/pt-BR/common.json';
import extension from '@/messages/pt-BR/extension.json';
import forms from '@/messages/pt-BR/forms.json';
import keys from '@/messages/pt-BR/keys.json';
import password from '@/messages/pt-BR/password.json';
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
} from '@/messages/pt-BR/search.json';
import suggestions from '@/messages/pt-BR/suggestions.json';
import * as vault from '@/messages/pt-BR/vault.json';

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
