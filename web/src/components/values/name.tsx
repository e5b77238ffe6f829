import { shownText } from './shown-text.ts';

/** A name, or a value, that somebody chose: it reads in its own direction, and turns nothing that stands around it. */
export const Name = ({ children }: { children: string }) => <bdi>{shownText(children)}</bdi>;
