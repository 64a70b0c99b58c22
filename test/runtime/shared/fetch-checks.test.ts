import { describe, expect, test } from 'vitest';
import { resolverFor } from '../../../lib/adapters/web/dns-resolver.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { status as statusOperation } from '../../../lib/operations/look/status.ts';
import type { Secrets } from '../../../lib/ports/secrets.ts';
import { credentialsChecks, networkChecks } from '../../../lib/runtime/shared/fetch-checks.ts';
import type { Check, Status } from '../../../lib/runtime/shared/installation.ts';
import { testSettings } from '../../support/settings.ts';
import { shownBy } from '../../support/viewed.ts';

const settings = testSettings('checks');

describe('the checks of what a job connects to', () => {
  test('say nothing of what is usual', () => {
    expect(networkChecks(settings)).toEqual([]);
  });

  test('name the hosts whose certificates are not checked, and the proxy', () => {
    const network = {
      ...settings.network,
      insecureTls: ['old.example.org'],
      proxy: 'socks5://127.0.0.1:9050',
    };
    expect(networkChecks({ ...settings, network })).toMatchObject([
      { ok: 'warn', detail: expect.stringContaining('old.example.org') },
      { ok: 'ok', detail: expect.stringContaining('socks5://127.0.0.1:9050') },
    ]);
  });

  test('look whether each secret that is named can be used, and show nothing of it', async () => {
    const secrets: Secrets = {
      async secret(name) {
        if (name === 'gone') throw new WinnowError('config', 'there is no secret');
        if (name === 'shut') throw new WinnowError('unavailable', 'not allowed');
        return JSON.stringify({ sites: [{ url: 'https://a.example/', user: 'me', password: 'hunter2' }] });
      },
    };
    const named = {
      ...settings,
      fetch: { ...settings.fetch, credentials: 'members' },
      overrides: ['gone', 'members', 'shut'].map((credentials) => ({
        match: { domain: 'example.org' },
        label: 'domain example.org',
        settings: { fetch: { credentials } },
        origins: {},
      })),
    };
    const all = async (crawled?: 'there'): Promise<readonly Check[]> => {
      const checks: Check[] = [];
      for await (const check of credentialsChecks(named, secrets, crawled)) checks.push(check);
      return checks;
    };
    const checks = await all();
    expect(checks).toMatchObject([
      { name: 'secret members', ok: 'ok', detail: 'credentials for https://a.example' },
      { name: 'secret gone', ok: 'fail', detail: 'there is no secret' },
      { name: 'secret shut', ok: 'fail', detail: 'not allowed' },
    ]);
    // A stack's functions may read what whoever looks at it may not.
    expect((await all('there')).map(({ ok }) => ok)).toEqual(['ok', 'fail', 'warn']);
    expect(JSON.stringify(checks)).not.toContain('hunter2');
  });
});

test('the status of a job names the hosts whose certificates are not checked', () => {
  const status: Status = {
    job: 'j',
    state: 'open',
    config: 'c',
    hosts: { idle: 0, due: 0, ticketed: 0 },
    pending: 0,
    fetched: 0,
    outcomes: {},
    harvest: { judged: 0, kept: 0 },
    bytes: 0,
    records: 0,
    openSegments: 0,
    pagesToday: 0,
    reasons: [],
  };
  expect(shownBy(statusOperation, { ...status, insecureTls: ['old.example.org'] }, { now: 0 })).toMatch(
    /TLS unchecked +old\.example\.org/,
  );
  expect(shownBy(statusOperation, status, { now: 0 })).not.toContain('TLS');
});

test('name servers of the environment are addresses, or the mistake is named', () => {
  expect(() => resolverFor('192.0.2.1, [2001:db8::1]:5353')).not.toThrow();
  expect(() => resolverFor('system')).not.toThrow();
  expect(() => resolverFor('ns.example.org')).toThrow(/WINNOW_DNS/);
});
