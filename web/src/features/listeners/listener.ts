import type { ApiResponse } from '../../api/call.ts';

/** A listener as the server shows it. */
export type ShownListener = ApiResponse<'GET /workflows/:id/listener'>;
