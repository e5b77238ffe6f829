import { z } from 'zod';
import { describeListener } from '../../../core/workflows/index.ts';
import { defineTool } from '../tool.ts';
import { workflow } from '../workflow-arguments.ts';

/** A short explanation of how to sign a request (spec/listeners §3). */
const signing =
  'Send `Authorization: Bearer <JWT>`, signed with HS256, HS384 or HS512 and the endpoint secret; set `iss` to the endpoint key. The workflow settings show the key and secret; this tool never does.';

export const describeListenerTool = defineTool({
  title: "Describe a workflow's listener",
  description:
    'Get the URL that starts a workflow from outside, how to call it, its protections, and the latest rejected requests with the reasons.',
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
        enabled: isSwitchedOn,
        ...settings,
        ...(settings.add_authentication && { how_to_sign: signing }),
        refused_lately: refused.map(({ at, method, reason, address }) => ({ at, method, reason, address })),
      },
    };
  },
});
