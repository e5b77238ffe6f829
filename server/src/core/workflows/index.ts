export { checkSteps } from './compile/check-steps.ts';
export { type CompiledTree, RenderFailure } from './compile/compile-tree.ts';
export { checkWorkflow } from './compile/compile-workflow.ts';
export {
  type CompiledStep,
  type CompiledStepOf,
  type CompiledWorkflow,
  childLists,
} from './compile/compiled-step.ts';
export {
  type ConnectionTarget,
  editConnection,
  listConnectionsWithUses,
  removeConnection,
  removeConnectionByName,
} from './compile/connection-uses.ts';
export { findChangedStep, isStepChanged, type ResumePoint } from './compile/find-changed-step.ts';
export { loadVersion } from './compile/load-version.ts';
export { type OutlinedStep, outlineSteps, outlineVersion } from './compile/outline-steps.ts';
export { previewedItems, previewTemplate } from './compile/preview-template.ts';
export {
  addSecret,
  changeSecret,
  deleteSecret,
  editSecret,
  listSecretsWithUses,
  secretsOf,
} from './compile/secret-uses.ts';
export { checkNames, findUnknownNames } from './compile/unknown-names.ts';
export { describeFailingSteps, type StepWarning, warningCodes } from './compile/warn-steps.ts';
export { failureVariable } from './compile/written-steps.ts';
export { createWorkflow, duplicateWorkflow } from './drafts/create-workflow.ts';
export { diffSteps } from './drafts/diff-steps.ts';
export { type OpenDraft, requireRevision } from './drafts/draft.ts';
export {
  deleteWorkflowAs,
  discardDraft,
  type Editor,
  publishDraft,
  removeWorkflowAs,
  saveDraft,
  withDraft,
} from './drafts/edit-workflow.ts';
export { noteTrial } from './drafts/note-trial.ts';
export { stepsRefused } from './drafts/publish-steps.ts';
export { starterNames } from './drafts/starters.ts';
export { warnWorkflow } from './drafts/warn-workflow.ts';
export { requireDraft, requireWorkflow } from './find-workflow.ts';
export { changeWorkflowSettings } from './listener/change-settings.ts';
export {
  changeListener,
  describeListener,
  openListener,
  renewListenerAddress,
} from './listener/workflow-listener.ts';
export {
  addWorkflow,
  editWorkflow,
  publishWorkflow,
  readWorkflowRecord,
} from './manage/manage-workflows.ts';
export { listedWorkflowFields, showSummary, workflowFields } from './manage/workflow-record.ts';
export { readNewWorkflow, readPublication, readWorkflowChange } from './manage/workflow-schema.ts';
export {
  findWorkflow,
  findWorkflowAs,
  listAllWorkflows,
  listFailingSteps,
  listWorkflows,
  listWorkflowsOf,
  pageWorkflows,
  searchWorkflows,
  type WorkflowName,
} from './read-workflows.ts';
export { removeWorkflow, saveWorkflow } from './save-workflow.ts';
export { checkAnswerHeaders } from './steps/answer-header.ts';
export {
  decidersWords,
  maxDeciders,
  maxQuestionLength,
  maxQuestionTitle,
} from './steps/approve.ts';
export { answeredOutput, callMethods } from './steps/http-request.ts';
export { readTimeout, timeoutWords } from './steps/read-timeout.ts';
export { stepsSchema } from './steps/step-schema.ts';
export {
  definitionOf,
  type SettingsOf,
  type StepType,
  stepTypes,
  type TemplateKey,
  typesWhere,
} from './steps/step-types.ts';
export { compareSteps, findStarters, listVersions, viewVersion, viewWorkflow } from './view-workflow.ts';
export { selectSummary, type WorkflowSummary } from './workflow-list-store.ts';
export { selectWorkflows } from './workflow-store.ts';
