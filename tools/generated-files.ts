import {
  asAdministrator,
  createScratchDatabase,
  dropDatabase,
} from '../server/test/harness/scratch-database.ts';
import { renderCellsProxy } from './cells-proxy.ts';
import { renderClientTypes } from './client-types.ts';
import { renderConsoleTypes } from './console-types.ts';
import { renderErrors } from './errors-page.ts';
import { renderPythonClient } from './python-client.ts';
import {
  renderConfiguration,
  renderFieldTypes,
  renderOpenApi,
  renderPermissions,
} from './reference-pages.ts';
import { renderNotices } from './release/notices.ts';
import { renderSchema } from './schema-dump.ts';
import { renderConsoleSteps, renderStepReference } from './step-reference.ts';
import { renderTableTypes } from './table-types.ts';
import { renderWorkspaceFile } from './workspace-file-page.ts';

/** Renders every generated file in the repository. */
export async function renderGeneratedFiles(): Promise<Map<string, string>> {
  const name = `hark_generate_${process.pid}`;
  try {
    const { owner, roleNames } = await createScratchDatabase(name);
    return await asAdministrator(
      async (client) =>
        new Map([
          ['server/src/db/tables.gen.ts', await renderTableTypes(client)],
          ['web/src/api/operations.gen.ts', renderConsoleTypes()],
          ['web/src/api/step-types.gen.ts', renderConsoleSteps()],
          ['docs/generated/steps.md', renderStepReference()],
          ['docs/generated/schema.sql', await renderSchema(client, roleNames)],
          ['docs/generated/configuration.md', renderConfiguration()],
          ['docs/generated/errors.md', await renderErrors()],
          ['docs/generated/field-types.md', renderFieldTypes()],
          ['docs/generated/openapi.json', renderOpenApi()],
          ['client/src/api.gen.ts', await renderClientTypes(renderOpenApi())],
          ['client/python/hark_client/api.py', renderPythonClient(renderOpenApi())],
          ['docs/generated/permissions.md', renderPermissions()],
          ['docs/generated/workspace-file.md', renderWorkspaceFile()],
          ['deploy/nginx-cells.conf', renderCellsProxy()],
          ['server/NOTICES.md', renderNotices()],
        ]),
      owner,
    );
  } finally {
    await dropDatabase(name, { roles: true });
  }
}
