import { z } from 'zod';
import { addDemo, readDemo, removeDemo } from '../../../core/demo/index.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { controllerOf } from '../controller-of.ts';
import { type Operation, operation } from '../operation.ts';

export const demoOperations = ({ playDemo }: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/demo',
    act: 'settings.manage',
    answer: z.object({
      state: z.enum(['none', 'playing', 'played', 'stuck']),
      runs: z.number(),
      of: z.number(),
    }),
    handle: async ({ context, principal: { workspace } }) => ({
      ...(await readDemo(context, workspace.id)),
    }),
  }),
  operation({
    method: 'POST',
    path: '/demo',
    act: 'settings.manage',
    handle: async (caller) => {
      const { workspace, user } = caller.principal;
      const demo = await changeInWorkspace(caller, (change) => addDemo(change, workspace, user.email));
      playDemo(caller.context, controllerOf(caller), demo);
    },
  }),
  operation({
    method: 'DELETE',
    path: '/demo',
    act: 'settings.manage',
    handle: (caller) => changeInWorkspace(caller, (change) => removeDemo(change, caller.principal.workspace)),
  }),
];
