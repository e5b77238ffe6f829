export { type Admitted, MessageAdmission } from './admit-messages.ts';
export { isSalt, type MessageAnswer, MessageSeal, makeSalt } from './message-seal.ts';
export { messages } from './move.ts';
export { cancelMove, type Moving, moveWorkspace, type Send } from './move-workspace.ts';
export { MovedHosts, type MovedTo } from './moved-hosts.ts';
export { createReceiver, type Receiving } from './receive.ts';
