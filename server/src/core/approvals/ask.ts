import type { Transaction } from '../../db/driver/transaction.ts';
import { HarkError, invalid } from '../../lib/errors.ts';
import type { ApprovalId, WorkspaceId } from '../../lib/ids.ts';
import { isRecord } from '../../lib/json.ts';
import { isStorable } from '../../lib/storable.ts';
import { selectRoleByName } from '../roles/index.ts';
import { selectHasActive, selectNamedUsers } from '../users/index.ts';
import { decidersWords, maxDeciders, maxQuestionLength, maxQuestionTitle } from '../workflows/index.ts';
import type { Deciders } from './approval.ts';
import { insertApproval, type NewApproval } from './approval-store.ts';

/** The rendered settings of the step, unchecked. */
interface Question {
  readonly title: unknown;
  readonly text: unknown;
  readonly by: unknown;
}

/**
 * Creates an approval, in the transaction in which its run begins to wait (spec/runs §2.13).
 * @throws HarkError to fail the step
 */
export async function askForApproval(
  transaction: Transaction,
  workspace: WorkspaceId,
  { title, text, by }: Question,
  facts: Omit<NewApproval, 'title' | 'text' | 'by'>,
): Promise<ApprovalId> {
  return insertApproval(transaction, workspace, {
    ...facts,
    title: readText('title', title, 1, maxQuestionTitle),
    text: readText('text', text, 0, maxQuestionLength),
    by: await findDeciders(transaction, workspace, by),
  });
}

function readText(setting: string, value: unknown, min: number, max: number): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value ?? '');
  if (typeof text === 'string' && text.length >= min && text.length <= max && isStorable(text)) return text;
  throw invalid('bad_text', `${setting}: must be a text of ${min} to ${max} characters.`);
}

async function findDeciders(
  transaction: Transaction,
  workspace: WorkspaceId,
  by: unknown,
): Promise<Deciders> {
  if (isRecord(by) && typeof by.role === 'string') {
    const role = isStorable(by.role) ? await selectRoleByName(transaction, workspace, by.role) : undefined;
    if (!role) throw missing(`There is no role "${by.role}" in this workspace.`);
    if (!(await selectHasActive(transaction, workspace, role.id)))
      throw missing(`No active user has the role "${role.name}".`);
    return { role: { id: role.id, name: role.name } };
  }
  const emails = readEmails(by);
  const found = await selectNamedUsers(transaction, workspace, emails);
  const unknown = emails.find((email) => !found.some((user) => user.email === email));
  if (unknown !== undefined) throw missing(`There is no user ${unknown} in this workspace.`);
  if (!found.some(({ active }) => active)) throw missing('None of the users in `by` is active.');
  const users = new Map(found.map(({ id, name }) => [id, { id, name }]));
  return { users: [...users.values()] };
}

function readEmails(by: unknown): string[] {
  const emails: unknown[] = Array.isArray(by) ? by : [by];
  if (emails.length >= 1 && emails.length <= maxDeciders && emails.every(isAddress)) return emails;
  throw invalid('bad_deciders', `by: must be ${decidersWords}.`);
}

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && isStorable(value);

const missing = (message: string) => new HarkError('not-found', 'unknown_decider', message);
