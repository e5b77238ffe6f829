import { describe, expect, test } from 'vitest';
import { showListener } from '../../../src/core/listeners/index.ts';
import { listAllRefused } from '../../../src/core/requests/index.ts';
import { requireWorkflow } from '../../../src/core/workflows/index.ts';
import { eventually } from '../../harness/eventually.ts';
import { type BuiltStage, bearer, shop, signed, token, useListeners } from './listener-stage.ts';

const { served, build } = useListeners();
describe('the request inspector (spec/listeners §5.4)', () => {
  const inspected = async ({ workspace, workflow }: BuiltStage) => {
    const { context } = served.current;
    const { id } = await requireWorkflow(context, workspace.id, workflow);
    return listAllRefused(context, workspace.id, id, 100);
  };

  test('keeps time, reason, IP address and header names, but no token, cookie, credential or body', async () => {
    const own = await build(signed);
    const [secretPart, cookie] = ['tOkEnCaNaRy', 'cOoKiEcAnArY'];
    const headers = [
      bearer(secretPart),
      `Cookie: a=${cookie}`,
      'X-Shop: 7',
      'x-shop: 8',
      'Content-Type: text/plain',
    ];
    const answer = await own.ask({ headers, body: 'bOdYcAnArY', query: 'apikey=qUeRyCaNaRy' });
    expect(answer.status).toBe(401);
    const requests = await eventually(async () => {
      const found = await inspected(own);
      return found.length > 0 && found;
    });
    expect(requests).toMatchObject([
      {
        at: expect.any(Date),
        method: 'POST',
        reason: 'invalid_or_expired',
        address: '127.0.0.1',
        header_names: [
          'host',
          'connection',
          'authorization',
          'cookie',
          'x-shop',
          'content-type',
          'content-length',
        ],
      },
    ]);
    expect(JSON.stringify(requests)).not.toMatch(/canary/i);
    expect(await own.countRuns()).toBe(0);
  });

  test('is not the activity of the workflow, which agents read and which has no failed token', async () => {
    const own = await build({ ...signed, allow_cors: true, cors_domains: shop });
    await own.ask({ headers: [bearer('bad')] });
    await own.ask({ headers: [bearer(token()), 'Origin: https://evil.example.test'] });
    await eventually(async () => (await inspected(own)).length === 2);
    const { context } = served.current;
    const { workspace } = own;
    const { id } = await requireWorkflow(context, workspace.id, own.workflow);
    const shown = await context.db.read(workspace.id, (transaction) =>
      showListener(transaction, workspace, id, context.key),
    );
    expect(shown?.refused.map(({ reason }) => reason)).toEqual(['origin_not_allowed']);
  });
});
