import { z } from 'zod';
import {
  addLeadField,
  customTypeNames,
  editLeadField,
  fieldLabel,
  fieldOptions,
  fieldTypeNames,
  type LeadField,
  listLeadFields,
} from '../../../core/lead-fields/index.ts';
import { changeInWorkspace } from '../changing.ts';
import { type Operation, operation } from '../operation.ts';

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
export const leadFieldsOperations: readonly Operation[] = [
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
      label: fieldLabel,
      type: z.enum(customTypeNames),
      unique: z.boolean(),
      required: z.boolean(),
      options: fieldOptions,
    }),
    async handle(caller, { body }) {
      await changeInWorkspace(caller, (change) => addLeadField(change, body));
    },
  }),
  operation({
    method: 'PATCH',
    path: '/lead-fields/:alias',
    act: 'lead_fields.manage',
    params: z.strictObject({ alias: z.string() }),
    body: z.strictObject({
      label: fieldLabel.optional(),
      required: z.boolean().optional(),
      options: fieldOptions.optional(),
    }),
    async handle(caller, { params: { alias }, body }) {
      await changeInWorkspace(caller, (change) => editLeadField(change, { alias, ...body }));
    },
  }),
];
