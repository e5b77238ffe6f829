export { beginApp, checkNewApp, sealedAppSecret, useAppCode, wrongCode } from './authenticator-app.ts';
export {
  type AddedFactor,
  addApp,
  addNewPasskey,
  type Factors,
  hasFactor,
  readFactors,
  readOwnFactors,
  removeApp,
  removePasskey,
  renewCodes,
  resetFactors,
} from './factors.ts';
export {
  askForPasskey,
  beginPasskey,
  checkNewPasskey,
  checkPasskey,
  notePasskeyUse,
  refusedPasskey,
  type SignedChallenge,
} from './passkeys.ts';
export { useRecoveryCode } from './recovery-codes.ts';
export { openUndoLink, undoFactor } from './undo-factor.ts';
export type { UndoableFactor } from './undo-store.ts';
