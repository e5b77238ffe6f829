import type pg from 'pg';
import type { WorkspaceId } from '../lib/ids.ts';
import type { Logger } from '../lib/log.ts';
import { explainDatabaseError } from './driver/database-error.ts';
import { createPool, loadOf } from './driver/pool.ts';
import { wireOn } from './driver/prepared.ts';
import { Reading } from './driver/reading.ts';
import { type Statement, sql } from './driver/sql.ts';
import { inTransaction, type Transaction } from './driver/transaction.ts';
import type { LoginAddresses } from './tenancy/addresses.ts';

/** The connection pool for the `app` role. Each method determines which rows a caller can reach. */
export class Database {
  readonly #app: pg.Pool;
  readonly #lookupsOnly: boolean;
  readonly #isRehearsal: boolean;

  constructor(app: pg.Pool, { lookupsOnly = false, isRehearsal = false } = {}) {
    this.#app = app;
    this.#lookupsOnly = lookupsOnly;
    this.#isRehearsal = isRehearsal;
  }

  /**
   * Reads rows from one workspace: row-level security hides all others, and PostgreSQL rejects writes.
   * Statements that `work` issues before its first `await` share one round trip and one transaction.
   */
  read<T>(workspace: WorkspaceId, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const setting = sql`select ${this.#settingsFor(workspace)}, set_config('transaction_read_only', 'on', true)`;
    return work(new Reading(this.#app, setting));
  }

  /** Runs `work` in one transaction. Row-level security limits it to one workspace's rows. */
  write<T>(workspace: WorkspaceId, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const setting = sql`select ${this.#settingsFor(workspace)}`;
    return inTransaction(this.#app, [setting], work, { isRehearsal: this.#isRehearsal });
  }

  /** Returns a database whose writes are all rolled back after `work` returns its result. */
  rehearse(): Database {
    return new Database(this.#app, { lookupsOnly: this.#lookupsOnly, isRehearsal: true });
  }

  /**
   * Returns a database that does everything in an open transaction, so it also reads what the transaction has not
   * committed. The transaction must be limited to the workspace that callers name.
   */
  within(transaction: Transaction): Database {
    return new OpenDatabase(this.#app, transaction);
  }

  /** Creates a workspace and runs `work` in it. `insert` must return the new row's `id`. */
  withNewWorkspace<T>(
    insert: Statement,
    work: (transaction: Transaction, workspace: WorkspaceId) => Promise<T>,
  ): Promise<T> {
    const create = async (transaction: Transaction) => {
      const { id } = await transaction.one<{ id: WorkspaceId }>(
        sql`with made as (${insert}) select id, set_config('hark.workspace', id::text, true) from made`,
      );
      return work(transaction, id);
    };
    return inTransaction(this.#app, [], create, { isRehearsal: this.#isRehearsal });
  }

  /**
   * Reads rows that don't belong to a workspace, such as hosts and installation keys. Tables with a row-level
   * security policy look empty here.
   */
  async readDirectory<Row extends object>(statement: Statement): Promise<Row[]> {
    const { rows } = await this.#app.query<Row>(wireOn(this.#app, statement)).catch((error) => {
      throw explainDatabaseError(error);
    });
    return rows;
  }

  /** Changes rows that don't belong to a workspace. database-roles.ts lists what the role can change. */
  async changeInstallation(statement: Statement): Promise<void> {
    await this.readDirectory(statement);
  }

  /** Returns the settings that row-level security reads. They are valid until the transaction ends. */
  #settingsFor(workspace: WorkspaceId): Statement {
    const setWorkspace = sql`set_config('hark.workspace', ${textOf(workspace)}, true)`;
    return this.#lookupsOnly ? sql`${setWorkspace}, ${planForLookups}` : setWorkspace;
  }

  readonly load = () => loadOf(this.#app);

  async close(): Promise<void> {
    await this.#app.end();
  }
}

class OpenDatabase extends Database {
  readonly #transaction: Transaction;

  constructor(app: pg.Pool, transaction: Transaction) {
    super(app);
    this.#transaction = transaction;
  }

  override read<T>(_workspace: WorkspaceId, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return work(this.#transaction);
  }

  override write<T>(_workspace: WorkspaceId, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return work(this.#transaction);
  }
}

/**
 * Makes PostgreSQL plan each statement once per connection, and always with an index. By default PostgreSQL
 * plans statements on partitioned tables again for each execution, which costs more than running them. It may
 * also keep a plan made while a table was small (docs/design/database.md).
 */
const planForLookups = sql`set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

function textOf(workspace: WorkspaceId): string {
  if (!Number.isSafeInteger(workspace)) throw new TypeError('A workspace id is an integer.');
  return String(workspace);
}

export interface DatabaseOptions {
  readonly applicationName: string;
  readonly poolSize: number;
  readonly logger: Logger;
  /** How long to wait for a connection. Keep it short if a request is waiting; a worker can wait longer. */
  readonly patienceMs?: number;
  /** Set this only if every statement looks up its rows by a key. */
  readonly lookupsOnly?: boolean;
}

export function openDatabase(
  { login, earlier, isPooled }: LoginAddresses,
  { applicationName, poolSize, logger, patienceMs, lookupsOnly = false }: DatabaseOptions,
): Database {
  const pool = createPool(login.app, applicationName, poolSize, logger, {
    patienceMs,
    isPooled,
    earlier: earlier?.app,
  });
  return new Database(pool, { lookupsOnly });
}
