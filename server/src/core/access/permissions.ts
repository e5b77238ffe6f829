import { z } from 'zod';

/** Which records a permission covers: none, the user's own, or all (spec/rest-api §7.1). */
export const reaches = ['none', 'own', 'all'] as const;
export type Reach = (typeof reaches)[number];

/** How far a surface may write leads. `propose` means that a person must approve each change (spec/proposals §1.1). */
export const writeReaches = ['none', 'propose', 'own', 'all'] as const;
export type WriteReach = (typeof writeReaches)[number];

/** Permissions in the order in which the role settings show them (spec/rest-api §7). */
export const permissions = {
  'api.access_rest': { group: 'API Permissions', label: 'Access REST API', value: 'switch' },
  'api.access_mcp': { group: 'API Permissions', label: 'Connect AI agents', value: 'switch' },
  'api.write_rest': { group: 'API Permissions', label: 'Change leads through the REST API', value: 'write' },
  'api.write_mcp': { group: 'API Permissions', label: 'Change leads through AI agents', value: 'write' },
  'leads.view': { group: 'Leads', label: 'View', value: 'reach' },
  'leads.create': { group: 'Leads', label: 'Create', value: 'switch' },
  'leads.edit': { group: 'Leads', label: 'Edit', value: 'reach' },
  'leads.delete': { group: 'Leads', label: 'Delete', value: 'reach' },
  'workflows.view': { group: 'Workflows', label: 'View', value: 'reach' },
  'workflows.edit': { group: 'Workflows', label: 'Edit', value: 'reach' },
} as const satisfies Record<string, { group: string; label: string; value: 'switch' | 'reach' | 'write' }>;

export type PermissionKey = keyof typeof permissions;
/** The permissions that allow something. The others limit what these allow. */
export type GrantKey = {
  [Key in PermissionKey]: (typeof permissions)[Key]['value'] extends 'write' ? never : Key;
}[PermissionKey];

interface Values {
  readonly switch: boolean;
  readonly reach: Reach;
  readonly write: WriteReach;
}
type ValueOf<Key extends PermissionKey> = Values[(typeof permissions)[Key]['value']];

/** A missing key means that the permission isn't granted; a missing `write` key means no limit (spec/proposals §1.1). */
export type Permissions = { readonly [Key in PermissionKey]?: ValueOf<Key> | undefined };

const valueSchemas = {
  switch: z.boolean().optional(),
  reach: z.enum(reaches).optional(),
  write: z.enum(writeReaches).optional(),
};
type Shape = { [Key in PermissionKey]: (typeof valueSchemas)[(typeof permissions)[Key]['value']] };

const shape: unknown = Object.fromEntries(
  Object.entries(permissions).map(([key, { value }]) => [key, valueSchemas[value]]),
);

/** Accepts only the keys above, each with a value of the right type. */
export const permissionsSchema = z.strictObject(shape as Shape) satisfies z.ZodType<Permissions>;

/** The value of a permission that a role doesn't set. */
const unsetValues: Values = { switch: false, reach: 'none', write: 'all' };

/** Returns a value for every permission. */
export const everyPermission = (held: Permissions): Record<string, boolean | WriteReach> =>
  Object.fromEntries(
    Object.entries(permissions).map(([key, { value }]) => [
      key,
      held[key as PermissionKey] ?? unsetValues[value],
    ]),
  );
