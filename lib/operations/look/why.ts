import { largest } from '../../base/long-lists.ts';
import { printable } from '../../base/printable.ts';
import { why as decide } from '../../capabilities/why.ts';
import { field, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note } from '../../pipeline/operation/view.ts';

const marks = { yes: '✓', no: '✗', wait: '…', info: '·', unknown: '?' } as const;

/** Longer URLs are cut off. */
const maxShown = 300;

/** Everything that decides about a URL, in the order in which a crawl checks it. Fetches nothing. */
export const why = operation({
  about: 'job',
  input: {
    url: field(text('must be a URL or a host', 1_000_000), {
      ...{ says: 'the URL to explain, known or not', isArgument: true },
      lines: 'read URLs from standard input, one a line (# begins a comment), and explain them in that order',
    }),
  },
  effect: 'reads',
  run: ({ ports, of, reader, networkRefusal }, { url }) =>
    decide({ ...ports, ...(reader && { reader }), ...(networkRefusal && { networkRefusal }) }, of, url),
  view({ input, lines }) {
    const width = largest(
      lines.map(({ step }) => step.length),
      0,
    );
    const rows = lines.map(({ step, verdict, detail }) =>
      note(`${marks[verdict]} ${step.padEnd(width)}  ${detail}`),
    );
    return [[note(asked(printable(input))), ...rows]];
  },
});

function asked(input: string): string {
  return input.length <= maxShown ? input : `${input.slice(0, maxShown)}… (${input.length} characters)`;
}
