import type { ApiResponse } from '../../../api/call.ts';

/** A run as the list shows it. */
export type ListedRun = ApiResponse<'GET /runs'>['runs'][number];

/** Returns whether the user can retry a run: it failed or was canceled, and wasn't retried yet. */
export const isRetriable = ({ may_control, ended_at, status, retried_as }: ListedRun) =>
  may_control && ended_at !== null && status !== 'succeeded' && retried_as === null;
