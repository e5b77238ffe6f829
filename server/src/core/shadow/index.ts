export { maxShadowed, type ShownShadow, shadowAs, shadowByOperator } from './shadow.ts';
