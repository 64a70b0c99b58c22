import { formatCount } from '../../base/quantity.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { facts } from '../../pipeline/operation/view.ts';

/** Writes the report of a job where the stack keeps it, as a page and as data. */
export const report = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: ({ of, keepReport }) => onlyThere(keepReport)(of),
  view: ({ page, data, judged }) => [
    [
      facts([
        ['page', page],
        ['data', data],
        ['judged', formatCount(judged, 'page')],
      ]),
    ],
  ],
});
