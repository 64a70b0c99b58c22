import { WinnowError } from '../../base/error.ts';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';
import { type DumpScope, type Manifest, newManifest, putManifest, readManifest } from './manifest.ts';
import { PartWriter } from './part-writer.ts';
import { walk } from './walk.ts';
import type { DumpPorts } from './walk-host.ts';

export interface DumpOptions {
  /** The installation, for whoever reads the manifest. */
  readonly from: string;
  readonly signal: AbortSignal;
  /** Told after each part. */
  readonly onPart?: (manifest: Manifest) => void;
  /** Bytes of a part. For tests. */
  readonly partBytes?: number;
}

/**
 * Writes a portable form of jobs, or of one host, into a folder; goes on with a dump that was cut off there. A crawl may go on meanwhile:
 * each host is as one of its commits left it, and its records and changes are no older than that.
 * @throws WinnowError `usage` for a folder that has something else
 */
export async function dump(
  ports: DumpPorts,
  folder: DumpFolder,
  scope: DumpScope,
  { from, signal, onPart, partBytes }: DumpOptions,
): Promise<Manifest> {
  const begun = await begunBefore(folder, scope);
  const fresh = { id: ports.entropy.id(), begunAt: ports.clock.now(), from, scope };
  const manifest = begun ?? newManifest(fresh);
  if (begun === undefined) await putManifest(folder, manifest);
  const writer = new PartWriter(folder, manifest, partBytes);
  for await (const step of walk(ports, scope, manifest.mark)) {
    if ('missed' in step) writer.miss(step.missed);
    else if ('mark' in step) writer.reach(step.mark);
    else if (await writer.add(step.entry)) onPart?.(writer.manifest);
    if (signal.aborted) {
      await writer.end();
      return writer.manifest;
    }
  }
  await writer.end(ports.clock.now());
  return writer.manifest;
}

/** The dump that was cut off in a folder. What it had of one host is read again: that is little, and its end depends on its begin. */
async function begunBefore(folder: DumpFolder, scope: DumpScope): Promise<Manifest | undefined> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) {
    const [other] = (await folder.names()).filter((name) => !name.endsWith('.part'));
    if (other === undefined) return undefined;
    throw new WinnowError('usage', `${folder.path} has ${other}, which is no dump: name an empty folder`);
  }
  if (manifest.endedAt !== undefined)
    throw new WinnowError('usage', `${folder.path} has a whole dump already: name another folder`);
  if (JSON.stringify(manifest.scope) !== JSON.stringify(scope))
    throw new WinnowError(
      'usage',
      `${folder.path} has the beginning of another dump (${scopeText(manifest.scope)}): name another folder`,
    );
  if (scope.host === undefined) return manifest;
  const { mark: _, ...rest } = manifest;
  return { ...rest, parts: [], missed: { count: 0, first: [] } };
}

export function scopeText({ jobs, host, isWhole }: DumpScope): string {
  if (host !== undefined) return `host ${host} of ${jobs.join(', ')}`;
  return isWhole ? 'all jobs' : `job ${jobs.join(', ')}`;
}
