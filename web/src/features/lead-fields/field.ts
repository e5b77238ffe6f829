import type { ApiResponse } from '../../api/call.ts';

export type Field = ApiResponse<'GET /lead-fields'>['fields'][number];
