import { describe, expect, it } from 'vitest';
import {
  type Asking,
  isBeginning,
  isPermanent,
  meaningOf,
  outcomeOfStatus,
  redirectTarget,
  statusRules,
} from '../../../lib/base/fetch/status-outcome.ts';
import { compileIdentity } from '../../../lib/base/url/identity.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';

const url = 'http://a.example/dir/page' as CanonicalUrl;
const asking: Asking = {
  url,
  spelling: url,
  identity: compileIdentity(defaultUrlSettings),
  hops: 0,
  maxHops: 10,
};
const outcome = (status: number, headers = {}, more: Partial<Asking> = {}) =>
  outcomeOfStatus({ status, headers }, { ...asking, ...more });

describe('a status', () => {
  it.each([
    [200, 'page'],
    [203, 'page'],
    [226, 'page'],
    [299, 'page'],
    [204, 'gone'],
    [205, 'gone'],
    [206, 'part'],
    [300, 'page'],
    [301, 'moved'],
    [302, 'elsewhere'],
    [303, 'elsewhere'],
    [304, 'not-modified'],
    [305, 'page'],
    [306, 'page'],
    [307, 'elsewhere'],
    [308, 'moved'],
    [399, 'page'],
    [400, 'gone'],
    [401, 'forbidden'],
    [403, 'forbidden'],
    [404, 'gone'],
    [408, 'unavailable'],
    [410, 'gone'],
    [412, 'unavailable'],
    [416, 'nonsense'],
    [421, 'unavailable'],
    [425, 'unavailable'],
    [429, 'unavailable'],
    [451, 'forbidden'],
    [499, 'gone'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [999, 'unavailable'],
    [101, 'nonsense'],
    [0, 'nonsense'],
  ])('of %d means %s', (status, meaning) => {
    expect(meaningOf(status)).toBe(meaning);
  });

  it('always means something, and rules that can never be reached there are none', () => {
    const reached = new Set<unknown>();
    for (let status = 0; status <= 1_000; status++) {
      reached.add(statusRules.find(({ from, to }) => status >= from && status <= to));
    }
    expect(reached).toEqual(new Set(statusRules));
  });

  it('moves a page for good only with 301 and 308', () => {
    const permanent = Array.from({ length: 1_000 }, (_, status) => status).filter(isPermanent);
    expect(permanent).toEqual([301, 308]);
  });
});

describe('the outcome of an answer', () => {
  it('is that of its body when there is a page', () => {
    expect(outcome(200)).toBeUndefined();
  });

  it('is unchanged for a 304 only when the page was asked for with conditions', () => {
    expect(outcome(304, {}, { known: 'md5' })).toEqual({ kind: 'unchanged', md5: 'md5' });
    expect(outcome(304)).toMatchObject({ kind: 'failed', reason: 'protocol', status: 304 });
  });

  it.each([
    ['/x', 'http://a.example/x'],
    ['x?q=1#part', 'http://a.example/dir/x?q=1'],
    ['?q', 'http://a.example/dir/page?q'],
    ['//b.example/', 'http://b.example/'],
    ['HTTPS://B.Example:443/../x', 'https://b.example/x'],
    // Header bytes as Latin-1: UTF-8, and Latin-1 itself.
    ['/caf\xc3\xa9', 'http://a.example/caf%C3%A9'],
    ['/caf\xe9', 'http://a.example/caf%E9'],
  ])('is a redirect to where Location says: %s', (location, to) => {
    expect(outcome(302, { location })).toEqual({ kind: 'redirected', status: 302, to });
    expect(redirectTarget({ status: 302, headers: { location } }, url)).toBe(to);
  });

  it('leads nowhere without a Location that is a URL, and when it is about the page itself', () => {
    for (const headers of [{}, { location: 'mailto:a@b.c' }])
      expect(redirectTarget({ status: 301, headers }, url)).toBeUndefined();
    for (const status of [200, 304, 404])
      expect(redirectTarget({ status, headers: { location: '/x' } }, url)).toBeUndefined();
  });

  it('is that of the body where a status of redirects leads nowhere, or redirects no client', () => {
    for (const status of [301, 302, 303, 307, 308]) expect(outcome(status)).toBeUndefined();
    for (const status of [300, 305, 306, 310, 399])
      expect(outcome(status, { location: '/x' })).toBeUndefined();
  });

  it('takes a relative Location from the spelling that was asked for', () => {
    const spelling = 'http://a.example/other/spelling' as CanonicalUrl;
    expect(outcome(302, { location: 'x' }, { spelling })).toMatchObject({ to: 'http://a.example/other/x' });
  });

  it('is a failure where a redirect leads nowhere', () => {
    expect(outcome(302, { location: 'mailto:a@b.c' })).toMatchObject({ kind: 'failed', reason: 'protocol' });
    expect(outcome(301, { location: '/dir/page#x' })).toMatchObject({
      kind: 'failed',
      reason: 'too-many-redirects',
      detail: 'redirects to itself',
    });
  });

  it('is a failure after as many redirects in a row as may be', () => {
    expect(outcome(302, { location: '/x' }, { hops: 9 })?.kind).toBe('redirected');
    expect(outcome(302, { location: '/x' }, { hops: 10 })).toMatchObject({
      kind: 'failed',
      reason: 'too-many-redirects',
      detail: '10 redirects in a row led here',
    });
    expect(outcome(302, { location: '/x' }, { maxHops: 0 })?.kind).toBe('failed');
  });

  it.each([
    ['bytes 0-99/100', undefined, false],
    ['bytes 0-99/200', undefined, true],
    ['bytes 0-99/*', undefined, true],
    ['bytes 100-199/200', 'failed', false],
    ['bytes */200', 'failed', true],
    ['', 'failed', true],
  ])('of a part that nobody asked for: %s', (range, kind, beginning) => {
    const headers = { 'content-range': range };
    expect(outcome(206, headers)?.kind).toBe(kind);
    expect(isBeginning({ status: 206, headers })).toBe(beginning);
    expect(isBeginning({ status: 200, headers })).toBe(false);
  });
});
