import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import { type AddedExamples, type AddPorts, addExamples } from './add-examples.ts';
import { gatherMaterial, type MaterialPorts } from './material.ts';
import { readExamples } from './read-examples.ts';
import { withAdded, withRound } from './set/change-set.ts';
import { checkLearner } from './set/check-learner.ts';
import { type ExampleRound, examplesOn, type JobExamples } from './set/job-examples.ts';
import type { Learnt, Material } from './set/learner.ts';
import { learnerNamed } from './set/learners.ts';
import { hasOwnTopic } from './set/settings-by-examples.ts';
import { sides } from './set/side.ts';
import { changeExamples, storeText } from './stored-examples.ts';

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
  const learnt = material.labelled.in.length === 0 ? undefined : learner.learn(material);
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
      ...(model === undefined ? {} : { learner: learner.name, topic: model.topic }),
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
