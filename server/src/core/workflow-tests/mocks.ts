import type { MockStep, StepMock } from '../runs/index.ts';
import type { StepType } from '../workflows/index.ts';
import type { WorkflowTest, WrittenMock } from './test-schema.ts';

type Mocks = WorkflowTest['mocks'];

/** Thrown if a step would have to call a server, ask users or call a workflow (spec/workflow-tests §2.1). */
export class MissingMock extends Error {}

/** Returns the mocks of one test. A list is used call after call, any other mock for every call (spec/workflow-tests §2.3). */
export function mockSteps(mocks: Mocks): MockStep {
  const calls = new Map<string, number>();
  return ({ name, type }) => {
    const written = Object.hasOwn(mocks, name) ? mocks[name] : undefined;
    if (written === undefined) throw new MissingMock(`${name}: this ${type} has no mock`);
    if (!Array.isArray(written)) return toStepMock(written);
    const call = (calls.get(name) ?? 0) + 1;
    calls.set(name, call);
    const next = written[call - 1];
    if (next === undefined) throw new MissingMock(`${name}: this ${type} has no mock for call ${call}`);
    return toStepMock(next);
  };
}

function toStepMock(mock: WrittenMock): StepMock {
  if (mock === 'timeout') return { kind: 'timeout' };
  if ('error' in mock) return { kind: 'error', error: mock.error };
  if ('approved' in mock)
    return { kind: 'output', output: { approved: mock.approved, by: null, comment: mock.comment } };
  if ('value' in mock) return { kind: 'output', output: mock.value };
  const { status, body = null } = mock;
  const headers = Object.entries(mock.headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { kind: 'response', response: { status, headers: Object.fromEntries(headers), body } };
}

/** The mocks that a step of each type accepts, and how an error describes them (spec/workflow-tests §2.2). */
const accepted: ReadonlyMap<StepType, { readonly keys: readonly string[]; readonly wanted: string }> =
  new Map([
    ['http.request', { keys: ['status', 'error'], wanted: '{ status, headers, body } or { error }' }],
    ['approve', { keys: ['approved', 'timeout'], wanted: '{ approved, comment } or timeout' }],
    ['workflow.call', { keys: ['value', 'error'], wanted: '{ value } or { error }' }],
  ]);

/** Returns what is wrong with the mocks of a test, by step name. */
export function checkMocks(
  mocks: Mocks,
  types: ReadonlyMap<string, StepType>,
): { readonly name: string; readonly message: string }[] {
  return Object.entries(mocks).flatMap(([name, written]) => {
    const type = types.get(name);
    if (type === undefined) return [{ name, message: 'there is no such step' }];
    const rule = accepted.get(type);
    if (!rule) return [{ name, message: `a step of type ${type} needs no mock` }];
    const isAccepted = (mock: WrittenMock) =>
      rule.keys.some((key) => (mock === 'timeout' ? key === mock : Object.hasOwn(mock, key)));
    if ([written].flat().every(isAccepted)) return [];
    return [{ name, message: `must be ${rule.wanted}, because the step is of type ${type}` }];
  });
}
