export { messages } from './move.ts';
export { cancelMove, type Moving, moveWorkspace, type Send } from './move-workspace.ts';
export { MovedHosts, type MovedTo } from './moved-hosts.ts';
export { createReceiver, type Receiving } from './receive.ts';
