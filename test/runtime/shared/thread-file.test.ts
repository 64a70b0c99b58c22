import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { threadFile } from '../../../lib/runtime/shared/thread-file.ts';

describe('the file of a thread', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    'harvest-worker',
    'reader-worker',
    'convert-worker',
    'plugin-worker',
    'worker-process-main',
    'query-child',
    'search-child',
    'copy-child',
  ])('is bundled for tests, with what it loads from beside itself: %s', (name) => {
    expect(existsSync(threadFile(name) ?? '')).toBe(true);
    expect(existsSync(threadFile('eld-detector') ?? '')).toBe(true);
  });

  it('is its own where nothing is bundled', () => {
    vi.stubEnv('WINNOW_BUNDLED', '');
    expect(threadFile('harvest-worker')).toBeUndefined();
  });
});
