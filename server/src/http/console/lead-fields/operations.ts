import { z } from 'zod';
import {
  addLeadField,
  customTypeNames,
  editLeadField,
  fieldTypeNames,
  type LeadField,
  listLeadFields,
} from '../../../core/lead-fields/index.ts';
import { changeInWorkspace } from '../changing.ts';
import { type Operation, operation } from '../operation.ts';

const text = z.string().trim().min(1).max(200);
const options = z
  .array(text)
  .max(500)
  .refine((list) => new Set(list).size === list.length, 'must not contain duplicate options');

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

/**
 * Operations on lead fields. A field's type and uniqueness can't change once it exists, and fields are never
 * deleted.
 */
export const leadFieldsOperations = (): Operation[] => [
  operation({
    method: 'GET',
    path: '/lead-fields',
    act: 'lead_fields.manage',
    answer: z.object({ fields: z.array(shownField) }),
    handle: async ({ context, principal: { workspace } }) => ({
      fields: (await listLeadFields(context, workspace.id)).map(present),
    }),
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
    handle: (caller, { body }) => changeInWorkspace(caller, (change) => addLeadField(change, body)),
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
      changeInWorkspace(caller, (change) => editLeadField(change, { alias, ...body })),
  }),
];
