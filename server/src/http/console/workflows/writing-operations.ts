import { z } from 'zod';
import { may } from '../../../core/access/index.ts';
import { listConnections } from '../../../core/connections/index.ts';
import { listLeadFields } from '../../../core/lead-fields/index.ts';
import { listRoles } from '../../../core/roles/index.ts';
import { listSecretNames } from '../../../core/secrets/index.ts';
import { languageCatalogue } from '../../../core/templating/index.ts';
import {
  checkNames,
  checkSteps,
  listWorkflows,
  type StepWarning,
  warningCodes,
  warnWorkflow,
} from '../../../core/workflows/index.ts';
import { notCredential } from '../../../lib/credential.ts';
import type { WorkflowId } from '../../../lib/ids.ts';
import type { ConsoleData } from '../console-data.ts';
import { operation } from '../operation.ts';
import { writtenSteps } from './workflow-operations.ts';

const words = z.array(z.object({ name: z.string(), signature: z.string(), about: z.string() }));
const maxNames = 500;

/**
 * An error in the steps. Line and column start at 1. They are null if the error isn't in a template but in the
 * step itself.
 */
const stepProblem = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  line: z.number().nullable(),
  column: z.number().nullable(),
});

/** What could keep the steps from working, although they can be published. An empty path means the workflow. */
export const warnings = z.array(
  stepProblem.pick({ path: true, message: true }).extend({ code: z.enum(warningCodes) }),
);

export const presentWarnings = (found: readonly StepWarning[]): z.infer<typeof warnings> =>
  found.map(({ code, path, message }) => ({ code, path: [...path], message }));

export const writingOperations = ({ mailer }: ConsoleData) => [
  operation({
    method: 'GET',
    path: '/workflows/language',
    act: 'workflows.view',
    answer: z.object({
      functions: words,
      filters: words,
      tests: words,
      tags: words,
      secrets: z.array(notCredential(z.string(), 'these are names')),
      workflows: z.array(z.string()),
      roles: z.array(z.string()),
      /** Empty for users who can't edit workflows (spec/connections §4.2). */
      connections: z.array(z.object({ name: z.string(), origin: z.string() })),
      lead_fields: z.array(z.object({ alias: z.string(), label: z.string(), unique: z.boolean() })),
    }),
    handle: async ({ context, principal }) => {
      const fields = await listLeadFields(context, principal.workspace.id);
      const workflows = await listWorkflows(context, principal, { after: 0, most: maxNames });
      const connections = may(principal, 'connections.view') ? await listConnections(context, principal) : [];
      const { functions, filters, tests, tags } = languageCatalogue();
      return {
        functions: [...functions],
        filters: [...filters],
        tests: [...tests],
        tags: [...tags],
        secrets: await listSecretNames(context, principal.workspace.id),
        workflows: workflows.map(({ name }) => name),
        roles: (await listRoles(context, principal.workspace.id)).map(({ name }) => name),
        connections: connections.map(({ name, origin }) => ({ name, origin })),
        lead_fields: fields
          .filter(({ readOnly }) => !readOnly)
          .map(({ alias, label, unique }) => ({ alias, label, unique })),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/workflows/check',
    act: 'workflows.view',
    body: z.strictObject({ workflow: z.int().positive(), steps: writtenSteps }),
    answer: z.object({ problems: z.array(stepProblem), warnings }),
    handle: async ({ context, principal }, { body }) => {
      const unknown = await checkNames(context, principal, body.steps);
      const found = await warnWorkflow(context, principal, body.workflow as WorkflowId, {
        steps: body.steps,
        hasMail: mailer !== undefined,
      });
      return {
        warnings: presentWarnings(found),
        problems: [...checkSteps(body.steps), ...unknown].map(({ path, message, template }) => ({
          path: [...path],
          message: template ? sentenceOf(template) : message,
          line: template?.line ?? null,
          column: template?.column ?? null,
        })),
      };
    },
  }),
];

/** Returns the message without the location, which is a separate field. */
export const sentenceOf = ({ message, suggestion }: { message: string; suggestion?: string }): string =>
  suggestion === undefined ? message : `${message} Did you mean ${suggestion}?`;
