import { escapeBidi } from './escape-bidi.ts';

/** Shows a name or value that a user chose. Isolates its text direction from the surrounding text. */
export const Name = ({ children }: { children: string }) => <bdi>{escapeBidi(children)}</bdi>;
