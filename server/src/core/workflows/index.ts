export { checkAnswerHeaders } from './answer-header.ts';
export { changeListener, renewListenerAddress } from './change-listener.ts';
export { changeWorkflowSettings } from './change-settings.ts';
export { checkSteps } from './check-steps.ts';
export { type CompiledTree, RenderFailure } from './compile-tree.ts';
export { checkWorkflow } from './compile-workflow.ts';
export type { CompiledStep, CompiledStepOf, CompiledWorkflow } from './compiled-step.ts';
export { createWorkflow, duplicateWorkflow } from './create-workflow.ts';
export { describeListener } from './describe-listener.ts';
export { deleteWorkflowAs, discardDraft, publishDraft, saveDraft } from './edit-workflow.ts';
export { findChangedStep, type ResumePoint } from './find-changed-step.ts';
export { requireWorkflow } from './find-workflow.ts';
export { loadVersion } from './load-version.ts';
export { noteTrial } from './note-trial.ts';
export { openListener } from './open-listener.ts';
export { previewedItems, previewTemplate } from './preview-template.ts';
export {
  findWorkflow,
  findWorkflowAs,
  listWorkflows,
  listWorkflowsOf,
  searchWorkflows,
  type WorkflowName,
} from './read-workflows.ts';
export { removeWorkflow, saveWorkflow } from './save-workflow.ts';
export {
  addSecret,
  changeSecret,
  deleteSecret,
  editSecret,
  listSecretsWithUses,
  secretsOf,
} from './secret-uses.ts';
export { starterNames } from './starters.ts';
export { callMethods } from './steps/http-request.ts';
export {
  definitionOf,
  type SettingsOf,
  type StepType,
  stepTypes,
  type TemplateKey,
  typesWhere,
} from './steps/step-types.ts';
export { checkNames, findUnknownNames } from './unknown-names.ts';
export { compareSteps, findStarters, listVersions, viewVersion, viewWorkflow } from './view-workflow.ts';
export { warnSteps } from './warn-steps.ts';
