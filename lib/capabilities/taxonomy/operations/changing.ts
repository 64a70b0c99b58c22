import { WinnowError } from '../../../base/error.ts';
import { formatCount } from '../../../base/quantity.ts';
import { type InputFields, operation, type Values } from '../../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../../pipeline/operation/place.ts';
import { detail, note, table, type View } from '../../../pipeline/operation/view.ts';
import { knownClass } from '../../../topic/models.ts';
import { type ClassPath, type FiledModel, isWithin } from '../../../topic/settings.ts';
import { changeTaxonomy, type ExampleSet, judgedDifferently } from '../../../topic/train.ts';
import { type ChangedVerdicts, changedVerdicts } from '../changed-verdicts.ts';
import {
  classesInForce,
  type OpenedWork,
  openWork,
  putTaxonomy,
  storedTaxonomy,
  type TaxonomyOfJob,
  topicWith,
} from '../stored-taxonomy.ts';
import { guard } from './inputs.ts';

export type Marks = Omit<FiledModel, 'digest'>;

/** What a change works on. */
export interface ClassesChange {
  readonly place: JobPlace;
  readonly set: ExampleSet;
  readonly marks: Marks;
  /** The path of a class as the taxonomy has it. @throws WinnowError `config` */
  known(written: string): ClassPath;
}

/** What a change makes: other examples, other marks of classes, or both. */
export interface MadeChange {
  readonly set?: ExampleSet;
  readonly marks?: Marks;
}

/** What a change of a taxonomy did, or would do. */
export interface ChangeReport {
  /** Of the topic, after the change. */
  readonly version: string;
  /** Classes with another number of examples. */
  readonly changed: ReturnType<typeof changeTaxonomy>['changed'];
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
export function changing<const F extends InputFields>(
  input: F,
  make: (change: ClassesChange, given: Values<F & typeof guard>) => MadeChange | Promise<MadeChange>,
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
        return {
          version: await putTaxonomy(place, stored, then, { base, by: asked.by || 'somebody' }),
          ...report,
        };
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
async function withoutExamples(ports: JobPlace['ports'], { filter }: TaxonomyOfJob): Promise<OpenedWork> {
  const { taxonomy, header } = await classesInForce(ports, filter);
  const { words, tokeniser } = taxonomy;
  const work = { taxonomy, set: { words, tokeniser, examples: [] }, notes: header };
  return { base: work, work };
}

function requireVersion({ version, note: changed }: TaxonomyOfJob, seen: string | undefined): void {
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

function viewChange(
  report: ChangeReport,
  { dryRun, order }: { readonly dryRun: boolean; readonly order: (name: string) => string },
): View {
  const { version, changed, trained, good, crawlOnly, judged, examples = [], pages } = report;
  const classes = table<ChangeReport['changed'][number]>(
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
