import type { ApiResponse } from '../../api/call.ts';

export type ApiSettings = ApiResponse<'GET /api-settings'>;
export type Client = ApiSettings['clients'][number];
