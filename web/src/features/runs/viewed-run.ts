import type { Answer } from '../../api/call.ts';

/** A run with everything that is shown of it. */
export type ViewedRun = Answer<'GET /runs/:id'>;
export type Step = ViewedRun['steps'][number];
