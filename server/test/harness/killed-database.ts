import type { Context } from '../../src/core/context/index.ts';

/** When the process dies: right before a transaction starts, or right after it was committed. */
export type KillMoment = 'before' | 'after';

/** Thrown where the process dies. */
export class Killed extends Error {}

/** A context whose process dies at its transaction number `at`, counted from 1. */
export function killedAt(context: Context, at: number, moment: KillMoment): Context {
  let count = 0;
  const write: Context['db']['write'] = async (workspace, work) => {
    count++;
    if (count > at || (count === at && moment === 'before')) throw new Killed('killed');
    const done = await context.db.write(workspace, work);
    if (count === at) throw new Killed('killed');
    return done;
  };
  const db = new Proxy(context.db, {
    get(target, key) {
      if (key === 'write') return write;
      const value = Reflect.get(target, key) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...context, db };
}
