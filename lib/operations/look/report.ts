import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { facts } from '../../pipeline/operation/view.ts';

/** Writes the report of a job where the stack keeps it, as a page and as data. */
export const report = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: ({ of, keepReport }) => onlyThere(keepReport)(of),
  view: ({ page, data }) => [[facts(Object.entries({ page, data }))]],
});
