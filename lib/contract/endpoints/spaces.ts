import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { Uuid } from '@/lib/contract/primitives';
import { CreateSpaceInput, Space, SpacePage, UpdateSpaceInput } from '@/lib/contract/schemas/space';

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
} satisfies Record<string, Definition>;
