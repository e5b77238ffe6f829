import { CeilingUse } from '../../lib/ceiling-use.ts';
import type { RateVerdict } from '../../lib/token-bucket.ts';
import type { Principal } from './principal.ts';

/** Who used up the requests of a workspace (seed 8): by user, and by key, client or agent. */
export class RateUse extends CeilingUse<Pick<Principal, 'user' | 'means'>> {
  count({ workspace, user, means }: Principal, verdict: RateVerdict, now: Date): void {
    this.note(workspace.id, [`${user.id}/${means.type}/${means.id ?? ''}`, { user, means }], verdict, now);
  }
}
