import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { formatBytes, formatCount } from '../../../base/quantity.ts';
import { field, optional, text, whole } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { onlyThere } from '../../../pipeline/operation/place.ts';
import { detail, failure, note, type View, type ViewBlock } from '../../../pipeline/operation/view.ts';
import { type SeedReport, seed } from '../../../pipeline/seeds/seed.ts';
import { beginRound, type RoundBegun } from '../begin-round.ts';
import { rankAgain } from '../rank-again.ts';
import { readExamples } from '../read-examples.ts';
import { readLists } from '../read-lists.ts';
import { type RuleMatches, seedMatches } from '../rule-seeds.ts';
import type { ExampleLists } from '../set/example-lists.ts';
import { seedOf } from '../set/example-rule.ts';
import { examplesOn, type JobExamples } from '../set/job-examples.ts';
import { learners } from '../set/learners.ts';
import type { RoundFigures } from '../set/round-figures.ts';
import { percent, roundTable, viewLists } from './lists.ts';
import { matchLines } from './rules.ts';
import { putInForce, withWeb } from './said.ts';

/** What beginning a round did, and the figures of the rounds before. */
export interface RoundReport extends Omit<RoundBegun, 'set'> {
  readonly before: readonly RoundFigures[];
  readonly seeds: SeedReport;
  /** Known URLs that rules match and that joined the seeds; absent without a rule that is `in`. */
  readonly matches?: RuleMatches;
  /** Pending URLs that were ranked by the new topic. */
  readonly ranked: number;
  /** What to look at after the pages that were crawled then; absent: none were. */
  readonly lists?: ExampleLists;
}

/** Pages of each list after a round. */
const listed = 5;

/** Takes in the answers, learns a topic and puts it in force; stored pages are judged by it. */
export const round = operation({
  about: 'job',
  input: {
    learner: field(optional(text('must be the name of a learner', 100)), {
      says: `learn by <name> (${learners.map(({ name, about }) => `${name}: ${about}`).join('; ')})`,
      shown: 'name',
    }),
    maxPages: field(optional(whole(1, 1_000_000)), {
      says: 'then crawl <number> pages on this machine, and list them',
      shown: 'number',
    }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  job: 'made',
  takesLong: () => true,
  async run(place, { learner, maxPages }, { signal }): Promise<RoundReport> {
    const { ports, of, settings, crawlNow } = place;
    if (maxPages !== undefined && crawlNow === undefined)
      throw new WinnowError(
        'usage',
        'leave out --max-pages: another process goes on with the crawl by itself',
      );
    const before = await readExamples(ports, of.name);
    const report = await withWeb(place, before.answers.length > 0, async (all, rules) => {
      const { rounds } = await readLists(ports, of, rules, before, 1);
      const { set, ...begun } = await beginRound(all, of, rules, { signal, ...defined({ learner }) });
      const job = await putInForce(place);
      const seeds = await seed(ports, job, seedsOf(set));
      const isLed = begun.round.topic !== undefined && !begun.ownTopic;
      if (isLed && job.state === 'open') await onlyThere(place.reclassify)(job.name, signal);
      const matches = await seedMatches(ports, job, set);
      const id = String(begun.round.number);
      const ranked = isLed ? await rankAgain(ports, job, await settings(job.name), id) : 0;
      return { ...begun, before: rounds, seeds, ...defined({ matches }), ranked };
    });
    if (maxPages === undefined) return report;
    await crawlNow?.(of.name, maxPages, signal);
    const set = await readExamples(ports, of.name);
    const job = await place.job(of.name);
    return { ...report, lists: await readLists(ports, job, await settings(of.name), set, listed) };
  },
  inShort: ({ round: { number }, problem }) => ({ number, ...defined({ problem }) }),
  view: (report) => [viewRound(report), ...viewAfter(report)],
});

/** What joins the seeds of a job: its examples that are in, and URLs that rules name. */
function seedsOf(set: JobExamples): readonly string[] {
  const pages = examplesOn(set, 'in').flatMap(({ url }) => url ?? []);
  return [...pages, ...set.rules.flatMap((rule) => seedOf(rule) ?? [])];
}

function viewRound(report: RoundReport): readonly ViewBlock[] {
  const { round: begun, taken, problem, ownTopic, before, seeds, matches } = report;
  const { number, accuracy, out, unlabelled } = begun;
  return [
    note(`round ${number}`),
    ...taken.flatMap(({ side, added, failed }) => [
      detail(`${formatCount(added.length, 'answer')} ${side === 'in' ? 'accepted' : 'rejected'}`),
      ...failed.map((one) => detail(`${one.source}: nothing is learnt of it: ${one.problem}`)),
    ]),
    detail(
      `learnt of ${formatCount(begun.in, 'page')} in, ${out} out and ${formatCount(unlabelled, 'page')} without a label`,
    ),
    ...(accuracy === undefined ? [] : [detail(judgedBy(accuracy))]),
    ...standing(problem, ownTopic),
    ...(seeds.accepted.length === 0 ? [] : [detail(formatCount(seeds.accepted.length, 'seed'))]),
    ...matchLines(matches).map((line) => detail(line)),
    ...(problem !== undefined && before.length > 0 ? [failure()] : []),
  ];
}

function judgedBy({
  labelled,
  precision,
  recall,
  f1,
}: NonNullable<RoundReport['round']['accuracy']>): string {
  return `on ${formatCount(labelled, 'page')} that people judged: precision ${percent(precision)}, recall ${percent(recall)}, F1 ${f1.toFixed(2)} (cross-validated)`;
}

function standing(problem: string | undefined, ownTopic: boolean): readonly ViewBlock[] {
  if (problem !== undefined)
    return [
      detail(`no topic yet: ${problem}`),
      detail('this round keeps every page of the scope: crawl some, then begin the next round'),
    ];
  if (!ownTopic) return [];
  return [
    detail(
      'the job has a topic of its own in job.yaml, which stays; `winnow examples model FILE` writes what was learnt',
    ),
  ];
}

function viewAfter({ before, lists }: RoundReport): View {
  return [
    before.length === 0 ? [] : [roundTable('so far', before)],
    ...(lists === undefined ? [] : viewLists(lists)),
  ];
}

/** The file of a model that a round has learnt, for other jobs. */
export const model = operation({
  about: 'job',
  input: {
    round: field(optional(whole(1, 1_000_000)), {
      says: 'the model of round <number> (default: the last one)',
      shown: 'number',
    }),
  },
  effect: 'reads',
  job: 'made',
  files: { shown: 'file', says: 'where to write it', isRequired: true },
  async run({ ports, of }, { round: number }, { put }) {
    const { rounds } = await readExamples(ports, of.name);
    const found = rounds.findLast((one) => one.topic !== undefined && (number ?? one.number) === one.number);
    const bytes = found?.topic && (await ports.models.read(found.topic.digest));
    if (bytes === undefined) {
      const which = number === undefined ? 'no round' : `round ${number} of`;
      throw new WinnowError(
        'not-found',
        `${which} the job ${of.name} has learnt a topic: begin one with \`winnow examples round\``,
      );
    }
    return { file: onlyThere(put)(`${of.name}.model`, [bytes]), bytes: bytes.length };
  },
  view: ({ file, bytes }) => [[note(`${file}: ${formatBytes(bytes)}`)]],
});
