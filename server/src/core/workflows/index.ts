export { checkSteps } from './compile/check-steps.ts';
export { type CompiledTree, RenderFailure } from './compile/compile-tree.ts';
export { checkWorkflow } from './compile/compile-workflow.ts';
export type { CompiledStep, CompiledStepOf, CompiledWorkflow } from './compile/compiled-step.ts';
export { findChangedStep, type ResumePoint } from './compile/find-changed-step.ts';
export { loadVersion } from './compile/load-version.ts';
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
export { warnSteps } from './compile/warn-steps.ts';
export { createWorkflow, duplicateWorkflow } from './drafts/create-workflow.ts';
export { deleteWorkflowAs, discardDraft, publishDraft, saveDraft } from './drafts/edit-workflow.ts';
export { noteTrial } from './drafts/note-trial.ts';
export { starterNames } from './drafts/starters.ts';
export { requireWorkflow } from './find-workflow.ts';
export { changeWorkflowSettings } from './listener/change-settings.ts';
export {
  changeListener,
  describeListener,
  openListener,
  renewListenerAddress,
} from './listener/workflow-listener.ts';
export {
  findWorkflow,
  findWorkflowAs,
  listWorkflows,
  listWorkflowsOf,
  searchWorkflows,
  type WorkflowName,
} from './read-workflows.ts';
export { removeWorkflow, saveWorkflow } from './save-workflow.ts';
export { checkAnswerHeaders } from './steps/answer-header.ts';
export { callMethods } from './steps/http-request.ts';
export {
  definitionOf,
  type SettingsOf,
  type StepType,
  stepTypes,
  type TemplateKey,
  typesWhere,
} from './steps/step-types.ts';
export { compareSteps, findStarters, listVersions, viewVersion, viewWorkflow } from './view-workflow.ts';
