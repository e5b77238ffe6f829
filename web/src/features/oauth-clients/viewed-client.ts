import type { Answer } from '../../api/call.ts';

/** An app with who approved it. */
export type ViewedClient = Answer<'GET /oauth-clients/:id'>;
