export { callMethods } from './call-header.ts';
export { type CompiledTree, RenderFailure, resultOf } from './compile-tree.ts';
export { compileWorkflow } from './compile-workflow.ts';
export { callFields } from './compiled-parts.ts';
export type { CompiledStep, CompiledWorkflow } from './compiled-step.ts';
export { requireWorkflow } from './find-workflow.ts';
export { loadVersion } from './load-version.ts';
export { removeWorkflow, saveWorkflow } from './save-workflow.ts';
