import { z } from 'zod';
import { credential } from '../../lib/credential.ts';
import { clientAuths, connectionTypes, grants } from './connection.ts';

const text = z.string().max(2_048).nullable().optional();
const secret = credential(z.string()).optional();

/** The name of a connection (spec/connections §1.1). */
export const connectionName = z.string().trim().min(1).max(200);

const oneOf = (values: readonly string[]) =>
  z
    .custom<string | null>(
      (value) => value === null || values.some((known) => known === value),
      `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
    )
    .meta({ enum: [...values, null] });

/**
 * The form of a connection that is saved. `checkConnection` checks the values, because that needs the stored
 * connection. Null means the same as an omitted key, so that a record can be sent back as it was read.
 */
export const connectionSchema = z.strictObject({
  name: connectionName.optional(),
  type: oneOf(connectionTypes).optional(),
  origin: text,
  username: text,
  header: text,
  grant: oneOf(grants).optional(),
  token_url: text,
  authorize_url: text,
  client_id: text,
  client_auth: oneOf(clientAuths).optional(),
  scope: text,
  token: secret,
  password: secret,
  value: secret,
  client_secret: secret,
});

/** What to save. Omitted values stay as they are. */
export type WantedConnection = z.output<typeof connectionSchema>;
