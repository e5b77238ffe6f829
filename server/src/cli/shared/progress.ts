const everyMs = 1_000;

/** Reports progress about once a second on standard error, because standard output is for results. */
export function createProgress(verb: string): (table: string, rows: number) => void {
  let lastReportedAt = performance.now();
  return (table, rows) => {
    if (performance.now() - lastReportedAt < everyMs) return;
    lastReportedAt = performance.now();
    console.error(`${verb} ${table}: ${rows}`);
  };
}
