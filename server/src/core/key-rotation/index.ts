export { keyFollowedEveryMs, type RekeyStatus, readRekeyStatus, rekey } from './rekey.ts';
