import BookmarkEditor from '@/messages/pt-BR/bookmark-editor.json';
import BookmarkSelection from '@/messages/pt-BR/bookmark-selection.json';
import Collections from '@/messages/pt-BR/collections.json';
import Consent from '@/messages/pt-BR/consent.json';
import Copies from '@/messages/pt-BR/copies.json';
import Drop from '@/messages/pt-BR/drop.json';
import Duplicates from '@/messages/pt-BR/duplicates.json';
import Forms from '@/messages/pt-BR/forms.json';
import Keys from '@/messages/pt-BR/keys.json';
import Outbox from '@/messages/pt-BR/outbox.json';
import PageTexts from '@/messages/pt-BR/page-texts.json';
import Password from '@/messages/pt-BR/password.json';
import Preview from '@/messages/pt-BR/preview.json';
import Search from '@/messages/pt-BR/search.json';
import Sharing from '@/messages/pt-BR/sharing.json';
import Shortcuts from '@/messages/pt-BR/shortcuts.json';
import Sorting from '@/messages/pt-BR/sorting.json';
import Spaces from '@/messages/pt-BR/spaces.json';
import Suggestions from '@/messages/pt-BR/suggestions.json';
import Tags from '@/messages/pt-BR/tags.json';
import Vault from '@/messages/pt-BR/vault.json';

/** The messages that the app loads with its components on demand. */
export const messages = {
  BookmarkEditor,
  BookmarkSelection,
  Collections,
  Consent,
  Copies,
  Drop,
  Duplicates,
  Forms,
  Keys,
  Outbox,
  PageTexts,
  Password,
  Preview,
  Search,
  Sharing,
  Shortcuts,
  Sorting,
  Spaces,
  Suggestions,
  Tags,
  Vault,
};
