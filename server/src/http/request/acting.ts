import type { Authenticated } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { type FieldSet, loadFieldSet } from '../../core/lead-fields/index.ts';
import { presentWire } from '../../core/leads/index.ts';
import { loadUserNames } from '../../core/users/index.ts';

/** What everything about leads needs: who asks, the fields that hold, and how a stored lead is shown. */
export interface Acting extends Authenticated {
  readonly context: Context;
  readonly fields: FieldSet;
  /** Stored leads, joined by commas, as the caller sees them. */
  present(stored: string): string;
}

export async function actingAs(context: Context, authenticated: Authenticated): Promise<Acting> {
  const { principal, versions } = authenticated;
  const workspace = principal.workspace.id;
  // Both before any transaction: who holds a connection must not wait for another one.
  const [fields, names] = await Promise.all([
    loadFieldSet(context, workspace, versions.fields),
    loadUserNames(context, workspace, versions.names),
  ]);
  return { ...authenticated, context, fields, present: (stored) => presentWire(stored, names, fields) };
}
