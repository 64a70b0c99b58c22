import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { opsNames, readRequest } from '../../../lib/runtime/operate/ops-request.ts';

describe('what the ops function may be asked', () => {
  test('who asks is added where that is logged, and where the request does not say it', async () => {
    const origin = { by: 'dashboard', requestId: 'r-1' };
    const pause = { command: 'pause', job: 'birds', by: 'ann' };
    expect(await readRequest(pause, origin)).toMatchObject({
      name: 'pause',
      given: { job: 'birds', by: 'ann', requestId: 'r-1' },
      changes: true,
    });
    expect((await readRequest({ command: 'redrive' }, origin)).given).toEqual(origin);
    expect((await readRequest({ command: 'audit' }, origin)).given).toEqual({});
  });

  test.each([
    [{ command: 'pauze', job: 'birds' }, /did you mean pause\?/],
    [{ job: 'birds' }, /command: is missing: one of status, fetch, raise, pause/],
    [undefined, /command: is missing/],
    ['pause', /command: is missing/],
    [{ command: 'toString' }, /one of|did you mean/],
    [{ command: 'pause' }, /job: must be the name/],
    [{ command: 'pause', job: '../x' }, /job: must be the name of a job/],
    [{ command: 'status', job: 'birds', force: true }, /force/],
    [{ command: 'reharvest', olderThanDays: -1 }, /olderThanDays: must be a number of days/],
    [{ command: 'reharvest', job: 'birds', scope: { path: '/' } }, /scope.path: reharvest knows nothing/],
    [{ command: 'reharvest', job: 'birds', scope: { record: 'x' } }, /scope.record: must be the MD5/],
    [{ command: 'reharvest', job: 'birds', scope: { status: 'bad' } }, /scope.status: must be one of stored/],
    [{ command: 'reharvest', job: 'birds', scope: {}, maxPages: 0 }, /maxPages: must be a whole number/],
    [
      { command: 'reharvest', job: 'birds', scope: {}, unconditional: 1 },
      /unconditional: must be true or false/,
    ],
    [{ command: 'fetch', job: 'birds', url: 7 }, /url/],
    [{ command: 'reharvest', job: 'birds' }, /select pages by age/],
    [{ command: 'block' }, /scope/],
    [{ command: 'block', scope: { host: '' } }, /scope.host: must be a host/],
    [{ command: 'block', scope: { hosts: 'a' } }, /scope/],
    [{ command: 'block', scope: { host: 'a' }, purge: 'yes' }, /purge: must be true or false/],
    [{ command: 'pause', job: 'birds', requestId: 'a b' }, /requestId: must be 1 to 80/],
    [{ command: 'pause', job: 'birds', reason: 'x'.repeat(501) }, /reason: must be text/],
    [{ command: 'pause', job: 'birds', scope: { host: 'a', job: 'b' } }, /scope.job: pause knows nothing/],
    [{ command: 'cancel', request: '' }, /request/],
    [{ command: 'hosts', job: 'birds', limit: 0 }, /limit/],
    [{ command: 'reclassify', job: 'birds', classes: [] }, /classes: must be a list of at most 200 classes/],
    [{ command: 'status', job: 'birds', dryRun: true }, /dryRun: status knows nothing of it/],
    [{ command: 'sites', job: 'birds' }, /command: "sites"/],
    [
      { command: 'recycle', job: 'birds', sources: ['mail'] },
      /sources.0: must be a list of links, redirects/,
    ],
  ])('%j is refused', async (event, message) => {
    await expect(readRequest(event)).rejects.toThrow(message);
    await expect(readRequest(event)).rejects.toThrow(expect.objectContaining({ code: 'usage' }));
  });

  /** Much deeper than a call stack. */
  const deep = Array.from({ length: 100_000 }).reduce((inner: unknown) => [inner], 1);
  test.each<[string, unknown]>([
    ['a name of megabytes', { command: 'p'.repeat(3_000_000) }],
    ['a name that is a deep heap of lists', { command: deep }],
    ['a deep scope', { command: 'pause', job: 'birds', scope: deep }],
    [
      'a hundred thousand fields',
      { command: 'pause', job: 'birds', ...Array.from({ length: 100_000 }, () => 1) },
    ],
    ['a field with a long name', { command: 'pause', job: 'birds', ['x'.repeat(1_000_000)]: 1 }],
    ['a class of megabytes', { command: 'reclassify', job: 'birds', classes: ['x'.repeat(1_000_000)] }],
    ['very many classes', { command: 'reclassify', job: 'birds', classes: Array(100_000).fill('B') }],
    ['a cursor of megabytes', { command: 'hosts', job: 'birds', cursor: 'x'.repeat(1_000_000) }],
    ['no cursor', { command: 'hosts', job: 'birds', cursor: '' }],
    ['another prototype', JSON.parse('{"command":"pause","job":"birds","__proto__":{"dryRun":true}}')],
    ['another prototype of the scope', JSON.parse('{"command":"block","scope":{"host":"a","__proto__":{}}}')],
  ])('%s is refused in few words', async (_, event) => {
    let message = '';
    try {
      await readRequest(event);
    } catch (error) {
      expect(error).toMatchObject({ code: 'usage' });
      ({ message } = error as Error);
    }
    expect(message.length).toBeGreaterThan(5);
    expect(message.length).toBeLessThan(1_100);
  });

  test('whatever comes is a command, or refused with a usage error that is not long', async () => {
    const keys = ['job', 'scope', 'reason', 'requestId', 'dryRun', 'purge', 'limit', '__proto__', 'request'];
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('birds', '*', 'r-1', 'b.example', true, 5),
      fc.record({ host: fc.string() }),
    );
    const events = fc.oneof(
      fc.anything(),
      fc
        .tuple(fc.constantFrom(...opsNames()), fc.dictionary(fc.constantFrom(...keys), values))
        .map(([command, more]) => ({ command, ...more })),
    );
    await fc.assert(
      fc.asyncProperty(events, async (event) => {
        try {
          expect(opsNames()).toContain((await readRequest(event)).name);
        } catch (error) {
          expect(error).toBeInstanceOf(WinnowError);
          expect((error as WinnowError).code).toBe('usage');
        }
      }),
    );
  });
});
