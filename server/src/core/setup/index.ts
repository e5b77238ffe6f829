export { makeSetUpSecret, openSetUp, type SetUpForm, setUp } from './set-up.ts';
