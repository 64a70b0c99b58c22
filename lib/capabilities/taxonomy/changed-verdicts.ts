import { defined } from '../../base/defined.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import type { Ports } from '../../ports/ports.ts';
import { topicFilterOf } from '../../topic/judge.ts';
import { modelsOf, type TopicSettings, withoutPlugins } from '../../topic/settings.ts';

/** A stored page that another topic judges otherwise. */
interface ChangedPage {
  readonly url: string;
  readonly before: string;
  readonly after: string;
}

/** What another topic makes of a sample of the stored pages. */
export interface ChangedVerdicts {
  /** Pages of the sample. */
  readonly pages: number;
  /** Pages that are off topic by it, and pages whose best class is another one. */
  readonly dropped: number;
  readonly otherClass: number;
  /** The first of these. */
  readonly examples: readonly ChangedPage[];
}

/** Records in the order of their MD5s are as good as drawn at random. */
const sampleSize = 100;
const shown = 10;
const atOnce = 8;

/** Judges some stored pages by two topics, plug-ins left out. Writes nothing. */
export async function changedVerdicts(
  ports: Pick<Ports, 'records' | 'changes' | 'models'>,
  job: string,
  [was, is]: readonly [before: TopicSettings, after: TopicSettings],
  model: { readonly digest: string; readonly bytes: Uint8Array } | undefined,
): Promise<ChangedVerdicts> {
  const models = new Map<string, Uint8Array>();
  for (const { digest } of [...modelsOf(was), ...modelsOf(is)]) {
    const bytes = digest === model?.digest ? model.bytes : await ports.models.read(digest);
    if (bytes !== undefined) models.set(digest, bytes);
  }
  const [before, after] = [was, is].map((topic) => topicFilterOf(withoutPlugins(topic) ?? topic, { models }));
  const { records } = await ports.records.records(job, sampleSize);
  const examples: ChangedPage[] = [];
  let [pages, dropped, otherClass] = [0, 0, 0];
  const lines = await sideBySide(records, atOnce, (entry) =>
    unlessDamaged(entry.md5, () => changeLineOf(ports, job, entry)),
  );
  for (const { record } of lines.filter((line) => line !== undefined)) {
    if (record === undefined) continue;
    const page = filterDocumentOf({ ...record, ...defined({ url: record.urls[0] ?? record.finalUrl }) });
    const [then, now] = [before?.(page), after?.(page)];
    pages += 1;
    const [wasBest, best] = [bestIn(then), bestIn(now)];
    const isDropped = then?.relevant === true && now?.relevant === false;
    if (isDropped) dropped += 1;
    else if (wasBest !== best) otherClass += 1;
    else continue;
    if (examples.length < shown)
      examples.push({
        url: record.finalUrl,
        before: wasBest,
        after: isDropped ? `${best}, off topic` : best,
      });
  }
  return { pages, dropped, otherClass, examples };
}

function bestIn(verdict: TopicVerdict | undefined): string {
  return verdict?.classes[0]?.id ?? '';
}
