import { emailKey } from '../../../lib/email.ts';
import { HarkError } from '../../../lib/errors.ts';
import { isRecord } from '../../../lib/json.ts';
import type { Change } from '../../audit/index.ts';
import type { OriginRules } from '../../connections/index.ts';
import { requireRole } from '../../roles/index.ts';
import { requireUser } from '../../users/index.ts';
import { type ConnectionTarget, findUnknownNames } from '../../workflows/index.ts';
import type { FilePath, FileProblem } from '../file/problem.ts';
import { checkConnections } from './apply-connections.ts';

type Written = Readonly<Record<string, unknown>>;

/**
 * Finds roles, users, lead fields, workflows and connections that the file refers to but that exist neither in the
 * file nor in the workspace, and connections with wrong values. Reads the file as written, so unknown references are reported even if the file has
 * other errors.
 */
export async function findUnknownReferences(
  change: Change,
  workspace: Written,
  path: FilePath,
  rules: OriginRules,
): Promise<FileProblem[]> {
  const items = (section: string) => itemsOf(workspace[section], [...path, section]);
  const roles = new Set(items('roles').map(({ item }) => String(item.name)));
  const users = new Set(items('users').map(({ item }) => emailKey(String(item.email))));
  const problems: FileProblem[] = [];
  const check = async (at: FilePath, known: boolean, require: () => Promise<unknown>) => {
    if (known) return;
    const message = await messageFrom(require);
    if (message !== undefined) problems.push({ path: at, message });
  };
  const checkUser = async (section: string, key: string) => {
    for (const { item, at } of items(section)) {
      const email = item[key];
      if (typeof email !== 'string' || item.state === 'absent') continue;
      await check([...at, key], users.has(emailKey(email)), () => requireUser(change, email));
    }
  };
  for (const { item, at } of items('users')) {
    const { role } = item;
    if (typeof role !== 'string' || item.state === 'absent') continue;
    await check([...at, 'role'], roles.has(role), () => requireRole(change, role));
  }
  await checkUser('api_clients', 'user');
  await checkUser('leads', 'owner');
  await checkUser('workflows', 'owner');
  const connections = await checkConnections(change, rules, items('connections'));
  return [
    ...problems,
    ...connections.problems,
    ...(await unknownNames(
      change,
      items('workflows'),
      items('lead_fields'),
      items('roles'),
      connections.planned,
    )),
  ];
}

async function unknownNames(
  change: Change,
  workflows: readonly Item[],
  leadFields: readonly Item[],
  roles: readonly Item[],
  connections: ReadonlyMap<string, ConnectionTarget | null>,
): Promise<FileProblem[]> {
  const isAbsent = ({ item }: Item) => item.state === 'absent';
  const namesOf = (some: readonly Item[]) => new Set(some.map(({ item }) => String(item.name)));
  const options = {
    fields: new Map(leadFields.map(({ item }) => [String(item.alias), { unique: item.unique === true }])),
    workflows: namesOf(workflows.filter((one) => !isAbsent(one))),
    removed: namesOf(workflows.filter(isAbsent)),
    roles: namesOf(roles),
    connections,
  };
  const problems: FileProblem[] = [];
  for (const { item, at } of workflows) {
    if (!Array.isArray(item.steps) || item.state === 'absent') continue;
    for (const { path, message } of await findUnknownNames(change, item.steps, options)) {
      problems.push({ path: [...at, 'steps', ...path], message });
    }
  }
  return problems;
}

interface Item {
  readonly item: Written;
  readonly at: FilePath;
}

const itemsOf = (section: unknown, path: FilePath): Item[] =>
  Array.isArray(section)
    ? section.flatMap((item, index) => (isRecord(item) ? [{ item, at: [...path, index] }] : []))
    : [];

/** Returns the error message from the check that rejects a reference. */
async function messageFrom(require: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await require();
    return undefined;
  } catch (error) {
    if (error instanceof HarkError && error.kind === 'invalid') return error.message;
    throw error;
  }
}
