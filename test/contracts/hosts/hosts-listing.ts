import { expect, it } from 'vitest';
import type { HostControl, HostPage, HostStore } from '../../../lib/ports/hosts.ts';
import { type Fixture, freshName, hostName, many, noise, oddHosts, opened, t0 } from '../fixture.ts';
import { idle } from './hosts-control.ts';

async function allHosts(hosts: HostStore, job: string, limit: number): Promise<HostPage['hosts']> {
  const all: HostPage['hosts'][number][] = [];
  let cursor: string | undefined;
  do {
    const page = await hosts.hosts(job, limit, cursor);
    expect(page.hosts.length).toBeLessThanOrEqual(limit);
    all.push(...page.hosts);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

export function hostListings(
  make: () => Promise<Fixture & { readonly hosts: HostStore }>,
  scale: number,
): void {
  const fixture = opened(make);

  it('of an unknown job is empty and has no next page', async () => {
    const { hosts } = fixture();
    expect(await hosts.hosts(freshName(), 10)).toEqual({ hosts: [] });
  });

  it('has no sums beside it that are not those of its hosts', async () => {
    const { hosts } = fixture();
    const job = freshName();
    const counters = { ...idle.counters, pending: 3, outcomes: { stored: 2, gone: 1 } };
    await hosts.putControl({ job, host: hostName('a.example') }, undefined, { ...idle, counters });
    await hosts.putControl({ job, host: hostName('b.example') }, undefined, {
      ...idle,
      politeness: { backoffs: 2 },
    });
    expect(await hosts.addUp(job, false)).toEqual([]);
    await hosts.addUp(job, true);
    expect(await hosts.addUp(job, false)).toEqual([]);
  });

  it('gives every host of the job with its control, as last written, and no other job’s', async () => {
    const { hosts } = fixture();
    const job = freshName();
    const due: HostControl = { ...idle, state: 'due', dueAt: t0 };
    await many(oddHosts.length, (i) =>
      hosts.putControl({ job, host: oddHosts[i] ?? hostName('') }, undefined, idle),
    );
    await hosts.putControl({ job, host: hostName('example.org') }, idle, due);
    await hosts.putBody({ job, host: hostName('example.org') }, 0, { turn: 1, bytes: noise(5_000) });
    await hosts.putInbox({ job, host: hostName('example.org') }, { id: 'x', bytes: noise(50) });
    await hosts.putControl({ job: `${job}-2`, host: hostName('other.example') }, undefined, idle);
    const listed = await allHosts(hosts, job, 5);
    expect(listed.map(({ host }) => host).sort()).toEqual([...oddHosts].sort());
    for (const { host, control } of listed) expect(control).toEqual(host === 'example.org' ? due : idle);
  });

  it('goes through thousands of hosts page by page, each once, in the same order each time', async () => {
    const { hosts } = fixture();
    const job = freshName();
    const count = Math.max(250, Math.round(2_000 * scale));
    await many(count, (i) => hosts.putControl({ job, host: hostName(`h${i}.example`) }, undefined, idle));
    const names = (await allHosts(hosts, job, 97)).map(({ host }) => host);
    expect(new Set(names).size).toBe(count);
    expect(names).toHaveLength(count);
    expect((await allHosts(hosts, job, 1_000)).map(({ host }) => host)).toEqual(names);
  });

  it('goes on behind its cursor while hosts are made and changed', async () => {
    const { hosts } = fixture();
    const job = freshName();
    await many(30, (i) => hosts.putControl({ job, host: hostName(`h${i}.example`) }, undefined, idle));
    const first = await hosts.hosts(job, 10);
    await many(30, (i) => hosts.putControl({ job, host: hostName(`n${i}.example`) }, undefined, idle));
    await many(30, (i) =>
      hosts.putControl({ job, host: hostName(`h${i}.example`) }, idle, { ...idle, turn: 1 }),
    );
    const names = first.hosts.map(({ host }) => host);
    for (let cursor = first.cursor; cursor !== undefined; ) {
      const page = await hosts.hosts(job, 10, cursor);
      names.push(...page.hosts.map(({ host }) => host));
      cursor = page.cursor;
    }
    expect(new Set(names).size).toBe(names.length);
    for (let i = 0; i < 30; i++) expect(names).toContain(`h${i}.example`);
  });
}
