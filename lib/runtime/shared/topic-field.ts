import { WinnowError } from '../../base/error.ts';
import { fieldOfJob, sampledPages } from '../../capabilities/latent/job-field.ts';
import { latentText } from '../../capabilities/latent/refit.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { usesLatent } from '../../pipeline/links/link-prior.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type LatentJudge, openLatentJudge } from '../../topic/judge.ts';
import { type FieldText, fitLatentSpace } from '../../topic/train.ts';
import { labelledTexts } from './labelled-texts.ts';

/** What words mean in the field of a topic, and the texts that say so. */
export interface TopicField {
  readonly judge: LatentJudge;
  readonly texts: readonly FieldText[];
}

/**
 * The field of a job: by its latent space where it has one, else by a space that is made here of what its models were trained
 * with, its examples, and what it has sampled.
 * @throws WinnowError `not-found` if there is nothing to learn it of, with what to do
 */
export async function topicField(
  ports: Pick<Ports, 'jobs' | 'models' | 'graphs' | 'clock'>,
  job: Job,
  settings: JobSettings,
): Promise<TopicField> {
  const labelled = await labelledTexts(ports)(job, settings);
  const pages = await sampledPages(ports, job.name);
  const judge =
    (await fieldOfJob(ports, job.name, settings))?.judge ?? judgeOf([...labelled, ...pages.map(latentText)]);
  if (judge === undefined)
    throw new WinnowError(
      'not-found',
      `the job ${job.name} has not learnt what words mean in its field: it has no trained model, no examples and no latent space. ${usesLatent(settings) ? 'A crawl makes one of the pages that it reads: crawl on' : 'Set `focus: { latent: always }` and crawl'}, or give examples with --good DIR --bad DIR`,
    );
  const texts = [
    ...labelled.map(
      ({ source, title, text, label = 0 }): FieldText => ({ source, title, text, isOn: label >= 0.5 }),
    ),
    ...pages.map(
      ({ url, title, words, relevance = 0 }): FieldText => ({
        ...{ source: url, title, text: words, isOn: relevance >= 0.5 },
      }),
    ),
  ];
  return { judge, texts };
}

function judgeOf(texts: Parameters<typeof fitLatentSpace>[0]): LatentJudge | undefined {
  const model = fitLatentSpace(texts);
  return model && openLatentJudge(model);
}
