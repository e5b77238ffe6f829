import type { Administrator } from '../server/test/harness/scratch-database.ts';

const scalarTypes: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  text: 'string',
  'text[]': 'string[]',
  'bigint[]': 'number[]',
  uuid: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  jsonb: 'Record<string, unknown>',
};

/** The row types of all tables as TypeScript, from the migrated schema. */
export async function renderTableTypes(client: Administrator): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string; type: string; nullable: boolean }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname, a.attnum`);
  const tables = Map.groupBy(rows, (row) => row.table);
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.map(
      ({ column, type, nullable }) => `    ${column}: ${typescriptType(type)}${nullable ? ' | null' : ''};`,
    ),
    '  };',
  ]);
  return [
    '// Made by `npm run generate` from server/migrations. Do not edit.',
    '',
    'export interface Tables {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

function typescriptType(type: string): string {
  const known = scalarTypes[type];
  if (!known) throw new Error(`tools/table-types.ts has no TypeScript type for ${type} yet`);
  return known;
}
