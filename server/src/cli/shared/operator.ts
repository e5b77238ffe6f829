import { hostname, userInfo } from 'node:os';
import type { Actor } from '../../core/audit/index.ts';

/**
 * Describes the person who runs a command. Operators aren't users of a workspace, so they are identified by
 * account and machine.
 */
export function operator(means: 'apply' | 'command', name?: string): Actor {
  return {
    user: null,
    means: name === undefined ? { type: means } : { type: means, name },
    origin: `${accountName()}@${hostname()}`,
  };
}

/** A container may run as a numeric user without a name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
