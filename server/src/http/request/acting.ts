import type { FastifyRequest } from 'fastify';
import type { Authenticated } from '../../core/access/index.ts';
import type { Context } from '../../core/context/index.ts';
import { type FieldSet, loadFieldSet } from '../../core/lead-fields/index.ts';
import { presentWire } from '../../core/leads/index.ts';
import { loadUserNames } from '../../core/users/index.ts';
import { authenticatedOf } from './authenticated.ts';

export interface Acting extends Authenticated {
  readonly context: Context;
  readonly fields: FieldSet;
  /** Returns stored leads, joined by commas, in the form that the caller may see. */
  present(stored: string): string;
}

export async function actingAs(context: Context, authenticated: Authenticated): Promise<Acting> {
  const { principal, versions } = authenticated;
  const workspace = principal.workspace.id;
  // Load both before opening a transaction: a request that already holds a connection must not wait for a
  // second one.
  const [fields, names] = await Promise.all([
    loadFieldSet(context, workspace, versions.fields),
    loadUserNames(context, workspace, versions.names),
  ]);
  return { ...authenticated, context, fields, present: (stored) => presentWire(stored, names, fields) };
}

export const actingIn = (context: Context, request: FastifyRequest): Promise<Acting> =>
  actingAs(context, authenticatedOf(request));
