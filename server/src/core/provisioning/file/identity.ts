import { emailKey } from '../../../lib/email.ts';

type Values = Readonly<Record<string, unknown>>;

/** How the items of a section are recognized (spec/provisioning §3.4). */
interface Identity {
  /** The key that errors refer to. */
  readonly key: string;
  readonly of: (item: Values) => string;
}

const by = (key: string): Identity => ({ key, of: (item) => String(item[key]) });

/** The sections that contain a list of items, in the order in which they are applied. */
export const identities = {
  roles: by('name'),
  users: { key: 'email', of: ({ email }) => emailKey(String(email)) },
  api_clients: { key: 'name', of: ({ name, user }) => `${name} of ${emailKey(String(user))}` },
  oauth_clients: { key: 'name', of: ({ name, metadata_url }) => String(metadata_url ?? name) },
  lead_fields: by('alias'),
  connections: by('name'),
  workflows: by('name'),
  webhooks: by('name'),
} as const satisfies Record<string, Identity>;

export type ListSection = keyof typeof identities;
export const listSections = Object.keys(identities) as ListSection[];
