import type { ApiResponse } from '../../api/call.ts';

/** A run with all its details. */
export type ViewedRun = ApiResponse<'GET /runs/:id'>;
export type Step = ViewedRun['steps'][number];
