import { z } from 'zod';
import { examineAddress } from '../../../core/self-check/index.ts';
import type { ConsoleData } from '../console-data.ts';
import { moment, type Operation, operation } from '../operation.ts';

/** Whether the workspace's address leads here, and what those who stand in front make of a request. */
export const examinationOperation = ({ askOwnAddress }: ConsoleData): Operation =>
  operation({
    method: 'POST',
    path: '/workspace/examination',
    act: 'settings.manage',
    answer: z.object({
      findings: z.array(z.object({ check: z.string(), ok: z.boolean(), says: z.string() })),
      /** This machine's clock, for the browser to compare with its own. */
      now: moment,
    }),
    handle: async ({ context, principal: { workspace } }) => {
      const { baseUrl } = workspace;
      const { findings } = await examineAddress(context, askOwnAddress(baseUrl), baseUrl);
      return { findings: [...findings], now: context.clock.now().toISOString() };
    },
  });
