import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../core/context/index.ts';
import { loadFieldSet } from '../../../core/lead-fields/index.ts';
import { authenticatedOf } from '../../request/authenticated.ts';

/** `GET /api/leads/list/fields` (spec/rest-api §4.8). */
export const listFields = (context: Context) => async (request: FastifyRequest) => {
  const { principal, versions } = authenticatedOf(request);
  const { byAlias } = await loadFieldSet(context, principal.workspace.id, versions.fields);
  return [...byAlias.values()].map(({ alias, label, type, unique, required, readOnly, options }) => ({
    alias,
    label,
    type,
    unique,
    required,
    read_only: readOnly,
    options,
  }));
};
