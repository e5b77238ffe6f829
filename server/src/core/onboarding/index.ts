export { readHome } from './read-progress.ts';
