import { describe, expect, test } from 'vitest';
import { parseOpsCommand } from '../../lib/config/ops-command.ts';

describe('what the ops function may be asked', () => {
  test('a command comes back with its defaults', () => {
    expect(parseOpsCommand({ command: 'pause', job: 'birds' })).toEqual({
      command: 'pause',
      job: 'birds',
      reason: 'by hand',
    });
  });

  test('a reharvest without a job means all jobs', () => {
    const command = { command: 'reharvest', olderThanDays: 30 };
    expect(parseOpsCommand(command)).toEqual(command);
  });

  test.each([
    [{ command: 'pauze', job: 'birds' }, /did you mean pause\?/],
    [{ job: 'birds' }, /command: is missing: one of pause, continue/],
    [undefined, /command: is missing/],
    ['pause', /command: is missing/],
    [{ command: 'toString' }, /one of|did you mean/],
    [{ command: 'pause' }, /job: must be the name/],
    [{ command: 'pause', job: '../x' }, /job: must be the name of a job/],
    [{ command: 'status', job: 'birds', force: true }, /force/],
    [{ command: 'reharvest', olderThanDays: -1 }, /olderThanDays: must be a number of days/],
    [{ command: 'fetch', job: 'birds', url: 7 }, /url/],
    [{ command: 'reclassify', job: 'birds', classes: [] }, /classes: must be a list of classes/],
    [{ command: 'reclassify', job: 'birds', dryRun: true }, /dryRun: reclassify knows nothing of it/],
  ])('%j is refused', (event, message) => {
    expect(() => parseOpsCommand(event)).toThrow(message);
    expect(() => parseOpsCommand(event)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
