import type { Answer } from '../../api/call.ts';

/** A listener as the server shows it. */
export type ShownListener = Answer<'GET /workflows/:id/listener'>;
