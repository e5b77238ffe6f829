export { type LimitName, type Limits, limitNames } from './limits.ts';
export { describeLimits, keepWithinLimits, requireWithinLimits } from './require-within-limits.ts';
export { readLimits, setLimits } from './set-limits.ts';
