import * as z from 'zod/mini';
import { formatCount } from '../../base/quantity.ts';
import { graphFiles, graphForms } from '../../graph/reports.ts';
import { readGraph } from '../../pipeline/link-graph/read-graph.ts';
import { field } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { note } from '../../pipeline/operation/view.ts';

/** The link graph for other programs. */
export const graph = operation({
  about: 'job',
  input: {
    form: field(z._default(z.enum(graphForms), 'rows'), {
      says: 'rows of ids as Combine exports them, CSR as text, or GraphML',
    }),
  },
  effect: 'reads',
  files: {
    ...{ option: 'out', shown: 'dir', isRequired: true },
    says: 'write the files into <dir>; it is made if it does not exist',
  },
  run: ({ ports, of }, { form }, { put }) =>
    readGraph(ports, of, (web) => ({
      ...{ urls: web.urls.size(), links: web.links.targets.length },
      files: graphFiles(web, form).map(({ name, lines }) => onlyThere(put)(name, lines)),
    })),
  view: ({ urls, links, files }) => [
    [...files.map((file) => note(file)), note(`${formatCount(urls, 'URL')}, ${formatCount(links, 'link')}`)],
  ],
});
