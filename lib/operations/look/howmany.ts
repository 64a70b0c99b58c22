import { formatCount, formatNumber } from '../../base/quantity.ts';
import { howMany } from '../../pipeline/control/look.ts';
import { operation } from '../operation.ts';
import { facts } from '../view.ts';

export const howmany = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: async ({ of, summary }) => howMany(of, await summary(of.name)),
  view: ({ job, state, pending, visited, hosts, ticketed }) => [
    [
      facts([
        ['job', `${job} (${state})`],
        ['pending', formatCount(pending, 'URL')],
        ['visited', formatCount(visited, 'URL')],
        ['hosts', `${formatNumber(hosts)}, ${formatNumber(ticketed)} at work or about to`],
      ]),
    ],
  ],
});
