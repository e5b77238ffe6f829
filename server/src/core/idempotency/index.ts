export { answerOnce, type GivenAnswer, type RepeatableRequest } from './answer-once.ts';
