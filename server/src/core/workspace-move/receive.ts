import { violatedUnique } from '../../db/driver/database-error.ts';
import { type KeyedTable, readKeyedTable } from '../../db/keyed-rows.ts';
import { requireOwnSchema } from '../../db/migrations/require-own-schema.ts';
import type { OwnerDatabase } from '../../db/owner-database.ts';
import { countBeyond, type TableName } from '../../db/workspace-rows.ts';
import type { Clock } from '../../lib/clock.ts';
import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { conflict, invalid } from '../../lib/errors.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { keepWithinLimits } from '../limits/index.ts';
import { inPlain, releaseRuns, selectSchema, unpackRow } from '../workspace-transfer/index.ts';
import { requireSeparateHosts } from '../workspaces/index.ts';
import { applyParts } from './apply-parts.ts';
import { type Arriving, insertArriving, lockArriving, updateArrived, updateCall } from './arriving-store.ts';
import { copiedTables, type Messages, type Sender, switchedTables } from './move.ts';

export interface Receiving {
  readonly owner: OwnerDatabase;
  readonly key: InstallationKey;
  readonly clock: Clock;
  readonly actor: Actor;
  /** The URLs of the processes that serve requests here. */
  readonly servesAt: readonly string[];
}

type Answers = { readonly [Name in keyof Messages]: (message: Messages[Name]) => Promise<object> };

/** How many IDs the other installation can use until the switch. */
const spareIds = 1_000_000;

/** Handles the messages of an installation that a workspace leaves (spec/cells §4.3). Each can be repeated. */
export function createReceiver(receiving: Receiving): Answers {
  const { owner, key, clock, servesAt } = receiving;
  let tables: ReadonlyMap<TableName, KeyedTable> | undefined;
  return {
    async begin(message) {
      await owner.run(requireOwnSchema);
      const schema = await owner.run(selectSchema);
      if (schema !== message.schema) throw otherSchema(message.schema, schema);
      const begun = owner.run(async (transaction) => {
        const known = await lockArriving(transaction, message.move);
        if (known) return updateCall(transaction, known.id, message.call);
        const id = await insertArriving(transaction, message, clock.now());
        return requireSeparateHosts(transaction, id);
      });
      await begun.catch((error) => {
        if (violatedUnique(error) !== 'workspaces_host_key') throw error;
        throw conflict(
          'workspace_exists',
          `A workspace at ${message.base_url} already exists here. If an earlier move was called off, delete it: hark workspace delete ${message.base_url}`,
        );
      });
      return { serves_at: servesAt };
    },

    async rows({ parts, ...sender }) {
      tables ??= await readTables(owner);
      const known = tables;
      const opened = parts.map((part) => ({
        ...part,
        rows: part.rows.map((row) => unpackRow(part.table, row, key, inPlain)),
      }));
      await owner.run(async (transaction) => {
        const { id } = requireArriving(await lockArriving(transaction, sender.move), sender);
        await applyParts(transaction, id, opened, known);
      });
      return {};
    },

    async room({ last_ids: lastIds }) {
      for (const [table, last] of Object.entries(lastIds))
        await owner.run((transaction) => countBeyond(transaction, table as TableName, last + spareIds));
      return {};
    },

    async arrive(sender) {
      await owner.run(async (transaction) => {
        const workspace = await lockArriving(transaction, sender.move);
        if (workspace && workspace.state === null) return;
        const { id, name } = requireArriving(workspace, sender);
        await releaseRuns(transaction, id, clock.now());
        await keepWithinLimits(transaction, id);
        await recordAudit(
          { transaction, workspace: id, actor: receiving.actor, clock, key },
          {
            action: 'changed',
            subject: { type: 'workspace', id, name },
            old: { installation: 'another' },
            new: { installation: 'this' },
          },
        );
        await updateArrived(transaction, id);
      });
      return {};
    },
  };
}

const readTables = (owner: OwnerDatabase) =>
  owner.run(async (transaction) => {
    const known = new Map<TableName, KeyedTable>();
    for (const table of [...copiedTables, ...switchedTables])
      known.set(table, await readKeyedTable(transaction, table));
    return known;
  });

function requireArriving(workspace: Arriving | undefined, { call }: Sender): Arriving {
  if (workspace?.state === 'arriving' && workspace.call === call) return workspace;
  if (workspace?.state === 'arriving')
    throw conflict('move_continued', 'Another call of `hark workspace move` continues this move.');
  throw conflict(
    'not_arriving',
    'This workspace is not expected here. It was deleted, or it has already arrived.',
  );
}

const otherSchema = (theirs: number, ours: number) =>
  invalid(
    'other_schema',
    `The workspace has schema ${theirs}, but this installation has ${ours}. Upgrade both installations to the same version of Hark.`,
  );
