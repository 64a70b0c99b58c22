import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { loadStemmers } from '../../base/language/load-stemmers.ts';
import { formatCount } from '../../base/quantity.ts';
import { field, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type GivenJob, type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { beside } from '../../pipeline/operation/view.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import { languagesOf, type TopicParts } from '../../topic/judge.ts';
import {
  builtIn,
  defaultTerms,
  type FilterSettings,
  readTopicFile,
  type TopicSettings,
} from '../../topic/settings.ts';
import { inOrder, replayJob } from './replay.ts';
import { type ReplayReport, viewReplay } from './replay-report.ts';

const part = 'must be a number from 0 to 1';
/** Characters of a definition, and lines of it that are named. */
const [mostDefinition, maxNamed] = [1_000_000, 10];
const path = (says: string, shown: string) =>
  field(optional(text(`must be a ${shown}`, 4_000)), { says, shown, isOfMachine: true });

/** The stored crawl of a job, as another policy or topic would have had it. */
export const replay = operation({
  about: 'job',
  input: {
    policy: path('use topic and focus of the job in <dir>; the other options override them', 'dir'),
    settings: field(optional(z.record(z.string(), z.unknown(), 'must be an object')), {
      says: 'use topic and focus of these settings, as a job.yaml has them; the other fields override them',
      isOfFiles: true,
    }),
    mode: field(optional(z.enum(['best-first', 'hard', 'soft', 'unfocused'])), {
      says: 'set focus.mode to <mode>',
    }),
    order: field(optional(z.enum(['relevance', 'breadth-first', 'arrival', 'hash'])), {
      says: 'set focus.order to <order>',
    }),
    parents: field(optional(z.enum(['mean', 'best'])), { says: 'set focus.parents to <how>', shown: 'how' }),
    tunnel: field(optional(whole(0, 29)), { says: 'set focus.tunnel to <pages>, 0 to 29', shown: 'pages' }),
    linkScores: field(optional(z.boolean('must be true or false')), {
      says: 'set focus.linkScores to true',
      not: 'set focus.linkScores to false',
    }),
    topic: field(optional(text('must be the text of a topic definition', mostDefinition)), {
      says: 'judge pages by the topic definition <file>',
      ...{ shown: 'file', isFile: true },
    }),
    model: path('judge pages by the model <file>', 'file'),
    good: field(optional(z.array(text('must be a class', 200), 'must be a list of classes')), {
      says: 'count <class> of --model as on topic (may be repeated)',
      ...{ shown: 'class', isOfMachine: true },
    }),
    threshold: field(optional(z.number('must be a number')), {
      says: 'accept pages from <score> on: minRelevance of a model, minScore of terms',
      shown: 'score',
    }),
    explore: field(z._default(z.number(part).check(z.minimum(0, part), z.maximum(1, part)), 0), {
      says: 'spend <part> of the fetches, from 0 to 1, on URLs drawn at random',
      shown: 'part',
    }),
    count: field(z._default(z.enum(['own', 'other']), 'own'), {
      says: "with another topic: count the pages that the job's own topic or the other topic accepts",
      shown: 'topic',
    }),
    unfetched: field(z._default(z.enum(['expected', 'passed-over']), 'expected'), {
      says: 'count URLs that the crawl never fetched as their expected harvest, or pass them over',
      shown: 'what',
    }),
    first: field(z._default(whole(1, 1_000_000), 100_000), {
      says: 'replay the first <pages> pages of the crawl, 1 to 1000000',
      shown: 'pages',
    }),
  },
  effect: 'reads',
  async run(place, asked): Promise<ReplayReport & { readonly doubts?: readonly string[] }> {
    const { ports, of, reader, maker } = place;
    const { mode, order, parents, tunnel, linkScores, explore, count, unfetched, first } = asked;
    const own = await place.settings(of.name);
    const { fromDirectory, read } = onlyThere(maker);
    const policy =
      asked.policy === undefined
        ? asked.settings && (await read(of.name, asked.settings))
        : await fromDirectory(asked.policy);
    const other = await otherTopic(place, asked, { own: own.topic, policy });
    const focus = {
      ...(policy?.settings.focus ?? own.focus),
      ...defined({ mode, order, parents, tunnel, linkScores }),
    };
    const field = await place.field?.(of.name, { ...own, focus });
    // For the job's own topic the stored verdicts are used, so it is not passed as another topic.
    const isOther = inOrder(other?.settings) !== inOrder(own.topic);
    const report = await replayJob({ ...ports, reader: onlyThere(reader) }, of, {
      ...{ focus, ...defined({ latent: field?.judge }) },
      ...{ explore, counts: count, assumed: unfetched, most: first },
      ...(other === undefined || !isOther ? {} : { topic: other }),
    });
    return {
      ...report,
      ...defined({ doubts: asked.topic === undefined ? undefined : doubtsOf(asked.topic) }),
    };
  },
  view: ({ doubts = [], ...report }) => [...viewReplay(report), doubts.map(beside)],
});

interface Asked {
  readonly topic?: string;
  readonly model?: string;
  readonly good?: readonly string[];
  readonly threshold?: number;
}

interface OtherTopic {
  readonly settings: TopicSettings;
  readonly parts: TopicParts;
}

/** The topic that is asked for, with what judges pages by it; undefined: pages are judged by the job's own. */
async function otherTopic(
  { ports, maker }: JobPlace,
  { topic, model, good, threshold }: Asked,
  { own, policy }: { readonly own: TopicSettings | undefined; readonly policy: GivenJob | undefined },
): Promise<OtherTopic | undefined> {
  const filters: FilterSettings[] = [];
  const models = new Map(policy?.models.map(({ digest, read }) => [digest, read()]));
  if (topic !== undefined) filters.push({ ...defaultTerms, definition: requireTerms(topic) });
  if (model !== undefined) {
    const { settings, bytes } = await onlyThere(maker).fromModel(model, good);
    filters.push(settings);
    models.set(settings.digest, bytes);
  }
  const named: TopicSettings = { filters, match: 'all', sitesOk: [], followOffTopic: false };
  const selected = filters.length > 0 ? named : policy?.settings.topic;
  if (selected === undefined && threshold === undefined) return undefined;
  const settings = selected ?? own;
  if (settings === undefined)
    throw new WinnowError(
      'usage',
      'give --topic, --model or --policy with --threshold: the job has no topic',
    );
  const parts = selected === undefined ? defined({ models: await modelsOf(ports, settings) }) : { models };
  await loadStemmers(languagesOf(settings, parts));
  return { settings: threshold === undefined ? settings : withThreshold(settings, threshold), parts };
}

async function modelsOf({ models }: JobPlace['ports'], topic: TopicSettings) {
  return (await topicToRead(models, topic)).models;
}

function withThreshold(topic: TopicSettings, threshold: number): TopicSettings {
  const filters = builtIn(topic);
  if (filters.length !== 1 || topic.filters.length !== 1)
    throw new WinnowError(
      'usage',
      'leave out --threshold, and set the thresholds in the job of --policy DIR: --threshold needs a topic with exactly one filter, of terms or a model',
    );
  const changedFilters = filters.map((one) =>
    one.kind === 'terms'
      ? { ...one, cutOffs: { ...one.cutOffs, total: threshold } }
      : { ...one, minRelevance: threshold },
  );
  return { ...topic, filters: changedFilters };
}

function requireTerms(definition: string): string {
  if (readTopicFile(definition, new Set()).terms.length > 0) return definition;
  throw new WinnowError('usage', "topic: no row can be used; 'winnow topic check' lists the faults");
}

/** The rows of a definition to look at. */
function doubtsOf(definition: string): readonly string[] | undefined {
  const { faults } = readTopicFile(definition, new Set());
  const named = faults
    .slice(0, maxNamed)
    .map(({ line, problem, text }) => `topic, line ${line}: ${problem}: ${text}`);
  const rest = faults.length - named.length;
  if (rest > 0) named.push(`topic: ${formatCount(rest, 'more line')} to look at`);
  return named.length === 0 ? undefined : named;
}
