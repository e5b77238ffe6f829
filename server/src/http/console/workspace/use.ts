import { z } from 'zod';
import { nameListeners } from '../../../core/listeners/index.ts';
import { maxCounted, readInFlight } from '../../../core/runs/index.ts';
import { readSettings } from '../../../core/workspaces/index.ts';
import type { ListenerId, WorkflowId } from '../../../lib/ids.ts';
import type { CeilingView } from '../../../lib/limits/limit-use.ts';
import type { ConsoleData } from '../console-data.ts';
import { moment, type Operation, operation } from '../operation.ts';

const calledListener = z.object({
  workflow: z.object({ id: z.number(), name: z.string() }).nullable(),
  /**
   * An entry without a workflow is a deleted listener, or the total of all listeners that aren't tracked
   * separately.
   */
  is_deleted: z.boolean(),
  served: z.number(),
  refused: z.number(),
});

/** Returns the most frequently called listeners. Deleted listeners can't be distinguished, so they are combined. */
function calledListeners(
  callers: CeilingView<ListenerId>['callers'],
  names: ReadonlyMap<ListenerId, { readonly id: WorkflowId; readonly name: string }>,
): z.infer<typeof calledListener>[] {
  const called = callers.map(({ caller, ...numbers }) => {
    const workflow = (caller && names.get(caller)) ?? null;
    return { workflow, is_deleted: caller !== null && workflow === null, ...numbers };
  });
  const deleted = called.filter(({ is_deleted }) => is_deleted);
  const one = {
    workflow: null,
    is_deleted: true,
    served: deleted.reduce((sum, { served }) => sum + served, 0),
    refused: deleted.reduce((sum, { refused }) => sum + refused, 0),
  };
  return [...called.filter(({ is_deleted }) => !is_deleted), ...(deleted.length > 0 ? [one] : [])].sort(
    (a, b) => b.served + b.refused - a.served - a.refused,
  );
}

const ceiling = z.object({
  burst: z.number(),
  /** Null if there were no recent calls. */
  remaining: z.number().nullable(),
  /** The lowest value of `remaining` in these minutes. */
  least: z.number().nullable(),
  minutes: z.array(z.object({ at: moment, served: z.number(), refused: z.number() })),
});
const counted = { served: z.number(), refused: z.number() };

/** The recent usage of one caller. */
const callerUse = z.object({
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
  means: z.object({ type: z.string(), name: z.string().nullable() }).nullable(),
  ...counted,
});

const present = <Caller>(burst: number, { remaining, least, minutes }: CeilingView<Caller>) => ({
  burst,
  remaining,
  least,
  minutes: minutes.map(({ at, ...numbers }) => ({ at: at.toISOString(), ...numbers })),
});

export const useOperation = ({ rateUse, listenerUse, useOfOthers }: ConsoleData): Operation =>
  operation({
    method: 'GET',
    path: '/workspace/use',
    act: 'settings.manage',
    answer: z.object({
      /** True if the numbers cover all server processes, false if only the one that responds. */
      is_whole: z.boolean(),
      requests: ceiling.extend({ per_minute: z.number(), callers: z.array(callerUse) }),
      listeners: ceiling.extend({
        callers: z.array(calledListener),
      }),
      runs: z.object({
        most: z.number(),
        in_flight: z.number(),
        waiting: z.number(),
        /** The counter stops at this number. */
        counted_up_to: z.number(),
      }),
    }),
    async handle({ context, principal: { workspace } }) {
      const [askedElsewhere, heardElsewhere] = await Promise.all([
        useOfOthers?.requests(workspace.id),
        useOfOthers?.listeners(workspace.id),
      ]);
      const settings = await readSettings(context, workspace.id);
      const runs = await readInFlight(context, workspace.id);
      const { rate_limit_per_minute: perMinute, rate_limit_burst: burst } = settings;
      const { listener_limit_per_second: perSecond } = settings;
      const now = context.clock.now();
      const asked = rateUse.view(workspace.id, { perMinute, burst }, now, askedElsewhere);
      const listenerLimit = { perMinute: perSecond * 60, burst: perSecond };
      const heard = listenerUse.view(workspace.id, listenerLimit, now, heardElsewhere);
      const listeners = heard.callers.flatMap(({ caller }) => caller ?? []);
      const names = await nameListeners(context, workspace.id, listeners);
      return {
        is_whole: askedElsewhere !== undefined && heardElsewhere !== undefined,
        requests: {
          ...present(burst, asked),
          per_minute: perMinute,
          callers: asked.callers.map(({ caller, ...numbers }) => ({
            user: caller?.user ?? null,
            means: caller?.means ?? null,
            ...numbers,
          })),
        },
        listeners: { ...present(perSecond, heard), callers: calledListeners(heard.callers, names) },
        runs: {
          most: settings.runs_in_flight,
          in_flight: runs.inFlight,
          waiting: runs.behind,
          counted_up_to: maxCounted,
        },
      };
    },
  });
