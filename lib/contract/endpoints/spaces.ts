import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { Uuid } from '@/lib/contract/primitives';
import {
  ActiveSpace,
  CreateSpaceInput,
  Space,
  SpacePage,
  UpdateSpaceInput,
} from '@/lib/contract/schemas/space';

const byUuid = z.object({ uuid: Uuid });

export const spaces = {
  'spaces.list': {
    summary: 'The spaces of the account, the default one first.',
    responses: { 200: SpacePage },
  },
  'spaces.create': {
    summary: 'Create a space. The same uuid again is the same creation and answers 200.',
    body: CreateSpaceInput,
    responses: { 200: Space, 201: Space },
    problems: ['PLAN_REQUIRED', 'CONFLICT'],
  },
  'spaces.update': {
    summary: 'Change a space; what is not named stays.',
    params: byUuid,
    body: UpdateSpaceInput,
    responses: { 200: Space },
    problems: ['NOT_FOUND'],
  },
  'spaces.setDefault': {
    summary: 'Make a space the default one.',
    params: byUuid,
    responses: { 200: Space },
    problems: ['NOT_FOUND'],
  },
  'spaces.delete': {
    summary: 'Delete a space with what is in it, or move that to `target` first.',
    params: byUuid,
    query: z.object({ target: Uuid.optional() }),
    responses: { 204: null },
    problems: ['NOT_FOUND', 'SPACE_IN_USE', 'DEFAULT_SPACE'],
  },
  'spaces.top': {
    summary: 'The spaces with what was saved in them lately, the liveliest first.',
    responses: { 200: z.object({ content: z.array(ActiveSpace) }) },
  },
} satisfies Record<string, Definition>;
