import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { analysisOf, putAnalysisNote } from '../../pipeline/link-graph/analysis-note.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { latentJudgeOf } from '../../topic/judge.ts';
import type { LatentText } from '../../topic/train.ts';
import { type GatheredText, gatherSample, type SamplePorts } from './gather-sample.ts';
import { type MadeModel, modelInForce, modelName } from './model-in-force.ts';
import { type RaisePorts, raiseNear } from './raise-near.ts';

/** Makes a model of texts; undefined: they do not say enough. */
export type MakeModel = (texts: readonly LatentText[]) => Promise<Uint8Array | undefined>;

/** Texts that people have labelled: what the topic of a job was learnt of. */
export type LabelledTexts = (job: Job, settings: JobSettings) => Promise<readonly LatentText[]>;

export interface RefitOptions {
  /** Monotonic ms after which nothing more is read; the next call goes on. */
  readonly endBy: number;
  /** Whether the call was asked for: then a pause after the last look does not count. */
  readonly called?: boolean;
  readonly makeModel: MakeModel;
  readonly labelled: LabelledTexts;
}

export type RefitOutcome = 'resting' | 'continues' | (MadeModel & { readonly raised?: number });

/** The pause after a look that came to no end. */
const pauseMs = 10_000;
/** How long links are looked at that promise more by the new space. */
const raisingMs = 10_000;

/**
 * Makes the latent space of a job anew when that is due: when nobody has made one yet, when twice as many pages were fetched as for
 * the last one, and when the topic is another. The same pages make the same model. Two calls side by side do it twice.
 */
export async function refitWhenDue(
  ports: SamplePorts & RaisePorts & Pick<Ports, 'jobs'>,
  job: Job,
  { endBy, called = false, makeModel, labelled }: RefitOptions,
): Promise<RefitOutcome> {
  const known = await analysisOf(ports, job, 'latent', { called });
  if (known?.due === undefined) return 'resting';
  const { note, due, of } = known;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { texts, below, isWhole } = await gatherSample(ports, job, settings, endBy);
  const notBefore = ports.clock.now() + pauseMs;
  if (!isWhole) {
    await putAnalysisNote(ports, job.name, known, { ...note, called: 0, notBefore: called ? 0 : notBefore });
    return 'continues';
  }
  const all = [...(await labelled(job, settings)), ...texts.map(latentText)];
  const model = await makeModel(all);
  const done: MadeModel = {
    texts: all.length,
    ...defined({ model: model && hash('sha256', model), below }),
  };
  const before = latentJudgeOf((await modelInForce(ports, job.name)).bytes);
  if (model !== undefined) await ports.graphs.put(job.name, modelName, model);
  await putAnalysisNote(ports, job.name, known, {
    pages: due,
    notBefore,
    called: 0,
    done,
    ...defined({ of }),
  });
  const latent = latentJudgeOf(model);
  if (latent === undefined || done.model === undefined) return done;
  const made = { latent, before, id: done.model.slice(0, 12), endBy: ports.clock.monotonic() + raisingMs };
  return { ...done, raised: await raiseNear(ports, job, settings, made) };
}

/** What the filter is sure of says what is on topic. */
const [surelyOff, surelyOn] = [0.1, 0.9];

/** A text that was read, with what the filter is sure of. */
export function latentText({
  title,
  words,
  language,
  relevance,
  isRefused = false,
}: Omit<GatheredText, 'md5' | 'url'>): LatentText {
  const text = { title, text: words, ...defined({ declared: language }) };
  if (relevance !== undefined && (relevance <= surelyOff || relevance >= surelyOn))
    return { ...text, label: Math.round(relevance) };
  return isRefused ? { ...text, isRefused } : text;
}
