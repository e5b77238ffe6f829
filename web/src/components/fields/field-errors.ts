import { CallError } from '../../api/call.ts';

/** Finds the error of a field. `path` is relative to the form, such as `inputs.0.name`. */
export type ErrorAt = (path: string) => string | undefined;

/** Returns the errors of a form by field, and whether there are others. `start` is the path of the form in the request. */
export function errorsOf(error: Error | null, start = ''): { errorAt: ErrorAt; hasOthers: boolean } {
  const problems = error instanceof CallError ? error.problems : [];
  const own = problems.filter(({ path }) => path !== '' && path.startsWith(start));
  return {
    errorAt: (path) => {
      const found = own.find((problem) => `${problem.path}.`.startsWith(`${start}${path}.`));
      return found && capitalized(found.message);
    },
    hasOthers: error !== null && own.length < Math.max(1, problems.length),
  };
}

/** The server's message continues after the name of the field, so it starts in lower case. */
const capitalized = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
