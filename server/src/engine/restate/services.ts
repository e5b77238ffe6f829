import { z } from 'zod';

// What caller and worker must agree on. It stands apart from the handlers, because those bring the engine's SDK along:
// 30 MB in every process that only calls.

/** The way to `ping` below the engine's ingress. */
export const pingPath = '/hark/ping';

/** What a worker answers to a ping. */
export const pong = z.object({ worker: z.uuid(), time: z.iso.datetime() });

/** The service that executes runs, and its one handler. */
export const runsService = 'runs';
export const executeHandler = 'execute';
