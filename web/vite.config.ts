import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** A pattern for module paths, written with slashes, that also matches Windows paths. */
const path = (pattern: string) => new RegExp(pattern.replaceAll('/', '[\\\\/]'));

/**
 * Few, larger files: on a slow line, another file costs more than some unused bytes. The first group that matches a
 * module takes it, with everything that it imports. The server preloads the files of the page's area, and those that
 * areas share (server/src/http/console/pages.ts).
 */
const groups = [
  { name: 'editor', test: path('/(@codemirror|@lezer|@marijn|style-mod|crelt|w3c-keyname)/') },
  // What every page needs: packages, which rarely change, and the console's own code.
  { name: 'base', test: path('/@mantine/(hooks|core/esm/core)/') },
  { name: 'packages', test: path('/node_modules/'), tags: ['$initial' as const] },
  { name: 'shell', tags: ['$initial' as const] },
  // What Home needs, so that it loads nothing else. Other areas share parts of it.
  { name: 'home', test: path('/features/home/') },
  { name: 'shared', test: path('/(node_modules|src/(components|texts|api|app))/'), minShareCount: 2 },
  // One file for each area.
  { name: (id: string) => path('/features/([a-z-]+)/').exec(id)?.[1] ?? null, debugName: 'areas' },
].map((group, index) => ({ ...group, priority: -index }));

/** Compresses scripts and styles once, as far as possible. The server sends these files to browsers that accept Brotli. */
const compress = (): Plugin => ({
  name: 'compress',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets');
    for (const name of readdirSync(folder).filter((name) => /\.(js|css)$/.test(name)))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
  },
});

/**
 * Moves the stylesheets between the page's frame and the console, so browsers show the frame before the styles have
 * arrived, and the console's theme overrides them.
 */
const paintFrameFirst = (): Plugin => ({
  name: 'paint-frame-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const without = sheets.reduce((rest, sheet) => rest.replace(sheet, ''), html);
      return without.replace('<div id="root">', `${sheets.join('').trim()}<div id="root">`);
    },
  },
});

export default defineConfig({
  plugins: [react(), compress(), paintFrameFirst()],
  build: {
    target: 'es2023',
    // The server serves this folder, in the repository and in the published package.
    outDir: '../server/console',
    emptyOutDir: true,
    // Never inline assets as data: URLs: the Content-Security-Policy blocks them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Lists the bundled packages. The release checks that each of them has a notice.
    license: { fileName: 'licenses.json' },
    // `packages` is about 600 kB before compression; console-size.test.ts limits what a browser loads.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // For console development: run `npm run dev --workspace web` alongside `hark up`.
  server: { proxy: { '/console': { target: 'http://localhost:3000', changeOrigin: false } } },
});
