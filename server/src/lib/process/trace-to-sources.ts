import { readFileSync } from 'node:fs';
import { SourceMap, type SourceOrigin } from 'node:module';

/**
 * Makes stack traces name the files and lines that the chunks in `folder` were built from. Node.js has an option for
 * this, but it reads all source maps at start. This reads a chunk's map when a stack trace first needs it.
 */
export function traceToSources(folder: URL): void {
  const maps = new Map<string, SourceMap | undefined>();
  const describe = (frame: NodeJS.CallSite): string => {
    const chunk = frame.getScriptNameOrSourceURL();
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
    if (!chunk?.startsWith(folder.href) || !line || !column) return String(frame);
    if (!maps.has(chunk)) maps.set(chunk, readMap(chunk));
    const origin: Partial<SourceOrigin> = maps.get(chunk)?.findOrigin(line, column) ?? {};
    if (!origin.fileName) return String(frame);
    const source = new URL(origin.fileName, chunk);
    return String(frame).replace(
      `${chunk}:${line}:${column}`,
      `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  };
  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
}

/** Without its map, a chunk's own lines are shown: making a stack trace must not fail. */
function readMap(chunk: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${chunk}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
