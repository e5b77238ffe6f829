import { z } from 'zod';

// These constants are separate from the handlers, because the handlers load the engine's SDK: 30 MB in every
// process that only calls the engine.

/** The path below the engine's ingress URL. */
export const pingPath = '/hark/ping';

export const pong = z.object({ worker: z.uuid(), time: z.iso.datetime() });

export const runsService = 'runs';
export const executeHandler = 'execute';
