import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const fields = z.record(z.string(), z.unknown());
const headers = z.record(z.string(), z.string());
const status = z.int().min(100).max(599);

const response = z.strictObject({
  status: status.default(200),
  headers: headers.default({}),
  body: z.unknown().optional(),
});
const decision = z.strictObject({ approved: z.boolean(), comment: z.string().nullable().default(null) });
const returned = z.strictObject({ value: z.unknown() });
const failure = z.strictObject({ error: z.string().min(1) });

export const mockError =
  'must be { status, headers, body }, { approved, comment }, { value }, { error } or timeout, depending on the type of the step, or a list of them';

const mock = z.union([decision, returned, failure, z.literal('timeout'), response]);
const mocks = z.union([mock, z.array(mock).min(1)], { error: mockError });

const request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  headers: headers.default({}),
  query: headers.default({}),
  /** Text is sent as it is; any other value as JSON. */
  body: z.unknown().optional(),
});

const step = z.strictObject({
  status: z.enum(['succeeded', 'failed']).optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.string().nullable().optional(),
});

const expectation = z.strictObject({
  status: z.enum(['succeeded', 'failed']).optional(),
  error: z.string().nullable().optional(),
  warnings: z.int().min(0).optional(),
  /** Null means that the step didn't run. */
  steps: z.record(z.string(), step.nullable()).optional(),
  respond: z
    .strictObject({ status: status.optional(), headers: headers.optional(), body: z.unknown().optional() })
    .nullish(),
  result: z.unknown().optional(),
  leads: z.array(fields).optional(),
  http: z
    .array(
      z.strictObject({
        step: z.string().optional(),
        method: z.string().optional(),
        url: z.string().optional(),
        headers: headers.optional(),
        body: z.unknown().optional(),
      }),
    )
    .optional(),
  mails: z
    .array(
      z.strictObject({
        step: z.string().optional(),
        to: z.array(z.string()).optional(),
        cc: z.array(z.string()).optional(),
        reply_to: z.string().nullable().optional(),
        subject: z.string().optional(),
        text: z.string().optional(),
      }),
    )
    .optional(),
});

const test = z
  .strictObject({
    name: text,
    now: z.iso.datetime({ offset: true }).optional(),
    leads: z.array(fields).default([]),
    request: request.optional(),
    data: fields.optional(),
    mocks: z.record(z.string(), mocks).default({}),
    expect: expectation,
  })
  .refine(({ request, data }) => !request || !data, {
    path: ['data'],
    error: 'cannot be combined with request',
  });

/** The format of a file for `hark workflow test` (spec/workflow-tests §1.1). */
export const testFileSchema = z.strictObject({
  /** The file for `hark apply`, relative to this file. */
  file: z.string().min(1),
  workflow: text,
  tests: z.array(test).min(1).max(1_000),
});

export type TestFile = z.output<typeof testFileSchema>;
export type WorkflowTest = TestFile['tests'][number];
export type Expectation = z.output<typeof expectation>;
export type WrittenRequest = z.output<typeof request>;
export type WrittenMock = z.output<typeof mock>;

/** The JSON Schema of the file, for editors (spec/workflow-tests §1.3). */
export const testFileJsonSchema = (): object => z.toJSONSchema(testFileSchema, { io: 'input' });
