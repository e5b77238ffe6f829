import type pg from 'pg';
import type { WorkspaceId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import type { LoginAddresses } from './addresses.ts';
import { explainDatabaseError } from './database-error.ts';
import { createPool, loadOf } from './pool.ts';
import { wireOn } from './prepared.ts';
import { type Statement, sql } from './sql.ts';
import { inRoundTrip, inTransaction, type Transaction } from './transaction.ts';

/** The application's connections. What can be reached through them is decided by the functions below. */
export class Database {
  readonly #app: pg.Pool;
  readonly #settingFor: (workspace: WorkspaceId) => Statement;

  constructor(app: pg.Pool, { onlyLookups = false } = {}) {
    this.#app = app;
    this.#settingFor = onlyLookups ? lookupSettingFor : settingFor;
  }

  /**
   * The only way to a workspace's rows: a transaction in which the row-level policies see this workspace and no
   * other. With `single`, everything that `work` asks for before it first waits is one transaction in one round trip.
   * With a `condition`, a query, nothing happens unless it finds something when the transaction begins.
   */
  withWorkspace<T>(
    workspace: WorkspaceId,
    work: (transaction: Transaction) => Promise<T>,
    { single = false, condition }: { single?: boolean; condition?: Statement | undefined } = {},
  ): Promise<T> {
    const opening = { setting: this.#settingFor(workspace), condition };
    return (single ? inRoundTrip : inTransaction)(this.#app, opening, work);
  }

  /**
   * Makes a workspace and goes on inside it, in one transaction. `insert` writes its row in the directory and
   * returns its `id`.
   */
  withNewWorkspace<T>(
    insert: Statement,
    work: (transaction: Transaction, workspace: WorkspaceId) => Promise<T>,
  ): Promise<T> {
    return inTransaction(this.#app, {}, async (transaction) => {
      const { id } = await transaction.one<{ id: WorkspaceId }>(
        sql`with made as (${insert}) select id, set_config('hark.workspace', id::text, true) from made`,
      );
      return work(transaction, id);
    });
  }

  /**
   * Reads what belongs to no workspace: the directory of hosts, the installation's keys, the schema's number.
   * No workspace is set, so every table behind a policy looks empty from here.
   */
  async readDirectory<Row extends object>(statement: Statement): Promise<Row[]> {
    const { rows } = await this.#app.query<Row>(wireOn(this.#app, statement)).catch((error) => {
      throw explainDatabaseError(error);
    });
    return rows;
  }

  /** Changes what belongs to no workspace, by one statement. The role may change nothing of the kind but what doors.ts lists. */
  async changeInstallation(statement: Statement): Promise<void> {
    await this.readDirectory(statement);
  }

  readonly load = () => loadOf(this.#app);

  async close(): Promise<void> {
    await this.#app.end();
  }
}

/** Until the end of the transaction; the type says integer, and this makes sure. */
const settingFor = (workspace: WorkspaceId): Statement =>
  sql`select set_config('hark.workspace', ${textOf(workspace)}, true)`;

/**
 * For whoever reads and writes single rows only: a statement is planned once for a connection, and always for an index. Without
 * it PostgreSQL plans statements on partitioned tables anew every time, which costs more than running them, and
 * may keep a plan that it made while a table was small (docs/decisions/0047-completing-runs.md).
 */
const lookupSettingFor = (workspace: WorkspaceId): Statement =>
  sql`select set_config('hark.workspace', ${textOf(workspace)}, true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

function textOf(workspace: WorkspaceId): string {
  if (!Number.isSafeInteger(workspace)) throw new TypeError('A workspace id is an integer.');
  return String(workspace);
}

export interface DatabaseOptions {
  readonly applicationName: string;
  readonly poolSize: number;
  readonly logger: Logger;
  /** How long whoever needs a connection waits for one; a caller would not wait long, a worker may. */
  readonly patienceMs?: number;
  /** Whether every statement finds its rows by a key. */
  readonly onlyLookups?: boolean;
}

/** Connects as the application, lazily: the first statement opens the first connection. */
export function openDatabase(
  { login, earlier, isPooled }: LoginAddresses,
  { applicationName, poolSize, logger, patienceMs, onlyLookups = false }: DatabaseOptions,
): Database {
  const pool = createPool(login.app, applicationName, poolSize, logger, {
    patienceMs,
    isPooled,
    earlier: earlier?.app,
  });
  return new Database(pool, { onlyLookups });
}
