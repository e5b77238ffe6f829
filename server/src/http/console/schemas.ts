import { describeFile } from '../../core/provisioning/index.ts';
import { testFileJsonSchema } from '../../core/workflow-tests/index.ts';
import { once } from '../../lib/once.ts';
import { openToAll, type Route } from '../request/route-table.ts';

/** The JSON Schemas of the files that commands read, by name (spec/provisioning §10, spec/workflow-tests §1.3). */
const schemas: Readonly<Record<string, () => object>> = {
  apply: describeFile,
  'workflow-test': testFileJsonSchema,
};

const permission = openToAll('the formats of files are public');

/** Serves the schemas without a credential, because editors read them. */
export const schemaRoutes = (): Route[] =>
  Object.entries(schemas).map(([name, schema]) => {
    const document = once(() => JSON.stringify(schema()));
    return {
      method: 'GET',
      path: `/schemas/${name}.json`,
      permission,
      handler: (_request, reply) => reply.type('application/schema+json; charset=utf-8').send(document()),
    };
  });
