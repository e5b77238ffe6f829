export { confirmWithPasskey, confirmWithPassword, isConfirmed, requireConfirmed } from './confirm.ts';
export { beginPasskeySignIn, finishWithPasskey } from './passkey-sign-in.ts';
export { finishWithCode, readSecondStep } from './second-step.ts';
export { signIn } from './sign-in.ts';
export type { SignInRequest } from './sign-in-request.ts';
export { endBySso } from './sso-logout.ts';
export { confirmWithSso, finishSso, isConfirmation, startSso } from './sso-sign-in.ts';
