import { noFields } from '@/lib/bookmark/fields';
import { limits } from '@/lib/contract/limits';
import { addProblem, type ImportEntry, type ImportProblem } from '@/lib/formats/entry';
import { cutText } from '@/lib/formats/text';

/** An entry whose title and description are not read yet. */
export type Draft = { -readonly [Key in keyof Omit<ImportEntry, 'problems'>]: ImportEntry[Key] } & {
  problems: ImportProblem[];
};

/** Returns an empty entry. */
export const emptyDraft = (line: number): Draft => ({
  ...noFields,
  line,
  folder: null,
  extra: {},
  problems: [],
});

/** Sets a text of the draft; truncates it to the limit and adds a note. */
export function setText(draft: Draft, field: 'title' | 'description', text: string): void {
  const cut = cutText(text, limits[`${field}Length`]);
  if (cut.length < text.length) addProblem(draft.problems, 'cut');
  draft[field] = cut;
}
