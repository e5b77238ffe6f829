import type { ApiResponse } from '../../api/call.ts';

export type Secrets = ApiResponse<'GET /secrets'>;
export type Secret = Secrets['secrets'][number];
/** The secret that the dialog edits. A new secret may have a suggested name. */
export type Editing = {
  readonly name: string;
  readonly isNew: boolean;
  readonly hosts: readonly string[];
};
