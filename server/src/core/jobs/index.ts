export { eraseFiles } from './erase-files.ts';
export {
  type HeldJob,
  type Job,
  type JobCounts,
  type JobKind,
  leaseMs,
  noCounts,
} from './job.ts';
export {
  countExports,
  countOpen,
  insertJob,
  lockHeld,
  selectJob,
  updateEndedJob,
  updateProgress,
  updateQueued,
  updateSize,
} from './job-store.ts';
export {
  cancelJob,
  findJob,
  findJobIn,
  jobNotFound,
  listJobs,
  readJobFile,
  removeJob,
} from './manage-jobs.ts';
export { deleteParts, insertPart, selectBytes, selectFileSize, selectStoredBytes } from './part-store.ts';
export { purgeJobs } from './purge-jobs.ts';
export { type JobStep, workOnJobs } from './work-on-jobs.ts';
