import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const SERVER = 'http://localhost:8000';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    // The server ships the built page inside its own package.
    outDir: '../src/pitboss/server/page',
    emptyOutDir: true,
    // Inlined SVG files would swell the script, and data URLs would need a wider content policy.
    assetsInlineLimit: 0,
    // What the build costs is no news to a person who wants to play.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/v1': { target: SERVER, ws: true } } },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'], testTimeout: 60_000 },
});
