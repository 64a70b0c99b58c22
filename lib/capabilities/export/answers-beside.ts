import { isOutage, WinnowError } from '../../base/error.ts';
import { type BundlesPlace, besidePages, eachBundle } from '../../pipeline/collection/each-bundle.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import type { FormatWriter } from './format.ts';

interface MadeBeside {
  readonly made: readonly Made[];
  /** The place behind a bundle that was read to its end. */
  readonly place?: BundlesPlace;
}

/**
 * Hands a writer what the bundles of a job have beside pages, as far as it wants that. What is damaged is left out: `winnow archive
 * check` names it.
 * @param since epoch ms of the oldest answer
 */
export async function* answersBeside(
  { ports, of }: JobPlace,
  writer: FormatWriter,
  { since, from }: { readonly since: number; readonly from?: BundlesPlace | undefined },
): AsyncGenerator<MadeBeside> {
  if (writer.beside === undefined) return;
  for await (const { key, place } of eachBundle(ports, of.name, from)) {
    for (const { name, at } of await unlessDamaged(() => besidePages(ports, of, key), [])) {
      const document = at < since ? undefined : await ports.documents.read(name);
      if (document === undefined || document.length === 0) continue;
      yield { made: await unlessDamaged(() => writer.beside?.(name, document) ?? [], []) };
    }
    yield { made: [], place };
  }
}

async function unlessDamaged<T>(run: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isOutage(error) || !(error instanceof WinnowError && error.code === 'corrupt')) throw error;
    return otherwise;
  }
}
