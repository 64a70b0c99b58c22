import { expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import type { HostKey, HostStore, InboxItem } from '../../../lib/ports/hosts.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, many, noise, opened } from '../fixture.ts';

function item(id: string, size = 20, seed = 1): InboxItem {
  return { id, bytes: noise(size, seed) };
}

async function inboxOf(hosts: HostStore, key: HostKey, limit: number): Promise<readonly InboxItem[]> {
  return (await hosts.inbox(key, limit)).map(({ id, bytes }) => ({ id, bytes: new Uint8Array(bytes) }));
}

/** Takes the inbox in as turns do: reads a bounded page, deletes exactly that. */
async function drain(hosts: HostStore, key: HostKey, limit: number): Promise<(readonly InboxItem[])[]> {
  const pages: (readonly InboxItem[])[] = [];
  for (;;) {
    const page = await inboxOf(hosts, key, limit);
    if (page.length === 0) return pages;
    pages.push(page);
    await hosts.deleteInbox(
      key,
      page.map(({ id }) => id),
    );
  }
}

export function hostInboxes(
  make: () => Promise<Fixture & { readonly hosts: HostStore }>,
  scale: number,
): void {
  const fixture = opened(make);
  const freshKey = (): HostKey => ({ job: freshName(), host: hostName('a.example:8080') });

  it('is empty for a host that nobody wrote to', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    expect(await hosts.inbox(key, 10)).toEqual([]);
    await hosts.deleteInbox(key, ['nothing']);
    await hosts.deleteInbox(key, []);
    expect(await hosts.inbox(key, 10)).toEqual([]);
  });

  it('gives items by id ascending, at most as many as were asked for', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    const ids = ['b', 'B', 'a#2', 'a', '10', '9', 'a/1', `z${'y'.repeat(199)}`];
    await many(ids.length, (i) => hosts.putInbox(key, item(ids[i] ?? '', 20, i + 1)));
    const all = ids.map((id, i) => item(id, 20, i + 1)).sort((x, y) => (x.id < y.id ? -1 : 1));
    expect(await inboxOf(hosts, key, 100)).toEqual(all);
    expect(await inboxOf(hosts, key, 3)).toEqual(all.slice(0, 3));
  });

  it('holds an item once, however often it is put: the last one stays', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putInbox(key, item('a', 20, 1));
    await hosts.putInbox(key, item('a', 30, 2));
    await Promise.all([hosts.putInbox(key, item('b')), hosts.putInbox(key, item('b'))]);
    expect(await inboxOf(hosts, key, 10)).toEqual([item('a', 30, 2), item('b')]);
  });

  it('says how many URLs the items of each host bring', async () => {
    const { hosts } = fixture();
    const { job } = freshKey();
    const [a, b, none] = ['a.example', 'b.example', 'c.example'].map(hostName) as [
      HostName,
      HostName,
      HostName,
    ];
    const sums = () => hosts.inboxUrls(job, [b, none, a]);
    expect(await sums()).toEqual([0, 0, 0]);
    for (let n = 0; n < 60; n += 1) await hosts.putInbox({ job, host: a }, { ...item(`m${n}`), urls: 2 });
    await hosts.putInbox({ job, host: b }, item('an order'));
    await hosts.putInbox({ job, host: b }, { ...item('links'), urls: 500 });
    await hosts.putInbox({ job: `${job}-2`, host: b }, { ...item('links'), urls: 7 });
    expect(await sums()).toEqual([500, 0, 120]);
    await hosts.putInbox({ job, host: b }, { ...item('links'), urls: 3 });
    await hosts.deleteInbox({ job, host: a }, ['m0', 'm1', 'm1']);
    expect(await sums()).toEqual([3, 0, 116]);
    expect(await hosts.inboxUrls(job, [])).toEqual([]);
  });

  it('loses exactly the items that are named, also twice, also together with unknown ones', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    for (const id of ['a', 'b', 'c']) await hosts.putInbox(key, item(id));
    await hosts.deleteInbox(key, ['a', 'c', 'x']);
    await hosts.deleteInbox(key, ['a', 'c', 'x']);
    expect(await inboxOf(hosts, key, 10)).toEqual([item('b')]);
  });

  it('keeps an item that came while another was deleted', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putInbox(key, item('a'));
    await Promise.all([hosts.deleteInbox(key, ['a']), hosts.putInbox(key, item('b'))]);
    expect(await inboxOf(hosts, key, 10)).toEqual([item('b')]);
  });

  it('belongs to one host of one job, and makes neither control nor body', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    await hosts.putInbox(key, item('a'));
    await hosts.putInbox({ ...key, job: `${key.job}-2` }, item('b'));
    await hosts.putInbox({ ...key, host: hostName('a.example:808') }, item('c'));
    await hosts.deleteInbox({ ...key, job: `${key.job}-2` }, ['a']);
    expect(await inboxOf(hosts, key, 10)).toEqual([item('a')]);
    expect(await hosts.control(key)).toBeUndefined();
    expect(await hosts.body(key)).toBeUndefined();
  });

  it('breaks a page of large items at about 1 MB, and none is skipped', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    const items = Array.from({ length: 24 }, (_, i) =>
      item(String(i).padStart(3, '0'), i === 5 ? 300_000 : 100_000, i + 1),
    );
    await many(items.length, (i) => hosts.putInbox(key, items[i] ?? item('')));
    const pages = await drain(hosts, key, 100);
    for (const page of pages) {
      expect(page.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(1_500_000);
    }
    expect(pages.length).toBeLessThan(12);
    expect(pages.flat()).toEqual(items);
  });

  it('of ten thousand URLs is taken in page by page, each once', async () => {
    const { hosts } = fixture();
    const key = freshKey();
    const count = Math.max(300, Math.round(10_000 * scale));
    // 3 MB in all, whatever the scale: more than a page of any store.
    const size = Math.ceil(3_000_000 / count);
    const id = (i: number) => String(i).padStart(6, '0');
    await many(count, (i) => hosts.putInbox(key, item(id(count - 1 - i), size)));
    const pages = await drain(hosts, key, 700);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat().map((one) => one.id)).toEqual(Array.from({ length: count }, (_, i) => id(i)));
  });

  it('survives a crash at every await of putting and deleting', async () => {
    const { hosts, crash } = fixture();
    const ids = Array.from({ length: 60 }, (_, i) => `old-${i}`);
    await crashEverywhere(crash, {
      prepare: async () => {
        const key = freshKey();
        await many(ids.length, (i) => hosts.putInbox(key, item(ids[i] ?? '')));
        return key;
      },
      operation: async (key) => {
        await hosts.putInbox(key, item('new', 50));
        await hosts.deleteInbox(key, ids);
      },
      check: async (key) => expect(await inboxOf(hosts, key, 100)).toEqual([item('new', 50)]),
    });
  });
}
