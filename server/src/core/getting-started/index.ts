export { listFailing, readProgress } from './read-progress.ts';
