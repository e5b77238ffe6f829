import { randomBytes } from 'node:crypto';

/** 128 random bits as lower-case hex (spec/listeners §1.1). */
export const randomHash = (): string => randomBytes(16).toString('hex');
