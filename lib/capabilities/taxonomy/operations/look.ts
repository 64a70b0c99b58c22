import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { flag, pageFields } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { more, note, table, type View } from '../../../pipeline/operation/view.ts';
import { topicCensus } from '../../../pipeline/topic/topic-census.ts';
import { knownClass } from '../../../topic/models.ts';
import { isWithin } from '../../../topic/settings.ts';
import { examplesWithin } from '../../../topic/train.ts';
import { filedOf } from '../stored-note.ts';
import { classesInForce, openWork, storedTaxonomy } from '../stored-taxonomy.ts';
import { classField, optionalClass } from './inputs.ts';

/** A class of the taxonomy of a job. */
export interface ShownClass {
  readonly path: string;
  /** The last part of its path. */
  readonly name: string;
  /** Examples of its own, and with those of the classes below it. */
  readonly examples: number;
  readonly within: number;
  /** What the job is about stands at the class itself, not at those below it. */
  readonly mark?: 'good' | 'crawl-only';
  /** Pages that have it as their best class. */
  readonly kept?: number;
  readonly refused?: number;
}

/** The classes of the taxonomy that is in force, in the order of the tree. */
export const show = operation({
  about: 'job',
  input: {
    within: optionalClass('only <class> and the classes below it'),
    pages: flag('count the pages that have each class as their best; reads the whole link log'),
  },
  effect: 'reads',
  async run(place, { within = '/', pages }) {
    const { ports, of } = place;
    const stored = await storedTaxonomy(place);
    const { filter, version, note: edited } = stored;
    const { taxonomy, header } = await classesInForce(ports, filter);
    const { tree } = taxonomy;
    const sums = examplesWithin(tree);
    const paths = tree.map(({ path }) => path);
    const top = knownClass(within, 'within', 'taxonomy', paths);
    const census = new Map((pages ? await topicCensus(ports, of.name) : []).map((one) => [one.id, one]));
    const marks = [
      [filter.good, 'good'],
      [filter.crawlOnly, 'crawl-only'],
    ] as const;
    const classes = tree.flatMap(({ path, name, examples }, place): ShownClass[] => {
      if (!isWithin(path, top)) return [];
      const mark = marks.find(([paths]) => paths.includes(path))?.[1];
      const { kept = 0, refused = 0 } = census.get(path) ?? {};
      return [
        {
          ...{ path, name, examples, within: sums[place] as number },
          ...defined({ mark }),
          ...(pages ? { kept, refused } : {}),
        },
      ];
    });
    const isChanged = filedOf(filter).digest !== filter.digest || filter.filed !== undefined;
    const changed = isChanged && edited !== undefined ? { by: edited.by, at: edited.at } : undefined;
    const { file, minRelevance } = filter;
    return { version, file, date: header.date, minRelevance, classes, ...defined({ changed }) };
  },
  view({ version, file, classes, changed }, { input: { pages } }): View {
    const by =
      changed === undefined ? '' : `, changed by ${changed.by} at ${new Date(changed.at).toISOString()}`;
    return [
      [note(`topic ${version}: ${file}${by}`)],
      [
        table<ShownClass>(
          [
            { title: 'class', width: 80, value: 'path' },
            { title: 'mark', value: 'mark' },
            { title: 'examples', unit: 'count', value: 'examples' },
            { title: 'with those below', unit: 'count', value: 'within' },
            ...(pages
              ? [
                  { title: 'pages kept', unit: 'count' as const, value: 'kept' as const },
                  { title: 'refused', unit: 'count' as const, value: 'refused' as const },
                ]
              : []),
          ],
          classes,
        ),
      ],
    ];
  },
});

/** The examples of a class, page by page. */
export const examples = operation({
  about: 'job',
  input: {
    class: classField('the class', true),
    below: flag('with the examples of the classes below it'),
    ...pageFields('examples'),
  },
  effect: 'reads',
  async run(place, { class: written, below, limit, cursor = '0' }) {
    const stored = await storedTaxonomy(place);
    const { work } = await openWork(place.ports, stored);
    const paths = work.taxonomy.tree.map((one) => one.path);
    const path = knownClass(written, 'class', 'taxonomy', paths);
    const all = work.set.examples.filter((one) => one.path === path || (below && isWithin(one.path, path)));
    const from = Number(cursor);
    if (!Number.isSafeInteger(from) || from < 0)
      throw new WinnowError('usage', `cursor: ${cursor.slice(0, 80)} is none that an answer said`);
    const listed = all.slice(from, from + limit).map((one) => {
      const { name, counts } = one;
      return { name, path: one.path, words: counts.reduce((sum, count) => sum + count, 0) };
    });
    const next = from + limit < all.length ? String(from + limit) : undefined;
    return {
      version: stored.version,
      class: path,
      total: all.length,
      examples: listed,
      ...defined({ cursor: next }),
    };
  },
  view({ examples: listed, cursor }) {
    if (listed.length === 0) return [[note('the class has no examples of its own')]];
    const columns = [
      { title: 'example', width: 100, value: 'name' as const },
      { title: 'class', width: 60, value: 'path' as const },
      { title: 'words', unit: 'count' as const, value: 'words' as const },
    ];
    return [[table(columns, listed)], ...more(cursor)];
  },
});
