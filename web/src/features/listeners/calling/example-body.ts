import { bodyOf } from '../../workflows/trial/sample.ts';
import { useSample } from '../../workflows/trial/use-sample.ts';

/** RFC 2606 reserves the `.test` domain, so no test sends email to a real person. */
const exampleEmail = 'lea@example.test';
const emailAddress = /[^\s"\\<>@,;:]+@[^\s"\\<>@,;:]+/g;
const maxLength = 4_000;

/** The fields that the starter workflows read. */
const starterBody = { email: exampleEmail, first_name: 'Lea', last_name: 'Lind' };

/**
 * Returns a request body for code examples and test requests: that of the workflow's newest request, without its email
 * addresses, or else one for the starter workflows.
 */
export function useExampleBody(workflow: number): Readonly<Record<string, unknown>> {
  const { sample, input } = useSample(workflow, undefined, keepNothing);
  const text = JSON.stringify(bodyOf(input));
  // Only requests have headers. The input of other runs isn't what callers send.
  const isRequest = sample.kind === 'run' && Object.keys(Object(input.__headers)).length > 0;
  if (!isRequest || text === '{}' || text.length > maxLength) return starterBody;
  return JSON.parse(text.replaceAll(emailAddress, exampleEmail));
}

const keepNothing = () => {};
