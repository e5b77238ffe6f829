export { type CompiledTree, RenderFailure, resultOf } from './compile-tree.ts';
export { compileWorkflow } from './compile-workflow.ts';
export type { CompiledStep, CompiledWorkflow } from './compiled-step.ts';
export { describeListener } from './describe-listener.ts';
export { requireWorkflow } from './find-workflow.ts';
export { loadVersion } from './load-version.ts';
export { findWorkflow, listWorkflows, type WorkflowName } from './read-workflows.ts';
export { removeWorkflow, saveWorkflow } from './save-workflow.ts';
