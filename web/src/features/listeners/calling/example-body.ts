import { bodyOf } from '../../workflows/trial/sample.ts';
import { useSample } from '../../workflows/trial/use-sample.ts';

/** RFC 2606 reserves the `.test` domain, so no test sends email to a real person. */
const exampleEmail = 'lea@example.test';
const emailAddress = /[^\s"\\<>@,;:]+@[^\s"\\<>@,;:]+/g;
const maxLength = 4_000;

/** The fields that the starter workflows read. */
const starterBody = { email: exampleEmail, first_name: 'Lea', last_name: 'Lind' };

type Body = Readonly<Record<string, unknown>>;

/** Returns a request body for code examples and test requests: that of the workflow's newest request, or a starter. */
export function useExampleBody(workflow: number): Body {
  const { sample, input } = useSample(workflow, undefined, keepNothing);
  return exampleBodyOf(sample.kind === 'run' ? input : {});
}

/** Returns the body of a run's request without its email addresses, or else one for the starter workflows. */
export function exampleBodyOf(input: Body): Body {
  const text = JSON.stringify(bodyOf(input));
  // Only requests have headers. The input of other runs isn't what callers send.
  const isRequest = Object.keys(Object(input.__headers)).length > 0;
  if (!isRequest || text === '{}' || text.length > maxLength) return starterBody;
  return JSON.parse(text.replaceAll(emailAddress, exampleEmail));
}

const keepNothing = () => {};
