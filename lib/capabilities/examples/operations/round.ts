import { defined } from '../../../base/defined.ts';
import { WinnowError } from '../../../base/error.ts';
import { formatBytes, formatCount } from '../../../base/quantity.ts';
import type { JobSettings } from '../../../domain/settings/settings.ts';
import { field, optional, text, whole } from '../../../pipeline/operation/input.ts';
import { operation } from '../../../pipeline/operation/operation.ts';
import { onlyThere } from '../../../pipeline/operation/place.ts';
import { detail, failure, note, type View, type ViewBlock } from '../../../pipeline/operation/view.ts';
import { withWeb } from '../../../pipeline/operation/with-web.ts';
import { type SeedReport, seed } from '../../../pipeline/seeds/seed.ts';
import { storeText } from '../../../pipeline/topic/stored-text.ts';
import type { Job } from '../../../ports/jobs.ts';
import { type AddedExamples, type AddPorts, addExamples } from '../add-examples.ts';
import { gatherMaterial, type MaterialPorts } from '../material.ts';
import { rankAgain } from '../rank-again.ts';
import { readExamples } from '../read-examples.ts';
import { readLists } from '../read-lists.ts';
import { type RuleMatches, seedMatches } from '../rule-seeds.ts';
import { withAdded, withRound } from '../set/change-set.ts';
import { checkLearner } from '../set/check-learner.ts';
import type { ExampleLists } from '../set/example-lists.ts';
import { seedOf } from '../set/example-rule.ts';
import { type ExampleRound, examplesOn, type JobExamples } from '../set/job-examples.ts';
import type { Learnt, Material } from '../set/learner.ts';
import { learnerNamed, learners } from '../set/learners.ts';
import type { RoundFigures } from '../set/round-figures.ts';
import { hasOwnTopic } from '../set/settings-by-examples.ts';
import { sides } from '../set/side.ts';
import { changeExamples } from '../stored-examples.ts';
import { percent, roundTable, viewLists } from './lists.ts';
import { matchLines } from './rules.ts';
import { putInForce } from './said.ts';

export interface RoundOptions {
  /** The name of a learner; absent: the usual one. */
  readonly learner?: string;
  readonly signal?: AbortSignal;
}

/** What beginning a round did. */
export interface RoundBegun {
  readonly round: ExampleRound;
  /** Answers that became examples. */
  readonly taken: readonly AddedExamples[];
  /** Why the round has no topic, and what a person can do. */
  readonly problem?: string;
  /** The job has a topic of its own, which stays in force. */
  readonly ownTopic: boolean;
  /** The model that was learnt, for other jobs. */
  readonly digest?: string;
  readonly set: JobExamples;
}

/**
 * Begins a round: what was accepted and rejected becomes examples, and a topic is learnt of all examples, by which the job goes on.
 * While there is nothing to tell the examples from, the round has no topic: it crawls for pages to learn from.
 * @throws WinnowError `usage` for a job without an example that is in
 */
export async function beginRound(
  ports: AddPorts & MaterialPorts,
  job: Job,
  settings: JobSettings,
  { learner: name, signal }: RoundOptions,
): Promise<RoundBegun> {
  const learner = learnerNamed(name);
  const taken = await takeAnswers(ports, job, settings, signal);
  const before = await readExamples(ports, job.name);
  requireExamples(before);
  const material = await gatherMaterial(ports, job, settings, before);
  const began = ports.clock.monotonic();
  const learnt = material.labelled.in.length === 0 ? undefined : learner.learn(material);
  const learntMs = Math.round(ports.clock.monotonic() - began);
  const problem =
    learnt === undefined
      ? 'no example that is in has a text: add others with `winnow examples add`'
      : 'problem' in learnt
        ? learnt.problem
        : undefined;
  const model = learnt === undefined || 'problem' in learnt ? undefined : learnt;
  if (model !== undefined) await ports.models.put(model.topic.digest, model.bytes);
  const background = await storeText(ports, JSON.stringify(material.unlabelled));
  const accuracy = model === undefined ? undefined : checkLearner(learner, material);
  let round = roundOf(1, ports.clock.now(), material);
  const set = await changeExamples(ports, job.name, (was) => {
    round = {
      ...roundOf((was.rounds.at(-1)?.number ?? 0) + 1, ports.clock.now(), material),
      ...(model === undefined ? {} : { learner: learner.name, topic: model.topic, learntMs }),
      ...(accuracy === undefined ? {} : { accuracy }),
    };
    return { ...withRound(was, round), background };
  });
  return {
    ...{ round, taken, ownTopic: hasOwnTopic(settings), set },
    ...(problem === undefined ? {} : { problem }),
    ...digestOf(model),
  };
}

function digestOf(model: Learnt | undefined): { readonly digest?: string } {
  return model === undefined ? {} : { digest: model.topic.digest };
}

function requireExamples(set: JobExamples): void {
  if (examplesOn(set, 'in').length > 0 || set.rules.some(({ side }) => side === 'in')) return;
  throw new WinnowError(
    'usage',
    set.examples.length === 0
      ? 'there is no example yet: add pages that the crawl is about with `winnow examples add URL…`'
      : 'all examples are out: nothing says what the crawl is about; add pages that are in with `winnow examples add URL…`',
  );
}

function roundOf(number: number, begunAt: number, { labelled, unlabelled }: Material): ExampleRound {
  return {
    ...{ number, begunAt, in: labelled.in.length, out: labelled.out.length },
    unlabelled: unlabelled.length,
  };
}

/** Makes examples of what was accepted and rejected. A page that cannot be had is an example without a text: nothing is learnt of it. */
async function takeAnswers(
  ports: AddPorts,
  job: Job,
  settings: JobSettings,
  signal: AbortSignal | undefined,
): Promise<readonly AddedExamples[]> {
  const { answers } = await readExamples(ports, job.name);
  const taken: AddedExamples[] = [];
  for (const side of sides) {
    const urls = answers.filter((one) => one.side === side).map(({ url }) => url);
    if (urls.length === 0) continue;
    const { report } = await addExamples(ports, job, settings, { side, origin: 'judged', urls }, signal);
    taken.push(report);
    const failed = urls.filter((url) => report.failed.some(({ source }) => source === url));
    const addedAt = ports.clock.now();
    const withoutText = failed.map((url) => ({
      ...{ source: url, url, side, title: '', addedAt, origin: 'judged' as const },
    }));
    if (failed.length > 0) await changeExamples(ports, job.name, (set) => withAdded(set, withoutText));
  }
  return taken;
}

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
    const { ports, of, settings, crawler } = place;
    if (maxPages !== undefined && crawler === undefined)
      throw new WinnowError(
        'usage',
        'leave out --max-pages: another process goes on with the crawl by itself',
      );
    const before = await readExamples(ports, of.name);
    const report = await withWeb(place, before.answers.length > 0, async (all, rules) => {
      const { rounds } = await readLists(ports, of, rules, before, { most: 1 });
      const { set, ...begun } = await beginRound(all, of, rules, { signal, ...defined({ learner }) });
      const job = await putInForce(place);
      const seeds = await seed(ports, job, seedsOf(set));
      const isLed = begun.round.topic !== undefined && !begun.ownTopic;
      if (isLed && job.state === 'open') await onlyThere(place.reclassify)(job.name, signal);
      const matches = await seedMatches(ports, job, set);
      const id = String(begun.round.number);
      const now = await settings(job.name);
      const latent = (await place.field?.(job.name, now))?.judge;
      const ranked = isLed ? await rankAgain(ports, job, now, { id, ...defined({ latent }) }) : 0;
      return { ...begun, before: rounds, seeds, ...defined({ matches }), ranked };
    });
    if (maxPages === undefined) return report;
    await seed(ports, of, (await settings(of.name)).seeds);
    await crawler?.crawl(of.name, { maxPages, signal });
    const set = await readExamples(ports, of.name);
    const job = await place.job(of.name);
    return { ...report, lists: await readLists(ports, job, await settings(of.name), set, { most: listed }) };
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
      const which = number === undefined ? 'no round has' : `round ${number} has not`;
      throw new WinnowError(
        'not-found',
        `${which} learnt a topic in job ${of.name}: begin one with \`winnow examples round\``,
      );
    }
    return { file: onlyThere(put)(`${of.name}.model`, [bytes]), bytes: bytes.length };
  },
  view: ({ file, bytes }) => [[note(`${file}: ${formatBytes(bytes)}`)]],
});
