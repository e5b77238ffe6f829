/** A person as leads show it. The name is the present one (decisions 6.3). */
export interface UserName {
  id: number;
  name: string;
}

/** A value that a custom field of the workspace can hold (decisions 6.3). */
export type CustomFieldValue = string | number | boolean | readonly string[] | null;

/** The fields that every lead has, in every workspace (decisions 6.3). Times are ISO 8601 in UTC. */
export interface BuiltInLeadFields {
  id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  company: string | null;
  position: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  country: string | null;
  website: string | null;
  source: string | null;
  status: string | null;
  score: number | null;
  tags: readonly string[];
  owner_id: number | null;
  owner: UserName | null;
  created_by: UserName | null;
  modified_by: UserName | null;
  date_added: string;
  date_modified: string;
}

/**
 * A lead as the API answers it: the built-in fields, and the workspace's custom fields flat beside them under
 * their alias. Name your own fields in `Custom`, for example `Lead<{ shoe_size: number | null }>`.
 */
export type Lead<Custom extends Record<string, CustomFieldValue> = Record<never, never>> = BuiltInLeadFields &
  Custom;

/** One page of leads. `total` counts all that match, as decimal digits: cast it before you count (seed 2.5). */
export interface LeadList<OneLead = Lead> {
  total: string;
  leads: OneLead[];
}

/** Most errors, routing errors included. `code` is the HTTP status (seed 2.6, decisions 6.1). */
export interface NestedError {
  error: {
    code: number;
    message: string;
  };
}

/** Failures of authentication and OAuth (seed 2.6). */
export interface FlatError {
  error: string;
  error_description: string;
}

/** Either error body: read `error.message` when `error` is an object, else `error_description` (seed 2.6). */
export type HarkErrorBody = NestedError | FlatError;
