import type { z } from 'zod';
import { notCredential } from '../../../lib/credential.ts';

/** A listener's key or secret, or a token signed with it, which every user who can edit the workflow can see (spec/listeners §2.3). */
export const listenerSecret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  notCredential(schema, 'it can only start one workflow, and users who can edit that can start it anyway');
