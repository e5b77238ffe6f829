import { z } from 'zod';
import { searchBody } from '../../../core/leads/index.ts';
import { shellQuoted } from '../../../lib/process/shell-quoted.ts';
import { type Operation, operation } from '../operation.ts';
import { chosen } from './shapes.ts';

const sdk = (baseUrl: string, search: object) => `import { Hark } from '@harkhq/client';

const hark = new Hark({ baseUrl: '${baseUrl}', token: process.env.HARK_TOKEN });
const { total, leads } = await hark.leads.search(${JSON.stringify(search, null, 2)});`;

/** Shows how a program can run the same search that the user sees. */
export const callOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/leads/calls',
    act: 'leads.view',
    body: chosen.extend({ order: z.string().max(101).optional() }),
    answer: z.object({ curl: z.string(), sdk: z.string(), mcp: z.string() }),
    handle({ principal }, { body }) {
      const search = {
        ...searchBody(body),
        ...(body.order !== undefined && { orderBy: body.order }),
        limit: 100,
      };
      const address = `${principal.workspace.baseUrl}/api/leads/search`;
      const curl = [
        `curl ${shellQuoted(address)} \\`,
        `  -H "Authorization: Bearer $HARK_TOKEN" \\`,
        `  --json ${shellQuoted(JSON.stringify(search))}`,
      ].join('\n');
      const mcp = { method: 'tools/call', params: { name: 'search_leads', arguments: search } };
      return { curl, sdk: sdk(principal.workspace.baseUrl, search), mcp: JSON.stringify(mcp, null, 2) };
    },
  }),
];
