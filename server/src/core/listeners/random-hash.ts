import { randomBytes } from 'node:crypto';

/** 128 random bits as lower-case hex (decisions 3). */
export const randomHash = (): string => randomBytes(16).toString('hex');
