export { type Arrival, arrivalPath, isTicket, sealArrival, ticketHeader } from './arrival.ts';
export type { Answer, Ask, Question } from './ask.ts';
export { type Examined, examineAddress, examineCame } from './examine-address.ts';
export { pretendedCaller } from './judge-arrival.ts';
