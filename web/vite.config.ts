import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
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
  },
  // For console development: run `npm run dev --workspace web` alongside `hark up`.
  server: { proxy: { '/console': { target: 'http://localhost:3000', changeOrigin: false } } },
});
