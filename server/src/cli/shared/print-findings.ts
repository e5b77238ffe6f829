import type { Finding } from '../../core/installation/index.ts';

const markOf = ({ ok, level }: Finding): string =>
  level === 'warning' ? 'warn' : level === 'skipped' ? 'skip' : ok ? 'ok  ' : 'FAIL';

/**
 * Prints each finding as soon as it is known, or all of them as one JSON document. The command fails if any
 * finding is a fault.
 */
export async function printFindings(findings: AsyncIterable<Finding>, json: boolean): Promise<void> {
  const found: Finding[] = [];
  for await (const finding of findings) {
    found.push(finding);
    if (!json) console.log(`${markOf(finding)} ${finding.check}: ${finding.says}`);
  }
  if (json) console.log(JSON.stringify({ findings: found }, null, 2));
  if (found.some(({ ok }) => !ok)) process.exitCode = 1;
}
