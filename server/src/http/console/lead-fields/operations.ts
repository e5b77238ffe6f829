import { z } from 'zod';
import {
  customTypeNames,
  fieldTypeNames,
  type LeadField,
  readFieldSet,
  saveLeadField,
} from '../../../core/lead-fields/index.ts';
import { conflict, HarkError } from '../../../lib/errors.ts';
import { changing } from '../changing.ts';
import { type Operation, operation } from '../operation.ts';

const text = z.string().trim().min(1).max(200);
const options = z
  .array(text)
  .max(500)
  .refine((list) => new Set(list).size === list.length, 'must not have the same option twice');

const shownField = z.object({
  alias: z.string(),
  label: z.string(),
  type: z.enum(fieldTypeNames),
  unique: z.boolean(),
  required: z.boolean(),
  read_only: z.boolean(),
  options: z.array(z.string()),
  is_built_in: z.boolean(),
});

const present = ({ readOnly, customId, options, ...field }: LeadField): z.infer<typeof shownField> => ({
  alias: field.alias,
  label: field.label,
  type: field.type,
  unique: field.unique,
  required: field.required,
  read_only: readOnly,
  options: [...options],
  is_built_in: customId === null,
});

/** The fields of a workspace's leads. Type and uniqueness are fixed once a field is made; none is deleted. */
export const leadFieldsOperations = (): Operation[] => [
  operation({
    method: 'GET',
    path: '/lead-fields',
    act: 'lead_fields.manage',
    answer: z.object({ fields: z.array(shownField) }),
    handle: async ({ context, principal: { workspace } }) => {
      const { byAlias } = await context.db.withWorkspace(workspace.id, (transaction) =>
        readFieldSet(transaction, workspace.id),
      );
      return { fields: [...byAlias.values()].map(present) };
    },
  }),
  operation({
    method: 'POST',
    path: '/lead-fields',
    act: 'lead_fields.manage',
    body: z.strictObject({
      alias: z.string().max(50),
      label: text,
      type: z.enum(customTypeNames),
      unique: z.boolean(),
      required: z.boolean(),
      options,
    }),
    handle: (caller, { body }) =>
      changing(caller, async (change) => {
        const { byAlias } = await readFieldSet(change.transaction, change.workspace);
        if (byAlias.has(body.alias)) {
          throw conflict('field_exists', `There is a field ${body.alias} already. Choose another alias.`);
        }
        await saveLeadField(change, body);
      }),
  }),
  operation({
    method: 'PATCH',
    path: '/lead-fields/:alias',
    act: 'lead_fields.manage',
    params: z.strictObject({ alias: z.string() }),
    body: z.strictObject({
      label: text.optional(),
      required: z.boolean().optional(),
      options: options.optional(),
    }),
    handle: (caller, { params: { alias }, body }) =>
      changing(caller, async (change) => {
        const { byAlias } = await readFieldSet(change.transaction, change.workspace);
        if ((byAlias.get(alias)?.customId ?? null) === null) {
          throw new HarkError('not-found', 'unknown_field', 'There is no such field of your own.');
        }
        await saveLeadField(change, { alias, ...body });
      }),
  }),
];
