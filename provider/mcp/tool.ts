import type { z } from 'zod';
import type { OperationId } from '@/lib/contract/index';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import type { Assistant } from '@/provider/middleware/authenticate';
import { limitOperation } from '@/provider/middleware/limits';
import { fieldIssues } from '@/provider/middleware/problems';
import { findSpace } from '@/provider/modules/spaces/service';
import { Problem } from '@/provider/problem';

/** The caller of a tool and what the tool runs with. */
export interface ToolCall extends Assistant {
  readonly deps: ProviderDeps;
  readonly context: RequestContext;
}

/** What a tool returns. */
export interface ToolResult<Output> {
  readonly output: Output;
  /** One sentence about the output. */
  readonly summary: string;
  /** Number of returned or changed rows, for the activity of the token. */
  readonly rows: number;
}

/** A tool for assistants: an operation of the contract, with arguments and results that fit a model. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Operation whose rate limit counts the call. */
  readonly operation: OperationId;
  /** Whether a token needs the scope `write`. */
  readonly writes: boolean;
  readonly hints: { readonly destructive?: boolean; readonly idempotent?: boolean };
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Valid arguments, which an error message shows. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Validates the arguments and runs the tool. Throws Problem. */
  readonly run: (call: ToolCall, args: unknown) => Promise<ToolResult<Record<string, unknown>>>;
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Omit<
  Tool,
  'input' | 'output' | 'example' | 'run' | 'hints'
> {
  readonly hints?: Tool['hints'];
  readonly input: Input;
  readonly output: Output;
  readonly example: z.input<Input> & Record<string, unknown>;
  readonly run: (call: ToolCall, input: z.output<Input>) => Promise<ToolResult<z.input<Output>>>;
}

/** Defines a tool. Its output is parsed against the schema, so that no undeclared field is returned. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>({
  run,
  hints = {},
  ...tool
}: ToolDefinition<Input, Output>): Tool {
  return {
    ...tool,
    hints,
    run: async (call, args) => {
      if (tool.writes && call.scope === 'read') throw new Problem('INSUFFICIENT_SCOPE');
      const parsed = tool.input.safeParse(args ?? {}, { reportInput: true });
      if (!parsed.success) throw new Problem('VALIDATION_FAILED', { issues: fieldIssues(parsed.error) });
      await limitOperation(call.deps, tool.operation, call.actor);
      const result = await run(call, parsed.data);
      return { ...result, output: tool.output.parse(result.output) };
    },
  };
}

/** Returns the actor in one of its spaces, or in the current one. Throws SPACE_NOT_FOUND. */
export async function inSpace({ actor, deps }: ToolCall, spaceId: string | undefined): Promise<Actor> {
  if (spaceId === undefined || spaceId === actor.spaceId) return actor;
  if (!(await findSpace(deps.db, actor.accountId, spaceId))) throw new Problem('SPACE_NOT_FOUND');
  return { ...actor, spaceId };
}
