const everyMs = 1_000;

/** Reports progress about once a second, on standard error: standard output is for results. */
export function createProgress(verb: string): (table: string, rows: number) => void {
  let lastTold = performance.now();
  return (table, rows) => {
    if (performance.now() - lastTold < everyMs) return;
    lastTold = performance.now();
    console.error(`${verb} ${table}: ${rows}`);
  };
}
