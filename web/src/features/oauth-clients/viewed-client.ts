import type { ApiResponse } from '../../api/call.ts';

/** An app with its authorizations. */
export type ViewedClient = ApiResponse<'GET /oauth-clients/:id'>;
