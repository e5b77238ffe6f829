import { z } from 'zod';
import { type AuditEntry, listAudit, subjectTypes, viewEntry } from '../../../core/audit/index.ts';
import { listUsers } from '../../../core/users/index.ts';
import { idParams, moment, type Operation, operation } from '../operation.ts';

const pageSize = 50;
/** Large enough to export the whole log page by page. */
const maxInPage = 500;
const maxUsers = 1_000;
const everyone = { search: null, role: null };

const filters = z.strictObject({
  subject: z.enum(subjectTypes).optional(),
  id: z.coerce.number().int().nonnegative().optional(),
  user: z.coerce.number().int().positive().optional(),
  since: z.coerce.date().optional(),
  until: z.coerce.date().optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(maxInPage).default(pageSize),
});

const values = z.record(z.string(), z.unknown());
const entry = z.object({
  id: z.number(),
  at: moment,
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  means: z.object({ type: z.string(), name: z.string().nullable() }),
  origin: z.string().nullable(),
  action: z.string(),
  subject: z.object({ type: z.enum(subjectTypes), id: z.number(), name: z.string() }),
  old: values,
  new: values,
});

const present = ({ at, ...rest }: AuditEntry): z.infer<typeof entry> => ({ ...rest, at: at.toISOString() });

export const auditOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/audit',
    act: 'audit.view',
    query: filters,
    answer: z.object({ entries: z.array(entry), next: z.number().nullable() }),
    handle: async ({ context, principal }, { query: { subject, id, limit, ...filter } }) => {
      const page = { ...filter, subjectType: subject, subjectId: id, limit: limit + 1 };
      const entries = await listAudit(context, principal.workspace.id, page);
      const shown = entries.slice(0, limit);
      return {
        entries: shown.map(present),
        next: entries.length > limit ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  }),
  operation({
    method: 'GET',
    path: '/audit/users',
    act: 'audit.view',
    /** The users that the log can be filtered by. */
    answer: z.object({ users: z.array(z.object({ id: z.number(), name: z.string() })) }),
    handle: async ({ context, principal }) => {
      const { users } = await listUsers(context, principal.workspace.id, everyone, maxUsers);
      return { users: users.map(({ id, name }) => ({ id, name })) };
    },
  }),
  operation({
    method: 'GET',
    path: '/audit/:id',
    act: 'audit.view',
    params: idParams,
    answer: z.object({
      entry,
      before: values.nullable(),
      after: values.nullable(),
      now: values.nullable(),
      is_event: z.boolean(),
      later: z.number(),
    }),
    handle: async ({ context, principal }, { params }) => {
      const { entry, ...around } = await viewEntry(context, principal.workspace.id, params.id);
      return { entry: present(entry), ...around };
    },
  }),
];
