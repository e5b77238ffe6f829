import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCell,
  type CellDirectory,
  readDirectory,
  renderNginxFile,
  routeHost,
} from '../../src/core/cells/index.ts';

const file = `# Operators: see the wiki.
default: eu1
cells:
  eu1:
    addresses: [http://10.0.0.1:8080]
  eu2:
    addresses: [http://10.0.1.1:8080, http://cell-2.internal]
    # Large customers
    hosts:
      - acme.example.com
      - xn--bcher-kva.example
`;

const fileWith = (changes: object) =>
  JSON.stringify({ default: 'a', cells: { a: { addresses: ['http://10.0.0.1:8080'] } }, ...changes });
const cellWith = (cell: object) =>
  fileWith({ cells: { a: { addresses: ['http://10.0.0.1:8080'], ...cell } } });

describe('the directory', () => {
  test('has cells with addresses and hosts, and a default (spec/cells §1.1)', () => {
    expect(readDirectory(file)).toEqual({
      default: 'eu1',
      cells: {
        eu1: { addresses: ['http://10.0.0.1:8080'], hosts: [] },
        eu2: {
          addresses: ['http://10.0.1.1:8080', 'http://cell-2.internal'],
          hosts: ['acme.example.com', 'xn--bcher-kva.example'],
        },
      },
    });
  });

  test('reports every error with its line (spec/cells §1.1)', () => {
    const wrong = file.replace('default: eu1', 'default: eu3').replace('hosts:', 'host:');
    expect(() => readDirectory(wrong)).toThrow(
      'default: there is no cell eu3\n  line 2, column 1\ncells.eu2.host: unknown key\n  line 9, column 5',
    );
    const twice = file.replace('xn--bcher-kva.example', 'acme.example.com');
    expect(() => readDirectory(twice)).toThrow(
      'cells.eu2.hosts[1]: acme.example.com already appears in the cell eu2\n  line 11, column 9',
    );
    expect(() => readDirectory('default: [')).toThrow("the file: isn't valid YAML");
    expect(() => readDirectory('')).toThrow('must be an object');
  });

  test.each([
    ['a name with a space', fileWith({ cells: { 'a b': { addresses: ['http://10.0.0.1:8080'] } } })],
    ['an upper-case name', fileWith({ cells: { A: { addresses: ['http://10.0.0.1:8080'] } } })],
    [
      'a name that ends with a hyphen',
      fileWith({ cells: { 'a-': { addresses: ['http://10.0.0.1:8080'] } } }),
    ],
    ['no address', cellWith({ addresses: [] })],
    ['an https address', cellWith({ addresses: ['https://10.0.0.1'] })],
    ['an address with a path', cellWith({ addresses: ['http://10.0.0.1/x'] })],
    ['an address with a credential', cellWith({ addresses: ['http://a:b@10.0.0.1'] })],
    ['an address with a variable', cellWith({ addresses: ['http://$host:80'] })],
    ['a host with a scheme', cellWith({ hosts: ['https://acme.example.com'] })],
    ['a host with a port', cellWith({ hosts: ['acme.example.com:8443'] })],
    ['an upper-case host', cellWith({ hosts: ['Acme.example.com'] })],
    ['a wildcard', cellWith({ hosts: ['*.example.com'] })],
    ['a keyword of nginx', cellWith({ hosts: ['default'] })],
    ['a host that ends a word', cellWith({ hosts: ['a.example.com;'] })],
    ['a host with a line break', cellWith({ hosts: ['a.example.com\n'] })],
    ['a host of 254 characters', cellWith({ hosts: [`${'a'.repeat(62)}.`.repeat(4).slice(0, 254)] })],
  ])('rejects %s (spec/cells §1.2)', (_what, text) => {
    expect(() => readDirectory(text)).toThrow(/must/);
  });

  test('allows the longest host, IPv6 addresses and an explicit default port (spec/cells §1.2)', () => {
    const host = `${'a'.repeat(62)}.`.repeat(4).slice(0, 251);
    expect(readDirectory(cellWith({ hosts: [host] })).cells.a?.hosts).toEqual([host]);
    const addresses = ['http://[fd00::1]:8080', 'http://10.0.0.1:80'];
    expect(renderNginxFile(readDirectory(cellWith({ addresses })))).toContain(
      '  server [fd00::1]:8080 max_fails=0;\n  server 10.0.0.1:80 max_fails=0;\n',
    );
  });
});

describe('a change', () => {
  const cell = { name: 'eu3', addresses: ['http://10.0.2.1:8080'], isDefault: false };

  test('adds a cell; the first one is the default (spec/cells §1.3, §1.4)', () => {
    const first = addCell(undefined, { ...cell, name: 'eu1' });
    expect(readDirectory(first).default).toBe('eu1');
    const second = addCell(first, cell);
    expect(readDirectory(second)).toMatchObject({ default: 'eu1', cells: { eu1: {}, eu3: {} } });
    expect(readDirectory(addCell(first, { ...cell, isDefault: true })).default).toBe('eu3');
    expect(() => addCell(second, cell)).toThrow('There is already a cell eu3.');
  });

  test('moves a host between cells and keeps comments (spec/cells §1.4)', () => {
    const moved = routeHost(file, 'acme.example.com', 'eu1');
    const { cells } = readDirectory(moved);
    expect([cells.eu1?.hosts, cells.eu2?.hosts]).toEqual([['acme.example.com'], ['xn--bcher-kva.example']]);
    expect(moved).toMatch(/^# Operators: see the wiki\.[\s\S]*# Large customers/);
    expect(routeHost(file, 'acme.example.com', 'eu2')).toBe(file);
  });

  test('names the wrong argument, or the cells that exist (spec/cells §1.2)', () => {
    expect(() => routeHost(file, 'a b', 'eu2')).toThrow('host: must be a lower-case host name');
    expect(() => routeHost(file, 'a.test', 'eu9')).toThrow('There is no cell eu9. The cells are eu1, eu2.');
    expect(() => routeHost(file, 'a.test', 'constructor')).toThrow('There is no cell constructor.');
    expect(() => addCell(file, { ...cell, name: 'x y' })).toThrow('name: must have 1 to 32');
    expect(() => addCell(file, { ...cell, addresses: ['x'] })).toThrow('address: must be http');
  });
});

test('the file for nginx has an upstream for each cell and a map of hosts (spec/cells §2.1)', () => {
  expect(
    renderNginxFile(readDirectory(file)),
  ).toBe(`# Written by \`hark cells map\`. Include it in http { } before any other map.

upstream eu1_hark {
  server 10.0.0.1:8080 max_fails=0;
  keepalive 64;
  keepalive_timeout 4s;
}

upstream eu2_hark {
  server 10.0.1.1:8080 max_fails=0;
  server cell-2.internal:80 max_fails=0;
  keepalive 64;
  keepalive_timeout 4s;
}

map_hash_bucket_size 512;
map_hash_max_size 2052;
map $host $hark_cell {
  default eu1_hark;
  acme.example.com eu2_hark;
  xn--bcher-kva.example eu2_hark;
}
`);
});

/** The file for nginx with one cell and one host, and only harmless characters in them. */
const oneCell =
  /^# .*\n\nupstream [a-z0-9-]+_hark \{\n {2}server [a-z0-9_.:[\]-]+ max_fails=0;\n {2}keepalive 64;\n {2}keepalive_timeout 4s;\n\}\n\nmap_hash_bucket_size 512;\nmap_hash_max_size 2050;\nmap \$host \$hark_cell \{\n {2}default [a-z0-9-]+_hark;\n {2}[a-z0-9_.-]+ [a-z0-9-]+_hark;\n\}\n$/;

test('text that means something to nginx is never written (spec/cells §2.2)', () => {
  const breaking = fc.string({ unit: fc.constantFrom(...'abc.-_:/[]@ \t\n\r;{}$"\'\\#\0é'), maxLength: 6 });
  const valid = { name: 'a', address: 'http://10.0.0.1:8080', host: 'a.test' };
  let accepted = 0;
  const tryWith = (changes: Partial<typeof valid>) => {
    const { name, address, host } = { ...valid, ...changes };
    const given = { default: name, cells: { [name]: { addresses: [address], hosts: [host] } } };
    let directory: CellDirectory;
    try {
      directory = readDirectory(JSON.stringify(given));
    } catch {
      return;
    }
    accepted++;
    expect(renderNginxFile(directory)).toMatch(oneCell);
  };
  fc.assert(
    fc.property(breaking, (text) => {
      tryWith({ name: text });
      tryWith({ name: `a${text}` });
      tryWith({ host: `a.${text}` });
      tryWith({ host: `${text}.test` });
      tryWith({ address: `http://${text}` });
      tryWith({ address: `http://10.0.0.1${text}` });
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(100);
});
