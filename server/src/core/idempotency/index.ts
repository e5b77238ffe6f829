export { answerOnce, type FreshAnswer, type GivenAnswer, type RepeatableRequest } from './answer-once.ts';
export { type ApiCaller, changeOnce } from './change-once.ts';
export { deleteAnswersWith } from './idempotency-store.ts';
