import type { Parameter } from './document.ts';

export const queryParameters: Readonly<Record<string, Parameter>> = {
  limit: {
    name: 'limit',
    in: 'query',
    description:
      'How many at most: 1 to 100. Beyond that, and for 0 or less, 100. Without it the default of the workspace.',
    schema: { type: 'integer' },
    example: 5,
  },
  start: {
    name: 'start',
    in: 'query',
    description: 'How many to skip.',
    schema: { type: 'integer', minimum: 0 },
    example: 0,
  },
  page: {
    name: 'page',
    in: 'query',
    description: 'The page to return, counted from 1. `start` takes precedence.',
    schema: { type: 'integer', minimum: 0 },
    example: 1,
  },
  orderBy: {
    name: 'orderBy',
    in: 'query',
    description: 'The alias of a field; `-alias` for descending. Without it by `id`, which is stable.',
    schema: { type: 'string' },
    example: '-date_added',
  },
  orderByDir: {
    name: 'orderByDir',
    in: 'query',
    description: 'The direction, where `orderBy` does not say it.',
    schema: { enum: ['asc', 'desc'] },
  },
};

/** spec/rest-api §9. */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeated request with the same key gets the first answer again, byte for byte, for 24 hours, and is done once.',
  schema: { type: 'string', maxLength: 255 },
};

export const pathParameter = (name: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description: 'The id of the lead.',
  schema: { type: 'integer' },
  example: 17,
});
