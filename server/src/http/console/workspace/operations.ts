import { z } from 'zod';
import { examineAddress } from '../../../core/self-check/index.ts';
import {
  changeSettings,
  readSettings,
  renameWorkspace,
  settingsSchema,
} from '../../../core/workspaces/index.ts';
import { changeInWorkspace } from '../changing.ts';
import type { ConsoleData } from '../console-data.ts';
import { moment, type Operation, operation } from '../operation.ts';
import { erasureOperations } from './erasure.ts';
import { useOperation } from './use.ts';

/** Checks that the workspace's URL reaches this installation, and how proxies in front of it change a request. */
const examinationOperation = ({ askOwnAddress }: ConsoleData): Operation =>
  operation({
    method: 'POST',
    path: '/workspace/examination',
    act: 'settings.manage',
    answer: z.object({
      findings: z.array(z.object({ check: z.string(), ok: z.boolean(), says: z.string() })),
      /** The server's clock, for the browser to compare with its own. */
      now: moment,
    }),
    handle: async ({ context, principal: { workspace } }) => {
      const { baseUrl } = workspace;
      const { findings } = await examineAddress(context, askOwnAddress(baseUrl), baseUrl);
      return { findings: [...findings], now: context.clock.now().toISOString() };
    },
  });

/** The settings on this screen. The setting for agent tools is on the agents screen. */
const shownSettings = settingsSchema.omit({ agent_tools_off: true });
const workspaceName = z.string().trim().min(1).max(200);

export const workspaceOperations = (data: ConsoleData): Operation[] => [
  operation({
    method: 'GET',
    path: '/workspace',
    act: 'settings.manage',
    answer: z.object({ name: z.string(), base_url: z.string(), settings: shownSettings }),
    handle: async ({ context, principal: { workspace } }) => {
      const { agent_tools_off: _, ...settings } = await readSettings(context, workspace.id);
      return { name: workspace.name, base_url: workspace.baseUrl, settings };
    },
  }),
  operation({
    method: 'PATCH',
    path: '/workspace',
    act: 'settings.manage',
    body: z.strictObject({ name: workspaceName.optional(), settings: shownSettings.partial().optional() }),
    handle: (caller, { body: { name, settings = {} } }) =>
      changeInWorkspace(caller, async (change) => {
        await renameWorkspace(change, name);
        await changeSettings(change, settings);
      }),
  }),
  useOperation(data),
  examinationOperation(data),
  ...erasureOperations,
];
