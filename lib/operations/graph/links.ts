import { defined } from '../../base/defined.ts';
import { classLinksOf } from '../../pipeline/graph/read-graph.ts';
import { operation } from '../operation.ts';
import { note, table } from '../view.ts';
import { classField, sharedField, sharedOf, topField } from './graph-fields.ts';

/** How the classes of a topic link to each other, and the pages that join two of them. */
export const links = operation({
  about: 'job',
  input: {
    fromClass: classField('only links of pages of <class>, or a class below it'),
    toClass: classField('only links to pages of <class>, or a class below it'),
    top: topField('lines of each kind', 1_000, 20),
    shared: sharedField(),
  },
  effect: 'reads',
  run: ({ ports, of }, { fromClass: from, toClass: to, top, shared }) =>
    classLinksOf(ports, of, { top, ...defined({ from, to }), ...sharedOf(shared) }),
  view({ classes, joining }) {
    if (classes.length === 0) return [[note('no page with a class links to another one')]];
    const rows = table(
      [
        { title: 'from', value: ({ from }) => from },
        { title: 'to', value: ({ to }) => to },
        { title: 'links', unit: 'count', value: ({ links: number }) => number },
        { title: 'between sites', unit: 'count', value: ({ betweenSites }) => betweenSites },
        {
          title: 'answered',
          unit: 'number',
          value: ({ answered, betweenSites }) =>
            betweenSites === 0 ? '' : `${Math.round((100 * answered) / betweenSites)} %`,
        },
      ],
      classes,
    );
    if (joining === undefined) return [[rows]];
    const pages = table(
      [
        { title: 'joining page', unit: 'url', width: 60, value: ({ url }) => url },
        { title: 'links', unit: 'count', value: ({ links: number }) => number },
        { title: 'for example to', unit: 'url', width: 60, value: ({ example }) => example },
      ],
      joining,
    );
    return [[rows], [pages]];
  },
});
