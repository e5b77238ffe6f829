import type { Answer } from '../../api/call.ts';

/** A user as his page has him. */
export type ViewedUser = Answer<'GET /users/:id'>;
/** What acts as him. */
export type Credential = ViewedUser['credentials'][number];
/** A user as lists have him. */
export type ListedUser = Answer<'GET /users'>['users'][number];
