import { hostname, userInfo } from 'node:os';
import type { Actor } from '../../core/audit/index.ts';

/** Whoever runs a command: nobody in a workspace, known by account and machine. */
export function operator(means: 'apply' | 'command', name?: string): Actor {
  return {
    user: null,
    means: name === undefined ? { type: means } : { type: means, name },
    origin: `${accountName()}@${hostname()}`,
  };
}

/** A container may run under a number that has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
