import * as z from 'zod/mini';
import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { field, whole } from '../../../pipeline/operation/input.ts';
import type { Made } from '../../../pipeline/operation/made.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { eachJudged } from '../each-judged.ts';
import { readExamples } from '../read-examples.ts';
import { clustersOf, readLists } from '../read-lists.ts';
import { PagesByClass, reportFiles } from '../report-files.ts';

/** A folder that says how the pages of a job were classified, round by round. Reads every host twice. */
export const report = operation({
  about: 'job',
  input: {
    top: field(z._default(whole(1, 10_000), 100), {
      says: 'list <count> pages that stand out in each way, 1 to 10000',
      shown: 'count',
    }),
  },
  effect: 'reads',
  job: 'made',
  isStream: true,
  files: { option: 'out', shown: 'path', says: 'write the folder <path>' },
  makes: () => ({ isFolder: true, name: 'classification', type: 'application/zip' }),
  async *run(place, { top }, { signal }): AsyncGenerator<Made> {
    const { ports, of } = place;
    const set = await readExamples(ports, of.name);
    const settings = await place.settings(of.name);
    const field = await place.field?.(of.name, settings);
    const lists = await readLists(ports, of, settings, set, { most: top, ...defined({ field }) });
    const documents = new PagesByClass();
    await eachJudged(ports, of, settings, (page) => {
      if (signal.aborted) throw new WinnowError('unavailable', 'the report was interrupted');
      documents.add(page);
    });
    const clusters = await clustersOf(ports, settings);
    yield* reportFiles({ lists, set, documents, ...defined({ clusters }) });
    const { visited, unclassified, rounds } = lists;
    yield {
      made: {
        pages: visited,
        unclassified: unclassified.pages,
        classes: documents.classes().length,
        rounds: rounds.length,
      },
    };
  },
  view: (_: readonly Made[]) => [],
});
