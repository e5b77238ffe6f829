import type { Transaction } from '../../db/transaction.ts';
import { HarkError } from '../../lib/errors.ts';
import { Recent } from '../../lib/recent.ts';
import { fingerprintOf, isOfKind } from '../../lib/token.ts';
import type { Scope } from '../api-clients/index.ts';
import { hashesOfApiKey } from '../api-keys/index.ts';
import type { Context } from '../context/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type Authenticated, authenticate, type Credential } from './authenticate.ts';
import {
  accessTokenLookUp,
  type FoundCredential,
  keyLookUp,
  type LookUpQuery,
  type LookUpRow,
  readLookUp,
  sameAs,
  tokenLookUp,
  updateLastUsed,
} from './credential-store.ts';

/** Something to read of which every statement is asked before the first wait, so that it is one round trip. */
export type Read<Result> = (transaction: Transaction) => Promise<Result>;

/** What a request will read if its caller is who he was the last time, or undefined if that cannot be said. */
export type ReadAhead = (caller: Authenticated) => Read<unknown> | undefined;

/** What is known of a request when its workspace and its credential were looked up. */
export interface Opened {
  readonly workspace: Workspace;
  /** Who calls, or why he is refused; the check whose turn it is says so. */
  readonly caller: Authenticated | HarkError;
  /** What was read along, if the caller is who he was. */
  readonly ahead?: { readonly result: unknown };
  /**
   * Only of what was recalled and not looked up: the condition on which it holds. Whatever is done for this caller is done on
   * it; nothing is refused before he was looked up.
   */
  readonly condition?: LookUpQuery;
  /** Forgets the caller, so that nothing is read along for him until he was looked up anew. */
  forget(): void;
}

/** What was found for a caller the last time, with the row that said so. */
interface Remembered {
  readonly row: LookUpRow;
  readonly workspace: Workspace;
  readonly caller: Authenticated;
}

const mostHosts = 10_000;
const mostCallers = 10_000;

/**
 * Opens requests: host → workspace, credential → Principal (seed 5.4, decisions 2 and 6.1), and what the route will read,
 * in one round trip. What a process remembers is only a guess of what to ask. It counts when the row that comes back is
 * in every column the one it was made from; so nothing is ever stale (docs/design/rest-api.md).
 */
export class RequestOpener {
  readonly #find: (host: string) => Promise<Workspace | undefined>;
  readonly #scope: Scope;
  readonly #workspaces = new Recent<Workspace>(mostHosts);
  readonly #callers = new Recent<Remembered>(mostCallers);

  /** `find` is the slow way to a workspace, and the only one for a host that is new or has moved. */
  constructor(find: (host: string) => Promise<Workspace | undefined>, scope: Scope) {
    this.#find = find;
    this.#scope = scope;
  }

  /** Undefined when no workspace answers at the host. */
  async open(
    contextOf: () => Context,
    host: string,
    credential: Credential,
    readAhead?: ReadAhead,
  ): Promise<Opened | undefined> {
    const guess = this.#workspaces.get(host);
    const opened = guess && (await this.#lookUp(contextOf(), host, guess, credential, readAhead));
    if (opened?.answersAtHost) return opened;
    this.#workspaces.delete(host);
    const workspace = await this.#find(host);
    if (!workspace) return undefined;
    this.#workspaces.set(host, workspace);
    return this.#lookUp(contextOf(), host, workspace, credential);
  }

  /** What was found the last time, for a request whose every statement is sent on its condition. */
  recall(context: Context, host: string, credential: Credential): Opened | undefined {
    const id = this.#workspaces.get(host)?.id;
    if (id === undefined) return undefined;
    const hashes = hashesOf(context, credential);
    const name = nameOf(id, credential, hashes);
    const known = this.#callers.get(name);
    if (!known) return undefined;
    const { workspace, caller, row } = known;
    const condition = sameAs(this.#lookUpOf(context, host, id, credential, hashes), row);
    return { workspace, caller, condition, forget: () => this.#callers.delete(name) };
  }

  async #lookUp(
    context: Context,
    host: string,
    { id }: Workspace,
    credential: Credential,
    readAhead?: ReadAhead,
  ): Promise<(Opened & { answersAtHost: boolean }) | undefined> {
    const hashes = hashesOf(context, credential);
    const name = nameOf(id, credential, hashes);
    const known = this.#callers.get(name);
    const read = known && guessRead(readAhead, known.caller);
    const look: Read<LookUpRow | undefined> = (transaction) =>
      transaction.first(this.#lookUpOf(context, host, id, credential, hashes));
    const { row, ahead } = await readTogether(context, id, look, read);
    if (!row) return undefined;
    const forget = () => this.#callers.delete(name);
    if (known && isSame(row, known.row)) {
      const { workspace, caller } = known;
      return { workspace, caller, answersAtHost: true, forget, ...(ahead && { ahead }) };
    }
    const { answersAtHost, workspace, found } = readLookUp(id, row);
    if (found && !row.was_used_lately) await noteUse(context, id, found);
    const caller = authenticate(workspace, credential.type, credential.value === '' ? undefined : found);
    // A use that is to be noted is a row that must be read, so it is not remembered.
    const isGuess = answersAtHost && row.was_used_lately && 'principal' in caller;
    if (isGuess) this.#callers.set(name, { row, workspace, caller });
    else forget();
    return { workspace, caller, answersAtHost, forget };
  }

  /** What a token says it is decides where it is looked for: one statement for each. */
  #lookUpOf(
    { clock }: Context,
    host: string,
    id: Workspace['id'],
    { type, value }: Credential,
    hashes: Hashes,
  ): LookUpQuery {
    const [hash] = hashes;
    if (type === 'api_key') return keyLookUp(id, host, hashes);
    if (isOfKind('access', value)) return accessTokenLookUp(id, host, hash, this.#scope, clock.now());
    return tokenLookUp(id, host, hash, this.#scope);
  }
}

const nameOf = (id: Workspace['id'], { type }: Credential, [hash]: Hashes) =>
  `${id}/${type}/${hash.toString('base64')}`;

/** Under which a credential may be stored: two for a key while the installation's own is changed, else the same twice. */
type Hashes = readonly [Buffer, Buffer];

function hashesOf({ key }: Context, { type, value }: Credential): Hashes {
  if (type === 'api_key') return hashesOfApiKey(key, value);
  const fingerprint = fingerprintOf(value);
  return [fingerprint, fingerprint];
}

/** What is wrong with a request is told when its turn comes; here it only means that there is nothing to read. */
function guessRead(readAhead: ReadAhead | undefined, caller: Authenticated): Read<unknown> | undefined {
  try {
    return readAhead?.(caller);
  } catch {
    return undefined;
  }
}

/** The look-up, and what is read along behind it. When reading along fails, the look-up is made again, alone. */
async function readTogether(
  { db }: Context,
  workspace: Workspace['id'],
  look: Read<LookUpRow | undefined>,
  read: Read<unknown> | undefined,
): Promise<{ row: LookUpRow | undefined; ahead?: { result: unknown } | undefined }> {
  const alone = async () => ({ row: await db.read(workspace, look) });
  if (!read) return alone();
  const both: Read<{ row: LookUpRow | undefined; ahead: { result: unknown } | undefined }> = async (
    transaction,
  ) => {
    const looked = look(transaction);
    const ahead = read(transaction).then(
      (result) => ({ result }),
      () => undefined,
    );
    return { row: await looked, ahead: await ahead };
  };
  return db.read(workspace, both).catch((error: unknown) => {
    if (error instanceof HarkError && error.kind === 'unavailable') throw error;
    return alone();
  });
}

function isSame(a: LookUpRow, b: LookUpRow): boolean {
  for (const column in a) {
    if (a[column as keyof LookUpRow] !== b[column as keyof LookUpRow]) return false;
  }
  return true;
}

/** Once a minute; a request must not fail because its use could not be noted. */
async function noteUse(
  { db, clock }: Context,
  workspace: Workspace['id'],
  { client }: FoundCredential,
): Promise<void> {
  if (!client) return;
  const note: Read<void> = (transaction) => updateLastUsed(transaction, workspace, client, clock.now());
  await db.write(workspace, note).catch(() => undefined);
}
