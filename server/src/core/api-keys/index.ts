export { hashApiKey } from './api-key.ts';
export { saveApiKey } from './save-api-key.ts';
