import { CeilingUse } from '../../lib/limits/limit-use.ts';
import type { RateVerdict } from '../../lib/limits/token-bucket.ts';
import type { Principal } from './principal.ts';

/** Contains only what is displayed, because it is shared with other processes through Redis. */
export interface RateCaller {
  readonly user: Pick<Principal['user'], 'id' | 'name'>;
  readonly means: { readonly type: Principal['means']['type']; readonly name: string | null };
}

/** Counts how a workspace's rate limit (spec/rest-api §8) is used, by user and by key, client or agent. */
export class RateUse extends CeilingUse<RateCaller> {
  count({ workspace, user, means }: Principal, verdict: RateVerdict, now: Date): void {
    const { id, name } = user;
    const caller = { user: { id, name }, means: { type: means.type, name: means.name ?? null } };
    this.note(workspace.id, [`${id}/${means.type}/${means.id ?? ''}`, caller], verdict, now);
  }
}
