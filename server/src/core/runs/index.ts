export { AcceptQueue } from './accept-queue.ts';
export { AnswerWaiters } from './answer-waiters.ts';
export { selectBacklog } from './backlog-store.ts';
export { cancelRun } from './cancel-run.ts';
export { chartRuns, chartStart } from './chart-runs.ts';
export { selectAhead, selectFreePlaces, takeQueued } from './dispatch-store.ts';
export { eraseRuns } from './erase-runs.ts';
export { examinePartitions } from './examine-partitions.ts';
export {
  answersChannel,
  type LoadedRun,
  lockRuns,
  notifyAnswer,
  type RunActor,
  type SettledRun,
  selectRuns,
  settleRuns,
  updateRun,
} from './execution-store.ts';
export { updateFailing } from './failing-store.ts';
export { findStoredIn } from './find-stored.ts';
export { mostCounted } from './in-flight-store.ts';
export type { NewRun } from './new-run.ts';
export { doubtRuns, type OverdueRun, redriveRuns, takeOverdue } from './overdue-store.ts';
export { type PartitionState, readPartitionState } from './partition-store.ts';
export { purgeRuns } from './purge-runs.ts';
export { readInFlight } from './read-in-flight.ts';
export { listRuns, readRun } from './read-runs.ts';
export { replayRequest } from './replay-request.ts';
export { findFailed, type Retried, retryRuns } from './retry-failed.ts';
export { previewRetry, type RetryVersion, type RetryWish, retryRun } from './retry-run.ts';
export { type RunStatus, runLeaseMs, runLimits, runStatuses } from './run.ts';
export { type RunAnswer, readAnswer, saveAnswer, sealedAnswer } from './run-answer.ts';
export type { RunController } from './run-control.ts';
export type { JobState, RunDispatch, RunEngine, RunJob } from './run-engine.ts';
export type { ListedRun } from './run-list-store.ts';
export type { RunTrial, TrialResult, TrialWish } from './run-trial.ts';
export { makeRunPartitions, purgeDeliveries } from './run-upkeep-store.ts';
export { openOutput, sealedOutput, sealOutput } from './sealed-output.ts';
export { readWorkflowName, startRun } from './start-run.ts';
export { startRunAs } from './start-run-as.ts';
export { startedInput } from './started-input.ts';
export { readAttempts, type StepAttempt } from './step-attempt.ts';
export { insertSteps, type StepRow, selectStepsOf, upsertSteps } from './step-store.ts';
export { type Mailer, tellFailing } from './tell-failing.ts';
export { insertTrial, selectInput } from './trial-store.ts';
export { type ViewedRun, type ViewedStep, viewRun, viewRuns } from './view-runs.ts';
export { resumeRuns, wakeRuns } from './waking-store.ts';
export { listSamples, listWithRuns, previewDeletion } from './workflow-runs.ts';
