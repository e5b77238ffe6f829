import type { ApiResponse } from '../../api/call.ts';

export type Account = ApiResponse<'GET /account'>;
