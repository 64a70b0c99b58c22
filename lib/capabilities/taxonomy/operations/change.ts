import * as z from 'zod/mini';
import { WinnowError } from '../../../base/error.ts';
import { formatCount } from '../../../base/quantity.ts';
import { field, flag } from '../../../pipeline/operation/input.ts';
import {
  type AskedBy,
  type InputFields,
  operation,
  type Values,
} from '../../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../../pipeline/operation/place.ts';
import { detail, note, table, type View } from '../../../pipeline/operation/view.ts';
import { viewRecord } from '../../../pipeline/report/view-record.ts';
import { documentText } from '../../../topic/judge.ts';
import { knownClass } from '../../../topic/models.ts';
import { type ClassPath, type FiledModel, isWithin, readClassPath } from '../../../topic/settings.ts';
import {
  type ChangedClass,
  type ClassEdit,
  changeTaxonomy,
  type ExampleSet,
  editClasses,
  judgedDifferently,
  openExampleSet,
} from '../../../topic/train.ts';
import { type ChangedVerdicts, changedVerdicts } from '../changed-verdicts.ts';
import {
  classesInForce,
  type OpenedWork,
  openWork,
  putTaxonomy,
  type StoredTaxonomy,
  storedTaxonomy,
  topicWith,
} from '../stored-taxonomy.ts';
import { classField, guard, namesField, optionalClass, optionalNames } from './inputs.ts';

type Marks = Omit<FiledModel, 'digest'>;

/** What a change works on. */
interface Change {
  readonly place: JobPlace;
  readonly set: ExampleSet;
  readonly marks: Marks;
  /** The path of a class as the taxonomy has it. @throws WinnowError `config` */
  known(written: string): ClassPath;
}

/** What a change makes: other examples, other marks of classes, or both. */
interface Made {
  readonly set?: ExampleSet;
  readonly marks?: Marks;
}

/** What a change of a taxonomy did, or would do. */
export interface ChangeReport {
  /** Of the topic, after the change. */
  readonly version: string;
  /** Classes with another number of examples. */
  readonly changed: readonly ChangedClass[];
  /** Classes that were trained again. */
  readonly trained: number;
  readonly good: readonly string[];
  readonly crawlOnly: readonly string[];
  /** Of a dry run: examples that would be judged otherwise, and the first of them. */
  readonly judged?: number;
  readonly examples?: ReturnType<typeof judgedDifferently>;
  /** Of a dry run: the same of a sample of the stored pages. */
  readonly pages?: ChangedVerdicts;
}

const shown = 20;

/** Describes an operation that changes the taxonomy of a job. @param make what it makes of the examples and marks */
function changing<const F extends InputFields>(
  input: F,
  make: (change: Change, given: Values<F & typeof guard>) => Made | Promise<Made>,
  { trains = true } = {},
) {
  return operation({
    about: 'job',
    input: { ...input, ...guard } as F & typeof guard,
    effect: 'changes',
    async run(place, given, asked): Promise<ChangeReport> {
      const stored = await storedTaxonomy(place);
      requireVersion(stored, (given as { readonly ifVersion?: string }).ifVersion);
      const { base, work } = trains
        ? await openWork(place.ports, stored)
        : await withoutExamples(place.ports, stored);
      const { filter, topic } = stored;
      const { good, crawlOnly } = filter;
      const paths = work.taxonomy.tree.map(({ path }) => path);
      const known = (written: string) => knownClass(written, 'class', 'taxonomy', paths);
      const made = await make({ place, set: work.set, marks: { good, crawlOnly }, known }, given);
      const day = new Date(place.ports.clock.now()).toISOString().slice(0, 10);
      const next = made.set && changeTaxonomy(work, made.set, day);
      const isTrained = next !== undefined && (next.trained > 0 || next.changed.length > 0);
      const marks = made.marks ?? { good, crawlOnly };
      requireMarks(marks);
      const then = { marks, ...(isTrained ? { work: next.work } : {}) };
      const report = { changed: next?.changed ?? [], trained: next?.trained ?? 0, ...marks };
      if (!asked.dryRun)
        return { version: await putTaxonomy(place, stored, then, { base, by: whoIs(asked) }), ...report };
      const { topic: after, next: put, model } = topicWith(stored, then);
      const judged = isTrained ? judgedDifferently(work, next.work) : [];
      const bytes = model && { digest: put.digest, bytes: model };
      return {
        version: stored.version,
        ...report,
        ...{ judged: judged.length, examples: judged.slice(0, shown) },
        pages: await changedVerdicts(place.ports, place.of.name, [topic, after], bytes),
      };
    },
    inShort: ({ version, trained, good, crawlOnly }) => ({ version, trained, good, crawlOnly }),
    view: viewChange,
  });
}

/** What marks need of a taxonomy: its classes. */
async function withoutExamples(ports: JobPlace['ports'], { filter }: StoredTaxonomy): Promise<OpenedWork> {
  const { taxonomy, header } = await classesInForce(ports, filter);
  const { words, tokeniser } = taxonomy;
  const work = { taxonomy, set: { words, tokeniser, examples: [] }, notes: header };
  return { base: work, work };
}

function whoIs({ by }: AskedBy): string {
  return by || 'somebody';
}

function requireVersion({ version, note: changed }: StoredTaxonomy, seen: string | undefined): void {
  if (seen === undefined || seen === version) return;
  const who =
    changed === undefined
      ? 'by the files of the job'
      : `by ${changed.by} at ${new Date(changed.at).toISOString()}`;
  throw new WinnowError(
    'conflict',
    `the topic was changed, last ${who}: it is ${version}, not ${seen.slice(0, 80)}; look at it again, then change it`,
  );
}

/** @throws WinnowError `config` for marks that no job can have */
function requireMarks({ good, crawlOnly }: Marks): void {
  if (good.length === 0)
    throw new WinnowError('config', 'no class would be good: mark another one as good first');
  for (const one of crawlOnly) {
    const above = good.find((other) => isWithin(one, other));
    if (above !== undefined)
      throw new WinnowError('config', `${one} cannot be crawl-only: it is kept anyway, as ${above} is good`);
  }
}

/** The path of a class that need not exist. @throws WinnowError `usage` */
function newClass(written: string): ClassPath {
  const read = readClassPath(written);
  if ('problem' in read) throw new WinnowError('usage', `to: ${written.slice(0, 80)}: ${read.problem}`);
  return read.path;
}

/** The marks of classes that are called otherwise, or are no more (undefined). */
function renamed({ good, crawlOnly }: Marks, name: (path: ClassPath) => ClassPath | undefined): Marks {
  const list = (paths: readonly ClassPath[]) => [...new Set(paths.flatMap((path) => name(path) ?? []))];
  const kept = list(good);
  return {
    good: kept,
    crawlOnly: list(crawlOnly).filter((one) => !kept.some((other) => isWithin(one, other))),
  };
}

/** Makes stored pages examples of a class: an example of the same URL is replaced, which corrects it. */
export const add = changing(
  {
    pages: namesField('URLs of stored pages, or MD5s of records'),
    to: classField('add the pages to <class>, which is created if absent'),
  },
  async ({ place: { ports, of }, set }, { pages, to }) => {
    const path = newClass(to);
    const builder = openExampleSet(set);
    for (const one of pages) {
      const record = (await viewRecord(ports, of, one))?.record;
      if (record === undefined)
        throw new WinnowError('not-found', `${one.slice(0, 200)} is no stored page of job ${of.name}`);
      if (!builder.add(record.finalUrl, path, documentText(record), record.language))
        throw new WinnowError('config', `${one.slice(0, 200)}: the page has no words`);
    }
    return { set: builder.finish() };
  },
);

/** What an edit makes of the examples, and of the marks of classes. */
function edited({ set, marks }: Change, edit: ClassEdit): Made {
  const { set: next, pathOf } = editClasses(set, edit);
  return { set: next, marks: renamed(marks, pathOf) };
}

/** Moves examples into another class, or a class with all below it below another one. */
export const move = changing(
  {
    examples: optionalNames('names of examples, as `winnow classes examples` lists them'),
    class: optionalClass('move <class> instead, with all below it'),
    to: classField(
      'the class that they come into, which is created if absent; or below which the class comes',
    ),
  },
  (change, { examples: names = [], class: moved, to }) => {
    if (names.length > 0 === (moved !== undefined))
      throw new WinnowError('usage', 'give either names of examples or a class');
    const path = newClass(to);
    return moved === undefined
      ? edited(change, { act: 'move', names, to: path })
      : edited(change, { act: 'move-class', from: change.known(moved), below: path });
  },
);

/** Makes one class of several, with all below them. */
export const merge = changing(
  {
    classes: namesField('the classes to merge'),
    to: classField('merge into <class>, which is one of the classes or a new class'),
  },
  (change, { classes, to }) =>
    edited(change, { act: 'merge', from: classes.map(change.known), into: newClass(to) }),
);

/** Removes a class with all below it. */
export const eliminate = changing(
  {
    class: classField('the class to remove', true),
    keepExamples: flag('move its examples to the class above'),
  },
  (change, { class: gone, keepExamples }) =>
    edited(change, {
      act: 'eliminate',
      gone: change.known(gone),
      examples: keepExamples ? 'keep' : 'drop',
    }),
);

const marked = ['good', 'crawl-only', 'none'] as const;

/** Marks classes as what the job is about; nothing is trained for that. */
export const mark = changing(
  {
    classes: namesField('classes to mark'),
    as: field(z._default(z.enum(marked), 'good'), {
      says: 'good: their pages are kept; crawl-only: only the links of their pages are followed; none: neither',
      shown: 'mark',
    }),
  },
  ({ marks, known }, { classes, as }) => {
    const paths = classes.map(known);
    const others = (list: readonly ClassPath[]) => list.filter((one) => !paths.includes(one));
    const [good, crawlOnly] = [others(marks.good), others(marks.crawlOnly)];
    return {
      marks: {
        good: as === 'good' ? [...good, ...paths] : good,
        crawlOnly: as === 'crawl-only' ? [...crawlOnly, ...paths] : crawlOnly,
      },
    };
  },
  { trains: false },
);

function viewChange(
  report: ChangeReport,
  { dryRun, order }: { readonly dryRun: boolean; readonly order: (name: string) => string },
): View {
  const { version, changed, trained, good, crawlOnly, judged, examples = [], pages } = report;
  const classes = table<ChangedClass>(
    [
      { title: 'class', width: 80, value: 'path' },
      { title: 'examples before', unit: 'count', value: ({ before }) => before ?? 'none' },
      { title: 'after', unit: 'count', value: ({ after }) => after ?? 'gone' },
    ],
    changed,
  );
  const again = formatCount(trained, 'class', 'classes');
  const marks = `good: ${good.join(', ')}${crawlOnly.length === 0 ? '' : `; crawl-only: ${crawlOnly.join(', ')}`}`;
  const [of, is] = dryRun
    ? ['would be trained again', 'nothing was changed']
    : ['trained again', `topic ${version}`];
  const sample =
    pages === undefined
      ? []
      : [
          note(
            `of ${formatCount(pages.pages, 'stored page')}: ${pages.dropped} would be off topic, ${pages.otherClass} of another class`,
          ),
          ...pages.examples.map((one) => detail(`${one.url}: ${one.before} → ${one.after}`)),
        ];
  return [
    changed.length === 0 ? [] : [classes],
    [
      note(`${again} ${of}; ${marks}`),
      ...(judged === undefined ? [] : [note(`${formatCount(judged, 'example')} judged differently`)]),
      ...examples.map((one) => detail(`${one.name}: ${one.before ?? 'none'} → ${one.after ?? 'none'}`)),
      ...sample,
      note(dryRun ? is : `${is}: the next turns go by it; ${order('reclassify')} applies it to stored pages`),
    ],
  ];
}
