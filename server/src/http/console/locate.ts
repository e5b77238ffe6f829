import { HarkError, withoutField } from '../../lib/errors.ts';
import { WrongInput } from './read-input.ts';

/** Shows an error next to the form's field. */
export function locate(error: unknown): never {
  if (!(error instanceof HarkError) || error.field === undefined) throw error;
  throw new WrongInput([{ path: error.field, message: withoutField(error) }]);
}
