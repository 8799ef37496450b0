import type { Import } from '@/lib/contract/imports';
import type { ImportEntry } from '@/lib/formats/entry';
import type { ReadResult } from '@/lib/formats/read-file';
import { firstSpaceNames, insertSpace, listSpaces } from '@/provider/modules/spaces/service';
import type { Actor } from '@/provider/actor';
import { newId, type Driver } from '@/provider/db/client';
import type { ImportRecord } from '@/provider/db/schema/imports';
import { lockAccount, type Transaction } from '@/provider/db/transaction';
import type { ImportKey } from '@/provider/modules/imports/queries';
import type { Cell } from '@/provider/modules/imports/row-writer';
import { createStager } from '@/provider/modules/imports/staged-row';
import { requireRoomForSpace } from '@/provider/policies';

/**
 * [Note: Import parts] A file whose spaces are kept apart is one import per space, which merge one after another. The
 * one that the client knows leads them, and takes what the file has outside of its spaces. Reports, failures and undo
 * are those of all of them.
 */
interface ImportPart {
  readonly key: ImportKey;
  /** The name of the space; null for the import that leads the others. */
  readonly space: string | null;
  readonly toCells: (entry: ImportEntry, position: number) => Cell[];
  /** Number of its rows. */
  position: number;
}

type Opened = Pick<ImportRecord, 'spaceId' | 'dryRun'> & { readonly now: Date };

/** The imports of one file while it is being received. */
export class ImportParts {
  private readonly parts = new Map<string | null, ImportPart>();
  private readonly unopened: ImportPart[] = [];

  constructor(
    private readonly leader: ImportKey,
    private readonly opened: Opened,
  ) {
    this.parts.set(null, this.create(leader, null));
  }

  /** The ids of all, the leading one first. */
  get ids(): string[] {
    return [...this.parts.values()].map(({ key }) => key.id);
  }

  /** Returns the import into a space of the file. */
  of(space: string | null = null): ImportPart {
    const known = this.parts.get(space);
    if (known !== undefined) return known;
    const part = this.create({ ...this.leader, id: newId() }, space);
    this.parts.set(space, part);
    this.unopened.push(part);
    return part;
  }

  /** Returns the cells of the next row. */
  stage(entry: ImportEntry): Cell[] {
    const part = this.of(entry.space);
    part.position += 1;
    return part.toCells(entry, part.position - 1);
  }

  /** Inserts the new ones, before their rows: an upload that ends early deletes them with their rows. */
  async open(client: Driver): Promise<void> {
    if (this.unopened.length === 0) return;
    const { leader, opened } = this;
    const parts = this.unopened.splice(0);
    await client.query(
      `insert into imports (id, account_id, space_id, leader_id, space_name, status, dry_run, created_at)
       select u.id, $1, $2, $3, u.name, 'receiving', $4, $5 from unnest($6::uuid[], $7::text[]) as u (id, name)`,
      [
        ...[leader.accountId, opened.spaceId, leader.id, opened.dryRun, opened.now],
        ...[parts.map(({ key }) => key.id), parts.map(({ space }) => space)],
      ],
    );
  }

  /**
   * Accepts the imports of the spaces, each into the space of its name. Missing spaces are created, unless it is a dry
   * run. Throws PLAN_REQUIRED if the plan has no room for them.
   */
  async accept(tx: Transaction, actor: Actor, { spaces }: Pick<ReadResult, 'spaces'>): Promise<void> {
    const parts = [...this.parts.values()].filter(({ space }) => space !== null);
    if (parts.length === 0) return;
    const { dryRun, now, spaceId } = this.opened;
    await lockAccount(tx, actor.accountId);
    const existing = await listSpaces(tx, actor.accountId);
    const idOf = new Map(
      existing.toReversed().flatMap(({ id, name, isDefault }) => {
        const names = Object.values(firstSpaceNames);
        return (isDefault && names.includes(name) ? names : [name]).map((one) => [one, id] as const);
      }),
    );
    const missing = parts.filter(({ space }) => !idOf.has(space ?? ''));
    if (missing.length > 0) requireRoomForSpace(actor, existing.length + missing.length - 1);
    for (const { space } of dryRun ? [] : missing) {
      const [id, name] = [newId(), space ?? ''];
      await insertSpace(tx, { id, accountId: actor.accountId, name, description: '', isDefault: false, now });
      idOf.set(name, id);
    }
    const isNew = new Set(missing);
    await tx.$client.query(
      `update imports i set status = 'queued', space_id = u.space, creates_space = u.is_new, default_collection = u.look
       from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::jsonb[]) as u (id, space, is_new, look)
       where i.account_id = $1 and i.id = u.id`,
      [
        actor.accountId,
        parts.map(({ key }) => key.id),
        parts.map(({ space }) => idOf.get(space ?? '') ?? spaceId),
        parts.map((part) => isNew.has(part)),
        parts.map(({ space }) => {
          const look = spaces.get(space ?? '') ?? null;
          return look === null ? null : JSON.stringify({ file: look });
        }),
      ],
    );
  }

  private create(key: ImportKey, space: string | null): ImportPart {
    return { key, space, toCells: createStager(key, this.opened.now), position: 0 };
  }
}

const openStates: readonly string[] = ['receiving', 'queued', 'running'];

/** Returns the status of imports that belong together. */
export function statusOf(parts: readonly Pick<ImportRecord, 'status'>[]): Import['status'] {
  const states = new Set(parts.map(({ status }) => status));
  if (states.has('failed')) return 'failed';
  if ([...states].some((status) => openStates.includes(status)))
    return states.has('running') || states.has('done') ? 'running' : 'queued';
  return states.has('undone') ? 'undone' : 'done';
}
