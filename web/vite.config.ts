import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    // Everything is a file of its own name: the Content-Security-Policy allows no inline data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // While working on the console: `npm run dev --workspace web` beside a running `hark up`.
  server: { proxy: { '/console': { target: 'http://localhost:3000', changeOrigin: false } } },
});
