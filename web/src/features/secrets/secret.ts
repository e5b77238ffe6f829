import type { Answer } from '../../api/call.ts';

export type Secrets = Answer<'GET /secrets'>;
export type Secret = Secrets['secrets'][number];
/** A name that is fixed is replaced; otherwise a new one is made, perhaps under a proposed name. */
export type Editing = {
  readonly name: string;
  readonly isNew: boolean;
  readonly hosts: readonly string[];
};
