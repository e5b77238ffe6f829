export { reserveRecipients } from './reserve-recipients.ts';
