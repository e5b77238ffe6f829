export { demoEmails } from './demo-deliveries.ts';
export { demoWorkflowNames } from './demo-document.ts';
export { addDemo, readDemo, removeDemo } from './demo-here.ts';
export { applyDemo, type DemoPlace, findDemoAddress } from './demo-workspace.ts';
export { type DemoStage, keepDemoGoing, playDemo, type SendDelivery } from './play-demo.ts';
