export { beginApp, sealedAppSecret, useAppCode, wrongCode } from './authenticator-app.ts';
export {
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
