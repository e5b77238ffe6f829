import { HarkError } from '../../../lib/errors.ts';
import { WrongInput } from '../read-input.ts';

const codes = ['bad_webhook', 'bad_filter', 'bad_replay'];

/** Moves the name of the field from the message, where REST has it (spec/events §3.3), to the form's path. */
export function locate(error: unknown): never {
  if (!(error instanceof HarkError && codes.includes(error.code))) throw error;
  const [, path, message] = /^(\w+): (.+)$/s.exec(error.message) ?? [];
  if (path === undefined || message === undefined) throw error;
  throw new WrongInput([{ path, message }]);
}
