import type { CellDirectory } from './directory.ts';

/** A bucket must have room for the longest host name, 253 characters. Unused room takes no memory. */
const bucketBytes = 512;
/** nginx looks for a size below this limit at which every bucket is large enough, and finds it at once. */
const sizeFor = (hosts: number) => 2 * hosts + 2_048;

/**
 * Renders the file that deploy/nginx-cells.conf includes: an upstream for each cell, and `$hark_cell`, the upstream
 * for the host of a request (spec/cells §2.1). An upstream has only the addresses of its cell, so no request reaches a second
 * cell (spec/cells §3.1). The directory's checks admit no text that ends a word in this file.
 */
export function renderNginxFile({ default: defaultCell, cells }: CellDirectory): string {
  const entries = Object.entries(cells);
  const routes = entries.flatMap(([name, { hosts }]) =>
    hosts.map((host) => `  ${host} ${upstream(name)};\n`),
  );
  return `# Written by \`hark cells map\`. Include it in http { } before any other map.
${entries.map(([name, { addresses }]) => renderUpstream(name, addresses)).join('')}
map_hash_bucket_size ${bucketBytes};
map_hash_max_size ${sizeFor(routes.length)};
map $host $hark_cell {
  default ${upstream(defaultCell)};
${routes.join('')}}
`;
}

/**
 * nginx compares this with every upstream's name, one after the other, for each request. With a common start, that takes
 * four times as long.
 */
const upstream = (name: string) => `${name}_hark`;

/** The settings are those of deploy/nginx.conf, which explains them. */
const renderUpstream = (name: string, addresses: readonly string[]) => `
upstream ${upstream(name)} {
${addresses.map((address) => `  server ${serverOf(address)} max_fails=0;\n`).join('')}  keepalive 64;
  keepalive_timeout 4s;
}
`;

function serverOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || '80'}`;
}
