import { defineConfig } from 'vitest/config';

// Two workers: the machines that run this have two cores, and the suites of the adapters wait for I/O most of the time.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/stop-local-cloud.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
