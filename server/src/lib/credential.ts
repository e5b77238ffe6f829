import { z } from 'zod';

interface Mark {
  readonly isCredential: boolean;
  readonly reason?: string;
}

/** Which schemas describe credentials. A test checks every operation of the console against these marks. */
export const credentialMarks = z.registry<Mark>();

/**
 * Marks a value that proves who a caller is, or a setting that decides when or where such a value works. A console
 * operation that returns or accepts one must be sensitive (spec/sign-in §3.2).
 */
export const credential = <Schema extends z.ZodType>(schema: Schema): Schema =>
  marked(schema, { isCredential: true });

/** Marks a value that is called like a credential, but needs no confirmation for the given reason. */
export const notCredential = <Schema extends z.ZodType>(schema: Schema, reason: string): Schema =>
  marked(schema, { isCredential: false, reason });

/** Marks a copy, because other fields may use the same schema. */
function marked<Schema extends z.ZodType>(schema: Schema, mark: Mark): Schema {
  const copy = schema.clone();
  credentialMarks.add(copy, mark);
  return copy;
}
