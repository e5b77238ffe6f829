export { AcceptQueue } from './accept/accept-queue.ts';
export { AnswerWaiters } from './accept/answer-waiters.ts';
export { findReceipt, hashDeliveryKey } from './accept/find-receipt.ts';
export type { DeliveryReceipt } from './accept/receipt-store.ts';
export {
  openAnswer,
  type RunAnswer,
  readAnswer,
  receiptBody,
  saveAnswer,
  sealedAnswer,
  workflowFailed,
} from './accept/run-answer.ts';
export { notPublished, notStartable, readWorkflowName, startRun, workflowOff } from './accept/start-run.ts';
export { insertStarted } from './accept/start-store.ts';
export { updateFailing } from './alerts/failing-store.ts';
export { type Mailer, tellFailing } from './alerts/notify-failing.ts';
export {
  type ChartPeriod,
  divide,
  periodBefore,
  type Span,
  spans,
  spanUntil,
} from './charts/chart-period.ts';
export { chartRuns } from './charts/chart-runs.ts';
export { chartedStatuses, slotOf } from './charts/run-chart-store.ts';
export { viewStepFigures } from './charts/step-figures.ts';
export { cancelCalledRun, cancelRun, cancelRuns } from './control/cancel-run.ts';
export { cancelApproval } from './control/control-store.ts';
export { replayRequest } from './control/replay-request.ts';
export { findFailed, type Retried, retryRuns } from './control/retry-failed.ts';
export {
  previewRetry,
  type RetryParams,
  type RetryVersion,
  retryRun,
} from './control/retry-run.ts';
export { controllerAs, type RunController } from './control/run-control.ts';
export { selectBacklog } from './dispatch/backlog-store.ts';
export { selectAhead, selectFreePlaces, takeQueued } from './dispatch/dispatch-store.ts';
export { maxCounted } from './dispatch/in-flight-store.ts';
export { doubtRuns, type OverdueRun, redriveRuns, takeOverdue } from './dispatch/overdue-store.ts';
export { findWorkspaceOfRun } from './dispatch/run-workspace-store.ts';
export { resumeRuns, wakeRuns } from './dispatch/waking-store.ts';
export {
  answersChannel,
  type CalledRun,
  type LoadedRun,
  lockRun,
  lockRuns,
  notifyAnswer,
  type RunActor,
  type SettledRun,
  selectCalledRun,
  selectLoadedRuns,
  settleRuns,
  updateRun,
  wakeRun,
} from './execution/execution-store.ts';
export {
  insertSteps,
  type StepRow,
  selectRunSteps,
  selectStepsOf,
  upsertSteps,
} from './execution/step-store.ts';
export { insertTrial, selectInput } from './execution/trial-store.ts';
export { type BrowsedRun, browseNeighbors, browseRuns, triggers } from './list/browse-runs.ts';
export { listRuns, readInFlight, readRun } from './list/read-runs.ts';
export type { ListedRun } from './list/run-list-store.ts';
export type { RunFilter } from './list/run-scope.ts';
export { type ViewedRun, type ViewedStep, viewRun, viewRuns } from './list/view-runs.ts';
export { listSamples, listWithRuns, previewDeletion } from './list/workflow-runs.ts';
export { cancelByRequest, retryByRequest } from './manage/control-by-request.ts';
export { pageRuns, pageSteps, readRunRecord } from './manage/read-records.ts';
export { runDetailFields, runFields, showRun, stepFields } from './manage/run-record.ts';
export { findStoredIn } from './model/find-stored.ts';
export {
  answerWaitMs,
  type NewRun,
  openOutput,
  type RequestFacts,
  type RunStatus,
  runLeaseMs,
  runLimits,
  runStatuses,
  type StoredRun,
  sealedOutput,
  sealOutput,
  startedInput,
} from './model/run.ts';
export type { JobState, RunDispatch, RunEngine, RunJob } from './model/run-engine.ts';
export {
  type MockResponse,
  type MockStep,
  type RunTrial,
  type RunTrialIn,
  type StepMock,
  type StepTestParams,
  type StepTestResult,
  type TestStep,
  type TrialMail,
  type TrialParams,
  type TrialRequest,
  type TrialResult,
  trialMailer,
} from './model/run-trial.ts';
export { readAttempts, type StepAttempt } from './model/step-attempt.ts';
export { isUnresolved } from './model/unresolved-store.ts';
export { eraseRuns } from './retention/erase-runs.ts';
export { type PartitionState, readPartitionState } from './retention/partition-store.ts';
export { examinePartitions, purgeRuns } from './retention/purge-runs.ts';
export { makeRunPartitions, maxRefused, purgeDeliveries, refusedDays } from './retention/run-upkeep-store.ts';
