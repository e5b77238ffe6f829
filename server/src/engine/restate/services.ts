import { z } from 'zod';

// Separate from the handlers, because those load the engine's SDK: 30 MB in every process that only calls.

/** Below the engine's ingress URL. */
export const pingPath = '/hark/ping';

export const pong = z.object({ worker: z.uuid(), time: z.iso.datetime() });

export const runsService = 'runs';
export const executeHandler = 'execute';
