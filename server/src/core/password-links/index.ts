export { createUserOnce } from './create-user.ts';
export {
  type HandedOut,
  type Handing,
  inviteNewUser,
  inviteUser,
  resetPassword,
  resetPasswordOf,
} from './hand-out-link.ts';
export { purgeLinks } from './make-link.ts';
export type { Mailer } from './password-link.ts';
export { sendReset, takeResetRequest } from './request-reset.ts';
export { openLink, useLink } from './use-link.ts';
