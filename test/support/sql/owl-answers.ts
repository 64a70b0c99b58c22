import type { Cell } from '../../../lib/capabilities/sql/table.ts';
import type { OwlWeb } from './owl-web.ts';

/**
 * What each shipped question answers about a crawl of the owl web, with URLs as `host/path`. Cells that are a time, or that
 * depend on the port, are `undefined`.
 */
export const owlAnswers: Readonly<Record<string, readonly (readonly (Cell | undefined)[])[]>> = {
  census: [
    ['T', 'Trains', 0, 14, 70, 0.5],
    ['O', 'Owls', 1, 5, 25, 0.984],
    ['F', 'Forests', 1, 1, 5, 0.984],
  ],
  tries: [
    [0, 1],
    [1, 22],
  ],
  diagnosis: [
    ['O', 'Owls', 1, 0, 12, 75, 14],
    ['F', 'Forests', 1, 0, 3, 18.8, 1],
    ['T', 'Trains', 0, 0, 1, 6.3, 0],
  ],
  hubs: [
    ['mirror.localhost/', 0.32947, 0.984, 'O', 4, 1],
    ['hub.localhost/', 0.2722, 0.984, 'O', 9, 2],
    ['owls.localhost/', 0.24699, 0.984, 'O', 4, 1],
    ['mirror.localhost/barn', 0.07794, 0.984, 'O', 2, 0],
    ['wood.localhost/', 0.07341, 0.984, 'F', 1, 0],
  ],
  neglected: [
    ['away.example/owls', 'known', 0.84865, 3, 'hub.localhost/'],
    ['broken.localhost/more', 'pending', 0.2722, 1, 'hub.localhost/'],
  ],
  neighbours: [
    ['away.example/owls', null],
    ['broken.localhost/more', null],
  ],
  authorities: [
    ['wood.localhost/', 0.29581, 0.984, 'F', 3],
    ['hub.localhost/', 0.20093, 0.984, 'O', 2],
    ['owls.localhost/barn', 0.16588, 0.984, 'O', 2],
    ['owls.localhost/', 0.14763, 0.984, 'O', 3],
    ['mirror.localhost/', 0.09488, 0.984, 'O', 1],
    ['mirror.localhost/barn', 0.09488, 0.984, 'O', 1],
  ],
  citations: [['hub.localhost/', 'O', 'rail.localhost/', 'T']],
  sites: [
    ['mirror.localhost', 2, 2, 0.984, 0],
    ['owls.localhost', 2, 2, 0.984, 0],
    ['hub.localhost', 1, 1, 0.984, 0],
    ['wood.localhost', 1, 1, 0.984, 0],
    ['rail.localhost', 14, 0, 0.5, 0],
  ],
  reciprocity: [['O', 9, 4, 44.4]],
  popularity: [
    ['O', 3, undefined],
    ['F', 1, undefined],
  ],
  harvest: [[undefined, 22, 0.645]],
  depths: [
    [0, 1, 1, 0.984],
    [1, 7, 5, 0.903],
    [2, 14, 0, 0.5],
  ],
  outcomes: [
    ['off-topic', 200, 14, 0],
    ['stored', 200, 4, 0],
    ['duplicate', 200, 2, 0],
    ['failed', 503, 1, 1],
    ['redirected', 301, 1, 0],
  ],
  waiting: [['broken.localhost', undefined, 1, 0, 0, 1, undefined]],
  'media-types': [['text/html', 4, undefined, undefined]],
  aliases: [['mirror.localhost', 'owls.localhost', 2]],
  copies: [
    [undefined, 2, undefined, undefined],
    [undefined, 2, undefined, undefined],
  ],
  regions: [
    ['rail.localhost', '/times/', 12, 0, 0, 0, 0, undefined, null],
    ['rail.localhost', '/times/*', 12, 0, 0, 0, 0, undefined, null],
  ],
  together: [
    ['away.example/owls', null, 1],
    ['broken.localhost/', null, 1],
    ['broken.localhost/more', null, 1],
    ['mirror.localhost/', 'O', 1],
    ['mirror.localhost/barn', 'O', 1],
    ['rail.localhost/', 'T', 1],
    ['wood.localhost/', 'F', 1],
  ],
};

/** The rows of an answer as `owlAnswers` has them. */
export function asOwlAnswer(
  web: OwlWeb,
  name: string,
  rows: readonly (readonly Cell[])[],
): readonly (readonly (Cell | undefined)[])[] {
  const expected = owlAnswers[name] ?? [];
  return rows.map((row, at) =>
    row.map((cell, place) => {
      if (expected[at] !== undefined && expected[at][place] === undefined) return undefined;
      return typeof cell === 'string' ? cell.replace(`:${web.port}`, '').replace('http://', '') : cell;
    }),
  );
}
