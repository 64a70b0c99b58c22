import { pageFields } from '../../lib/pipeline/operation/input.ts';
import { operation } from '../../lib/pipeline/operation/operation.ts';
import { more, note, table } from '../../lib/pipeline/operation/view.ts';

/** How much of what is known of each host waits for its first visit. */
export const pendingShares = operation({
  about: 'job',
  input: pageFields('hosts'),
  effect: 'reads',
  async run({ ports, of }, { limit, cursor }) {
    const { hosts, ...page } = await ports.hosts.hosts(of.name, limit, cursor);
    const shares = hosts.map(({ host, control: { counters } }) => {
      const known = counters.pending + counters.visited;
      return { host, known, share: known === 0 ? 0 : counters.pending / known };
    });
    return { ...page, shares };
  },
  view({ shares, cursor }) {
    if (shares.length === 0) return [[note('no hosts')]];
    const columns = [
      { title: 'host', value: 'host' },
      { title: 'known', unit: 'count', value: 'known' },
      { title: 'pending', unit: 'number', value: ({ share }) => `${Math.round(100 * share)} %` },
    ] as const satisfies Parameters<typeof table<(typeof shares)[number]>>[0];
    return [[table(columns, shares)], ...more(cursor)];
  },
});
