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

const textLengths = {
  title: limits.titleLength,
  description: limits.descriptionLength,
  notes: limits.notesLength,
};

/** Sets a text of the draft; truncates it to the limit, which is a problem of the entry. */
export function setText(draft: Draft, field: keyof typeof textLengths, text: string): void {
  const cut = cutText(text, textLengths[field]);
  if (cut.length < text.length) addProblem(draft.problems, 'cut');
  draft[field] = cut;
}
