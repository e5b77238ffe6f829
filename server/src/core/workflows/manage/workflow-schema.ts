import { z } from 'zod';
import type { UserId } from '../../../lib/ids.ts';
import { missing, readBody } from '../../../lib/read-body.ts';
import { changedSettings } from '../../listeners/index.ts';

const owner = z.union(
  [
    z.string().max(320),
    z.object({
      id: z
        .int()
        .positive()
        .transform((id) => id as UserId),
    }),
  ],
  { error: 'must be an email address, or an object with the id of a user.' },
);
const revision = z.int().min(0);

const newSchema = z.strictObject({
  /** The same rule as in `hark apply`. */
  name: z.string().trim().max(200),
  /** A draft may contain errors, so the steps are checked only when it is published. */
  steps: z.array(z.unknown()).max(1_000).optional(),
  listener: changedSettings.optional(),
  enabled: z.boolean().optional(),
  owner: owner.optional(),
});

/** A value that is accepted only if it is the present one, so that a record can be sent back as it was read. */
const readOnly = z.unknown().optional();

const changeSchema = newSchema.partial().extend({
  listener: changedSettings.safeExtend({ url: readOnly }).nullable().optional(),
  revision: revision.optional(),
  id: readOnly,
  version: readOnly,
  published_at: readOnly,
  has_draft: readOnly,
  draft: readOnly,
});

const publishSchema = z.strictObject({ revision: revision.optional() });

export type NewWorkflow = z.output<typeof newSchema>;
export type WorkflowChange = z.output<typeof changeSchema>;

/** Reads the body of `POST /api/workflows/new`. @throws HarkError for the first value that has the wrong form */
export const readNewWorkflow = (body: unknown): NewWorkflow => withName(readBody(newSchema, body));

/** Reads the body of `PATCH` and `PUT /api/workflows/{id}`. */
export const readWorkflowChange = (body: unknown): WorkflowChange => withName(readBody(changeSchema, body));

function withName<T extends { readonly name?: string | undefined }>(wanted: T): T {
  if (wanted.name === '') throw missing('name');
  return wanted;
}

/** Reads the body of `POST /api/workflows/{id}/publish`. */
export const readPublication = (body: unknown): z.output<typeof publishSchema> =>
  readBody(publishSchema, body);
