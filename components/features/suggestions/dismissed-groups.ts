import { rememberedList } from '@/components/common/remembered-list';
import type { SuggestedGroup } from '@/lib/contract/schemas/suggestion';
import { foldText } from '@/lib/domain/search-words';

/** How many answers of "not this" are remembered. */
const kept = 200;

const listOf = (account: string) => rememberedList(`dismissedSuggestions.${account}`, kept);

/** What a group is known by: the collection it would go to, or the name that is proposed for a new one. */
export const groupKey = ({ uuid, name }: Pick<SuggestedGroup, 'uuid' | 'name'>): string =>
  uuid ?? `+${foldText(name)}`;

/** Groups that an account does not want to see again on this device; empty where storage is not available. */
export const dismissedGroups = (account: string): string[] => listOf(account).read();

export const dismissGroup = (account: string, key: string): void => listOf(account).add(key);
