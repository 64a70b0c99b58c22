import type { ReadRequest } from '../../ports/web.ts';

/** What is the same for all pages of a job, and can be large: server aliases, topic definitions, models. */
export type ReaderSettings = Pick<ReadRequest, 'urlSettings' | 'topic' | 'models'>;

/** Which settings a page is read with: by their place, and themselves only when the thread was not told of them yet. */
export interface SentSettings {
  readonly place: number;
  readonly settings?: ReaderSettings;
}

/** Jobs whose pages come by turns, without a model's going over each time. */
const rememberedJobs = 8;

/** What one side remembers of having told the other: the settings that were used last, by identity. */
export function settingsSender(): (settings: ReaderSettings) => SentSettings {
  const sent: ReaderSettings[] = [];
  let next = 0;
  return (settings) => {
    const { urlSettings, topic, models } = settings;
    const known = sent.findIndex(
      (one) => one.urlSettings === urlSettings && one.topic === topic && one.models === models,
    );
    if (known !== -1) return { place: known };
    const place = next;
    sent[place] = settings;
    next = (next + 1) % rememberedJobs;
    return { place, settings };
  };
}
