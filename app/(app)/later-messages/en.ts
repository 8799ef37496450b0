import BookmarkEditor from '@/messages/en/bookmark-editor.json';
import BookmarkSelection from '@/messages/en/bookmark-selection.json';
import Collections from '@/messages/en/collections.json';
import Consent from '@/messages/en/consent.json';
import Copies from '@/messages/en/copies.json';
import Drop from '@/messages/en/drop.json';
import Duplicates from '@/messages/en/duplicates.json';
import Forms from '@/messages/en/forms.json';
import Keys from '@/messages/en/keys.json';
import Outbox from '@/messages/en/outbox.json';
import PageTexts from '@/messages/en/page-texts.json';
import Password from '@/messages/en/password.json';
import Preview from '@/messages/en/preview.json';
import Search from '@/messages/en/search.json';
import Sharing from '@/messages/en/sharing.json';
import Shortcuts from '@/messages/en/shortcuts.json';
import Sorting from '@/messages/en/sorting.json';
import Spaces from '@/messages/en/spaces.json';
import Suggestions from '@/messages/en/suggestions.json';
import Tags from '@/messages/en/tags.json';
import Vault from '@/messages/en/vault.json';

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
