import type { Answer } from '../../api/call.ts';

export type Field = Answer<'GET /lead-fields'>['fields'][number];
