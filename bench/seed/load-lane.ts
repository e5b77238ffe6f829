// A loading process, which generates a chunk's rows and copies them into the database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyColumns, copyRows, fieldSetIn, type SeededTable, seededTables } from './copy-rows.ts';
import { chunkSize, type LaneMessage, stepOf } from './lane-message.ts';
import { seededLead } from './seeded-lead.ts';
import { leadsOf, populationOf, type SeedShape } from './shape.ts';

const linesAtOnce = 500;

type Write = (text: string) => Promise<void>;

/** Uses psql, because the driver doesn't support COPY. */
function startPsql(database: string): { write: Write; end(): Promise<number> } {
  const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', database], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(psql, 'exit');
  psql.stdin.on('error', () => {});
  // The generated rows are consistent. Checking each row's parent would take longer than writing the row.
  psql.stdin.write("set session_replication_role = 'replica'; set synchronous_commit = off;\n");
  return {
    async write(text) {
      if (psql.exitCode !== null) throw new Error('psql failed; see above');
      if (!psql.stdin.write(text)) await Promise.race([once(psql.stdin, 'drain'), ended]);
    },
    async end() {
      psql.stdin.end();
      const [code] = await ended;
      return code as number;
    },
  };
}

/** Copies a chunk, table by table, in one transaction that also records the chunk as done. */
async function writeChunk(write: Write, shape: SeedShape, chunk: number): Promise<void> {
  const lines = chunkLines(shape, chunk);
  await write('begin;\n');
  for (const table of seededTables) {
    await write(`copy ${table} (${copyColumns[table].join(', ')}) from stdin;\n`);
    for (let from = 0; from < lines[table].length; from += linesAtOnce)
      await write(lines[table].slice(from, from + linesAtOnce).join(''));
    await write('\\.\n');
  }
  await write(`insert into bench.steps values ('${stepOf(chunk)}');\ncommit;\n`);
}

function chunkLines(shape: SeedShape, chunk: number): Record<SeededTable, string[]> {
  const lines: Record<SeededTable, string[]> = { leads: [], lead_values: [], lead_history: [] };
  const last = Math.min((chunk + 1) * chunkSize, leadsOf(shape));
  let population = populationOf(shape, chunk * chunkSize + 1);
  let fields = fieldSetIn(population);
  for (let id = chunk * chunkSize + 1; id <= last; id++) {
    if (id >= population.firstLead + population.leads) {
      population = populationOf(shape, id);
      fields = fieldSetIn(population);
    }
    const rows = copyRows(population, fields, seededLead(population, id));
    for (const table of seededTables) lines[table].push(rows[table]);
  }
  return lines;
}

let opened: { psql: ReturnType<typeof startPsql>; shape: SeedShape } | undefined;
process.on('disconnect', () => process.exit());
process.on('message', async (message: LaneMessage) => {
  if (message.type === 'open') opened = { psql: startPsql(message.database), shape: message.shape };
  else if (message.type === 'close') process.exit(await opened?.psql.end());
  else if (opened) {
    await writeChunk(opened.psql.write, opened.shape, message.chunk);
    process.send?.('written');
  }
});
