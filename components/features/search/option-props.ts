import type { SearchOption } from '@/components/features/search/search-option';

export interface SearchListProps {
  /** Of the listbox; options have it with their number. */
  id: string;
  options: readonly SearchOption[];
  /** The option that the arrows stand on, -1 for none. */
  active: number;
  onChoose: (option: SearchOption) => void;
}

/** What makes an element an option of the list. The focus stays in the field, and keys are handled there. */
export const optionProps = (
  { id, active, onChoose }: Omit<SearchListProps, 'options'>,
  option: SearchOption,
  index: number,
) => ({
  id: `${id}-${index}`,
  role: 'option' as const,
  'aria-selected': index === active,
  onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
  onClick: () => onChoose(option),
});
export type OptionProps = ReturnType<typeof optionProps>;
