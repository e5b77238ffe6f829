import type { Form } from '../base/form.ts';
import { ownPath } from '../base/own-path.ts';

/** Returns where to go after the last step. */
export const returnPathOf = (from: URLSearchParams | Form): string =>
  ownPath(from.get('return_to') ?? undefined) ?? '/';

/** Returns the path of the next step. */
export const withReturn = (path: string, returnTo: string): string =>
  `${path}?${new URLSearchParams({ return_to: returnTo })}`;
