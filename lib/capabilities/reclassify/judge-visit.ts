import { defined } from '../../base/defined.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { openStoredPages, type StoredPage } from '../../pipeline/collection/stored-pages.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { bestClassIn } from '../../topic/judge.ts';
import {
  bestScoreOf,
  classHierarchy,
  hasClass,
  isBelow,
  type RejudgedPage,
  type Rejudgement,
  rejudge,
} from '../../topic/settings.ts';

/** A visited page that the present topic was applied to. */
export interface JudgedVisit {
  readonly visit: Visit;
  readonly page: RejudgedPage;
  /** Absent if nothing of the page is stored. */
  readonly stored?: StoredPage;
  /** Absent if the job has no topic, or the page could not be judged. */
  readonly verdict?: TopicVerdict;
}

export type Judging = Pick<Ports, 'records' | 'changes' | 'offTopic' | 'models' | 'reader'>;

/**
 * Judges visited pages by the topic of the given settings. Undefined for pages that the options leave out, and for pages
 * that would come into the collection although a person has blocked their host. Changes nothing.
 */
export function openJudge(
  ports: Judging,
  { holds }: Pick<Job, 'holds'>,
  settings: JobSettings,
  options: JudgeOptions,
): (host: HostKey, visit: Visit) => Promise<JudgedVisit | undefined> {
  const pages = openStoredPages(ports);
  const hierarchy = classHierarchy(settings.topic?.classes);
  return async (host, visit) => {
    const { url } = visit;
    const { topic, url: urlSettings } = settingsFor(settings, url);
    const judged = (kind: Rejudgement, more: Partial<JudgedVisit> = {}): JudgedVisit => {
      const was = bestScoreOf(more.stored?.record.topic);
      const now = bestScoreOf(more.verdict);
      const page = {
        url,
        kind,
        ...defined({ was, now }),
      };
      return { visit, page, ...more };
    };
    const stored = await pages.of(host, visit);
    if (stored === undefined) {
      const best = bestClassIn(visit.detail);
      if (options.classes && (best === undefined || !isBelow(best, options.classes, hierarchy)))
        return undefined;
      if (visit.next === 0) return judged('same');
      return judged(options.refetch ? 'queued' : 'missing');
    }
    let verdict: TopicVerdict | undefined;
    if (topic !== undefined) {
      const { models } = await topicToRead(ports.models, topic);
      const request = {
        url,
        urlSettings,
        content: stored.record,
        topic,
        ...defined({ models }),
      };
      const result = await ports.reader.judge(request);
      if (result.kind !== 'judged') return judged('failed', { stored });
      verdict = result.verdict;
    }
    const was = stored.record.topic;
    const { classes } = options;
    if (classes && !hasClass(was, classes, hierarchy) && !hasClass(verdict, classes, hierarchy))
      return undefined;
    const kind = rejudge(visit.md5 !== undefined, was, verdict, options.mark === true);
    if (kind === 'restored' && holdOn(holds, host.host)?.verb === 'block') return undefined;
    // A record has the verdict of the URL that made it. The order in which its URLs are judged must not matter.
    const isFurther = stored.entry !== undefined && stored.entry.firstUrl !== url;
    if (isFurther && kind === 'revised') return judged('same', { stored, ...(verdict && { verdict }) });
    if (isFurther && kind === 'same' && verdict?.relevant === false)
      return judged('marked', { stored, verdict });
    return judged(kind, { stored, ...defined({ verdict }) });
  };
}
