import type { InstallationKey } from '../../lib/crypto/installation-key.ts';
import { isRecord, parseOwnJson } from '../../lib/json.ts';
import {
  type MockResponse,
  type MockStep,
  openOutput,
  readAttempts,
  type StepMock,
  type StepRow,
} from '../runs/index.ts';
import { diffFields } from './flatten.ts';
import { idsInText, type NewIds, newIdsOf } from './new-ids.ts';

/** A call of the published version, and its outcome. */
interface AnsweredCall {
  readonly path: string;
  readonly type: string;
  readonly request: unknown;
  readonly ids: NewIds;
  readonly outcome: StepMock;
}

/** Answers the calls of both versions from the steps of the original run. Nothing is called. */
export class Recording {
  readonly #steps: ReadonlyMap<string, StepRow>;
  readonly #key: InstallationKey;
  readonly #answered: AnsweredCall[] = [];

  constructor(steps: readonly StepRow[], key: InstallationKey) {
    this.#steps = new Map(steps.map((step) => [step.path, step]));
    this.#key = key;
  }

  /**
   * Answers a call of the published version with what the same step got in the original run (spec/shadow §2.1). The
   * request may contain the current time or new IDs, so only its method and its URL are compared, without numbers and
   * query. `onMissing` is called with the request if there is no such recording.
   */
  published(lastLead: number, onMissing: (request: string) => void): MockStep {
    return ({ path, type }, rows) => {
      const request = requestOf(type, rows.get(path));
      const recorded = this.#steps.get(path);
      const outcome =
        recorded?.type === type && targetOf(requestOf(type, recorded)) === targetOf(request)
          ? this.#outcomeOf(recorded)
          : undefined;
      if (outcome)
        this.#answered.push({ path, type, request, ids: newIdsOf(rows.values(), lastLead), outcome });
      else onMissing(describeRequest(path, type, request));
      return outcome;
    };
  }

  /**
   * Answers a call of the draft with what the published version got for the same request, preferably in the same step
   * (spec/shadow §2.2). All attempts of a step get the same outcome.
   */
  draft(
    lastLead: number,
    oldPathOf: (path: string) => string,
    onMissing: (request: string) => void,
  ): MockStep {
    const used = new Map<AnsweredCall, string>();
    return ({ path, type }, rows) => {
      const ids = newIdsOf(rows.values(), lastLead);
      const request = requestOf(type, rows.get(path));
      const isSame = (call: AnsweredCall) =>
        call.type === type &&
        (used.get(call) ?? path) === path &&
        diffFields('', { value: call.request, ids: call.ids }, { value: request, ids }).length === 0;
      const matching = this.#answered.filter(isSame);
      const found = matching.find((call) => call.path === oldPathOf(path)) ?? matching[0];
      if (found) used.set(found, path);
      else onMissing(describeRequest(path, type, request));
      return found?.outcome;
    };
  }

  #outcomeOf(row: StepRow): StepMock | undefined {
    const { status, error, errorCode } = row;
    if (status !== 'succeeded' && status !== 'failed') return undefined;
    const output = this.#outputOf(row);
    if (row.type === 'http.request' && isRecord(output))
      return { kind: 'response', response: output as unknown as MockResponse };
    if (status === 'succeeded') return { kind: 'output', output };
    if (errorCode === 'timeout') return { kind: 'timeout' };
    return { kind: 'error', error: readAttempts(row).at(-1)?.error ?? error ?? '', code: errorCode };
  }

  #outputOf({ output, sealedOutput }: StepRow): unknown {
    const text = sealedOutput === null ? output : openOutput(this.#key, sealedOutput);
    return text === null ? null : parseOwnJson(text);
  }
}

/** Returns the part of a step's input that the outcome may depend on. */
function requestOf(type: string, row: StepRow | undefined): unknown {
  const input = row?.input ? parseOwnJson(row.input) : null;
  if (!isRecord(input)) return input;
  if (type === 'http.request') {
    const { method, url, connection, query, body } = input;
    return { method, url, connection, query, body };
  }
  const { timeout: _, ...request } = input;
  return request;
}

/** Returns what a request of another time has in common with this one. */
function targetOf(request: unknown): string {
  if (!isRecord(request) || !('url' in request)) return '';
  const { method, url, connection = '' } = request;
  return `${method} ${connection} ${String(url).split('?')[0]}`.replace(idsInText, '0');
}

/** Says what a step would do, if there is no recording (spec/shadow §2.3). */
function describeRequest(path: string, type: string, request: unknown): string {
  const { method, url, title, workflow } = isRecord(request) ? request : {};
  if (type === 'http.request') return `${path} would call ${method} ${url}`;
  if (type === 'approve') return `${path} would ask for approval of "${title}"`;
  return `${path} would call the workflow "${workflow}"`;
}
