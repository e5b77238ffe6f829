import type { ApiResponse } from '../../api/call.ts';

export type ApiSettings = ApiResponse<'GET /api-settings'>;
