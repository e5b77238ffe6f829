import { z } from 'zod';
import { describeListener } from '../../../core/workflows/index.ts';
import { defineTool } from '../tool.ts';
import { workflow } from '../workflow-arguments.ts';

/** How to sign a request, in short (spec/listeners §3). */
const signing =
  'Send `Authorization: Bearer <JWT>`, signed with HS256, HS384 or HS512 and the endpoint secret; its `iss` is the endpoint key. Key and secret are shown in the settings of the workflow, never here.';

export const describeListenerTool = defineTool({
  title: "Describe a workflow's listener",
  description:
    'The address that starts a workflow from outside, how to call it, its protections, and the newest requests that it refused and why.',
  nature: { isReadOnly: true },
  input: z.strictObject({ workflow }),
  async run({ context, principal }, { workflow: wanted }) {
    const { workflow: found, listener } = await describeListener(context, principal, wanted);
    const { url, isSwitchedOn, refused, ...settings } = listener;
    return {
      data: {
        workflow: found,
        url,
        methods: ['GET', 'POST', 'PUT'],
        is_switched_on: isSwitchedOn,
        ...settings,
        ...(settings.add_authentication && { how_to_sign: signing }),
        refused_lately: refused.map(({ at, method, reason, address }) => ({ at, method, reason, address })),
      },
    };
  },
});
