import { defineConfig } from 'vitest/config';

// Two workers: the machines that run this have two cores, and the suites of the adapters are I/O bound.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default'],
  },
});
