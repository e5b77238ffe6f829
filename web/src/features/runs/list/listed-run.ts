import type { ApiResponse } from '../../../api/call.ts';

/** A run as the list shows it. */
export type ListedRun = ApiResponse<'GET /runs'>['runs'][number];
