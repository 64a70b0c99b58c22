import { formatRelativeTime } from '../../base/quantity.ts';
import { hostLines } from '../../pipeline/control/look.ts';
import { pageFields } from '../input.ts';
import { operation } from '../operation.ts';
import { more, note, table } from '../view.ts';

export const hosts = operation({
  about: 'job',
  input: pageFields('hosts'),
  effect: 'reads',
  run: ({ ports, of }, { limit, cursor }) => hostLines(ports, of, limit, cursor),
  view({ hosts, cursor }, { now }) {
    if (hosts.length === 0) return [[note('no hosts')]];
    const rows = table(
      [
        { title: 'host', value: ({ host }) => host },
        {
          title: 'state',
          value: ({ state, at }) => (at === undefined ? state : `${state}, ${formatRelativeTime(at, now)}`),
        },
        { title: 'pending', unit: 'count', value: ({ pending }) => pending },
        { title: 'visited', unit: 'count', value: ({ visited }) => visited },
        { title: '', width: 60, value: ({ detail }) => detail },
      ],
      hosts,
    );
    return [[rows], ...more(cursor)];
  },
});
