import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { covers, type Hold, holdName, holdOn } from '../../../lib/domain/control/hold.ts';
import { isPurging, purgeServedMs, withHold } from '../../../lib/domain/control/holds.ts';

const hold = (what: string, verb: Hold['verb'] = 'block', more: Partial<Hold> = {}): Hold => ({
  ...{ what, verb, at: 1_000, reason: 'asked to' },
  ...more,
});

describe('what a name on hold covers', () => {
  test.each([
    ['example.org', 'example.org', true],
    ['example.org', 'www.example.org', true],
    ['example.org', 'www.example.org:8443', true],
    ['example.org', 'badexample.org', false],
    ['www.example.org', 'example.org', false],
    ['example.org:8443', 'example.org:8443', true],
    ['example.org:8443', 'example.org', false],
    ['example.org:8443', 'www.example.org:8443', false],
    ['127.0.0.1', '127.0.0.1:8080', true],
    ['0.0.1', '127.0.0.1', false],
    ['[::1]', '[::1]:8080', true],
    ['localhost', 'h0.localhost:1234', true],
  ])('%s covers %s: %s', (what, host, expected) => {
    expect(covers(what, host)).toBe(expected);
  });

  test('every host covers itself, with and without its port', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 1, max: 65_535 }), (name, port) => {
        expect(covers(name, name) && covers(name, `${name}:${port}`)).toBe(true);
      }),
    );
  });
});

describe('a name as people write it', () => {
  test.each([
    ['Example.ORG', 'example.org'],
    ['https://www.example.org/path?x=1', 'www.example.org'],
    ['example.org:8443', 'example.org:8443'],
    ['example.org:443', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    [' example.org ', 'example.org'],
    ['[::1]:8080', '[::1]:8080'],
  ])('%s is %s', (text, name) => {
    expect(holdName(text)).toBe(name);
  });

  test.each([
    '',
    ' ',
    '.',
    '.org',
    'a b',
    'user@example.org',
    'ftp://x.example',
    '/path',
    '?',
    '*',
    '*.example.org',
  ])('%j names none', (text) => {
    expect(holdName(text)).toBeUndefined();
  });

  test('no text makes it throw, and what it gives is a fixed point', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const name = holdName(text);
        if (name !== undefined) expect(holdName(name)).toBe(name);
      }),
    );
  });
});

describe('what holds a host', () => {
  const host = 'www.example.org' as HostName;

  test('a block, before a pause that came later', () => {
    const holds = [hold('example.org'), hold('www.example.org', 'pause')];
    expect(holdOn(holds, host)?.verb).toBe('block');
    expect(holdOn(holds.toReversed(), host)?.verb).toBe('block');
  });

  test('nothing when no name covers it', () => {
    expect(holdOn(undefined, host)).toBeUndefined();
    expect(holdOn([hold('example.com')], host)).toBeUndefined();
  });

  test('a hold that is there already stays the one it is; a purge of it is added', () => {
    const one = hold('example.org');
    const holds = withHold(undefined, one);
    expect(withHold(holds, hold('example.org', 'block', { at: 5, reason: 'again' }))).toBe(holds);
    expect(withHold(holds, hold('example.org', 'block', { at: 5, purge: 5 }))).toEqual([
      { ...one, purge: 5 },
    ]);
    expect(withHold(holds, hold('example.org', 'pause'))).toHaveLength(2);
  });

  test('a purge is seen to until it is over, and for a week at most', () => {
    const holds = [hold('example.org', 'block', { purge: 1_000 })];
    expect(isPurging(holds, 1_000 + purgeServedMs - 1)).toBe(true);
    expect(isPurging(holds, 1_000 + purgeServedMs)).toBe(false);
    expect(isPurging([hold('example.org')], 1_000)).toBe(false);
    expect(isPurging([hold('example.org', 'block', { purge: 1_000, purged: true })], 1_000)).toBe(false);
  });
});
