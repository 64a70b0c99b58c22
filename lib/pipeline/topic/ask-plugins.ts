import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type JudgedContent, needsPlugins } from '../../domain/reading/judge-content.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { PluginsAnswer } from '../../topic/explain.ts';
import { topicToRead } from './topic-model.ts';

/**
 * What the filters and plug-ins of a job say of a page, with the chain and the deadlines of a crawl. For people who ask
 * about one page.
 * @returns undefined where the job has no plug-ins or no topic, and outside of a stack, where plug-ins cannot run
 */
export async function askPlugins(
  ports: Pick<Ports, 'models'> & Partial<Pick<Ports, 'reader'>>,
  settings: JobSettings,
  url: string,
  content: JudgedContent,
): Promise<PluginsAnswer | undefined> {
  const { topic, analysers = [] } = settings;
  if (ports.reader === undefined || topic === undefined || !needsPlugins({ topic, analysers }))
    return undefined;
  const { models } = await topicToRead(ports.models, topic);
  const result = await ports.reader.judge({
    url: url as CanonicalUrl,
    urlSettings: settings.url,
    content,
    topic,
    analysers,
    ...defined({ models }),
  });
  return result.kind === 'open' ? undefined : result;
}
