import { defined } from '../../base/defined.ts';
import { noExamples, readExamples } from '../../capabilities/examples/read-examples.ts';
import { examplesOn } from '../../capabilities/examples/set/job-examples.ts';
import type { LabelledTexts } from '../../capabilities/latent/refit.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { readText } from '../../pipeline/topic/stored-text.ts';
import type { Ports } from '../../ports/ports.ts';
import { sampledWords } from '../../topic/judge.ts';
import { readTrainingTexts, trainingTextsKey } from '../../topic/models.ts';
import { modelsOf } from '../../topic/settings.ts';
import type { LatentText } from '../../topic/train.ts';

/** A labelled text, and where it is from. */
export interface SourcedText extends LatentText {
  /** The URL or file of an example, or the class of a training text. */
  readonly source: string;
}

/** What people have labelled of a job: its examples, and what its models were trained with. */
export function labelledTexts(
  ports: Pick<Ports, 'jobs' | 'models'>,
): (...of: Parameters<LabelledTexts>) => Promise<readonly SourcedText[]> {
  return async ({ name }, { topic }) => {
    const set = (await unlessDamaged(name, () => readExamples(ports, name))) ?? noExamples;
    const texts: SourcedText[] = [];
    for (const [side, label] of [
      ['in', 1],
      ['out', 0],
    ] as const)
      for (const { source, title, text, language } of examplesOn(set, side)) {
        const stored = text === undefined ? undefined : await readText(ports, text);
        if (stored === undefined) continue;
        const sampled = sampledWords(title, stored);
        texts.push({
          ...{ source, title: sampled.title, text: sampled.words, label },
          ...defined({ declared: language }),
        });
      }
    for (const { digest, good } of topic === undefined ? [] : modelsOf(topic)) {
      const bytes = await ports.models.read(trainingTextsKey(digest));
      const trained = bytes === undefined ? undefined : readTrainingTexts(bytes);
      for (const { class: name, text, language } of trained?.texts ?? [])
        texts.push({
          ...{ source: `a training text of ${name}`, title: '', text },
          label: good.includes(name) ? 1 : 0,
          ...defined({ declared: language }),
        });
    }
    return texts;
  };
}
