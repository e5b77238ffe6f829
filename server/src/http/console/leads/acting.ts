import { readVersions } from '../../../core/access/index.ts';
import { type FieldSet, loadFieldSet } from '../../../core/lead-fields/index.ts';
import { presentWire } from '../../../core/leads/index.ts';
import { loadUserNames, type UserNames } from '../../../core/users/index.ts';
import type { Caller } from '../operation.ts';

export interface Shown {
  readonly fields: FieldSet;
  readonly names: UserNames;
  present(stored: string): string;
}

export async function shownTo({ context, principal }: Caller): Promise<Shown> {
  const workspace = principal.workspace.id;
  const versions = await readVersions(context, workspace);
  const [fields, names] = await Promise.all([
    loadFieldSet(context, workspace, versions.fields),
    loadUserNames(context, workspace, versions.names),
  ]);
  return { fields, names, present: (stored) => presentWire(stored, names, fields) };
}
