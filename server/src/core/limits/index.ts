export { type LimitName, type Limits, limitNames } from './limits.ts';
export {
  describeLimits,
  keepWithinLimits,
  readLimits,
  requireWithinLimits,
  setLimits,
} from './set-limits.ts';
