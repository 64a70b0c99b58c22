import type { JobSettings } from '../../domain/settings/settings.ts';
import { usesLatent } from '../../pipeline/links/link-prior.ts';
import type { JobField } from '../../pipeline/topic/job-field.ts';
import type { Ports } from '../../ports/ports.ts';
import { latentJudgeOf } from '../../topic/judge.ts';
import { gatheredTexts } from './gather-sample.ts';
import { modelInForce } from './model-in-force.ts';
import { readSample } from './sampled-text.ts';

/** What harvesters of a job judge links by; undefined where it has no latent space, or wants none. */
export async function fieldOfJob(
  ports: Pick<Ports, 'jobs' | 'graphs' | 'clock'>,
  job: string,
  settings: Pick<JobSettings, 'focus' | 'topic'>,
): Promise<JobField | undefined> {
  if (!usesLatent(settings)) return undefined;
  const judge = latentJudgeOf((await modelInForce(ports, job)).bytes);
  return judge && { judge, pages: async () => sampledPages(ports, job) };
}

/** What the last space of a job was made of, beside labelled texts. */
export async function sampledPages({ graphs }: Pick<Ports, 'graphs'>, job: string) {
  return gatheredTexts(await readSample(graphs, job));
}
