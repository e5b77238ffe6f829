export { countProblems } from './count-problems.ts';
export { readActivity } from './read-activity.ts';
export { readAttention } from './read-attention.ts';
export { readFigures } from './read-figures.ts';
