import type { FastifyRequest } from 'fastify';
import type { Authenticated } from '../../../core/access/index.ts';
import type { Context } from '../../../core/context/index.ts';
import { type FieldSet, loadFieldSet } from '../../../core/lead-fields/index.ts';
import { notFound, presentWire } from '../../../core/leads/index.ts';
import { loadUserNames } from '../../../core/users/index.ts';
import { invalid } from '../../../lib/errors.ts';
import type { LeadId } from '../../../lib/ids.ts';
import { parseJson } from '../../../lib/json.ts';
import { bodyOf } from '../../body.ts';
import { authenticatedOf } from '../authenticate.ts';

/** What every handler of leads needs: who asks, the fields that hold, and how a stored lead is shown. */
export interface Acting extends Authenticated {
  readonly context: Context;
  readonly fields: FieldSet;
  /** Stored leads, joined by commas, as the caller sees them. */
  present(stored: string): string;
}

export async function actingIn(contextOf: () => Context, request: FastifyRequest): Promise<Acting> {
  const authenticated = authenticatedOf(request);
  const { principal, versions } = authenticated;
  const context = contextOf();
  const workspace = principal.workspace.id;
  // Both before any transaction: who holds a connection must not wait for another one.
  const [fields, names] = await Promise.all([
    loadFieldSet(context, workspace, versions.fields),
    loadUserNames(context, workspace, versions.names),
  ]);
  return { ...authenticated, context, fields, present: (stored) => presentWire(stored, names, fields) };
}

/** The id in the path; whatever is not one names no lead. */
export function leadIdOf(request: FastifyRequest): LeadId {
  const { id = '' } = request.params as { id?: string };
  if (!/^\d{1,15}$/.test(id)) throw notFound();
  return Number(id) as LeadId;
}

/** The body as JSON, whatever its Content-Type; undefined when there is none (decisions 6.1). */
export function jsonOf(request: FastifyRequest): unknown {
  const bytes = bodyOf(request);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

/** The body of a write, which cannot be empty. */
export function recordOf(request: FastifyRequest): unknown {
  const body = jsonOf(request);
  if (body === undefined)
    throw invalid('body_missing', 'The body is empty. Send a JSON object with the fields of a lead.');
  return body;
}
