import type { ApiResponse } from '../../api/call.ts';

/** A user with the details that the user page shows. */
export type ViewedUser = ApiResponse<'GET /users/:id'>;
/** One of the user's credentials or sessions. */
export type Credential = ViewedUser['credentials'][number];
/** A user with the details that lists show. */
export type ListedUser = ApiResponse<'GET /users'>['users'][number];
