import type { ReadRequest } from '../../ports/web.ts';

/** What is the same for all pages of a job, and may be large: server aliases, topic definitions, models. */
export type ReaderSettings = Pick<ReadRequest, 'urlSettings' | 'topic' | 'models' | 'latent'>;

/** The place of a page's settings in the thread's list; with the settings themselves the first time. */
export interface SentSettings {
  readonly place: number;
  readonly settings?: ReaderSettings;
}

/** How many jobs' settings a thread keeps, so that pages of several jobs do not send a model each time. */
const rememberedJobs = 8;

/** Remembers which settings were sent to the other thread, by identity. */
export function settingsSender(): (settings: ReaderSettings) => SentSettings {
  const sent: ReaderSettings[] = [];
  let next = 0;
  return (settings) => {
    const { urlSettings, topic, models, latent } = settings;
    const known = sent.findIndex(
      (one) =>
        one.urlSettings === urlSettings &&
        one.topic === topic &&
        one.models === models &&
        one.latent === latent,
    );
    if (known !== -1) return { place: known };
    const place = next;
    sent[place] = settings;
    next = (next + 1) % rememberedJobs;
    return { place, settings };
  };
}
