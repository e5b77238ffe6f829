import { z } from 'zod';
import { answerHeaderProblems } from './answer-header.ts';
import { headerName, textSetting, tree } from './setting-schemas.ts';
import { defineStep, template } from './step-definition.ts';

export const respond = defineStep({
  type: 'respond',
  about: 'Responds to the request, if its listener waits for the workflow.',
  settings: {
    status: template(z.union([z.int().min(200).max(599), textSetting]).optional()),
    headers: template(z.record(headerName, textSetting).default({})),
    body: template(tree.optional()),
    redirect: template(textSetting.optional()),
  },
  defaults: ({ status, redirect }) => ({ status: status ?? (redirect === undefined ? 200 : 302) }),
  rule: {
    message: 'can have `body` or `redirect`, not both',
    isMet: ({ body, redirect }) => body === undefined || redirect === undefined,
  },
  checkSaved: ({ headers }) => answerHeaderProblems(headers, ['headers']),
  example: { status: 201, body: { ok: true } },
  output: '`{sent}`: whether a caller was waiting',
  reaches: 'database',
  canBatch: () => false,
});
