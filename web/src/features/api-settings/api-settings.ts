import type { Answer } from '../../api/call.ts';

/** What the tab shows. */
export type ApiSettings = Answer<'GET /api-settings'>;
