import { setImmediate } from 'node:timers/promises';
import { byName } from '../../base/by-name.ts';
import { WinnowError } from '../../base/error.ts';
import { ownIndex } from '../../capabilities/search/own-index.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { FeedingParts } from '../../pipeline/sinks/follow-sinks.ts';
import type { SinkType } from '../../pipeline/sinks/sink.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { openTargetWeb } from '../shared/target-web.ts';

/** Types that write files or run programs. Each is loaded when a job has one. */
const local = byName<() => Promise<SinkType<never>>>({
  files: async () => (await import('../../adapters/sinks/files/files-sink.ts')).filesSink,
  command: async () => (await import('../../adapters/sinks/command/command-sink.ts')).commandSink,
  sqlite: async () => (await import('../../adapters/sinks/sqlite/sqlite-sink.ts')).sqliteSink,
});

/** The type of sinks of a name, on one machine. @throws WinnowError `config` */
export async function localSinkType(name: string): Promise<SinkType<unknown>> {
  const load = local.get(name) ?? sinkTypes.get(name)?.load;
  if (load === undefined) throw new WinnowError('config', `this Winnow has no sinks of the type ${name}`);
  return (await load()) as SinkType<unknown>;
}

/** What the sinks of one machine are fed with. */
export function localSinkParts(
  ports: FeedingParts['ports'],
  secrets: Secrets,
  dataDir: string,
): FeedingParts {
  return {
    ports,
    isOrdered: true,
    giveWay: () => setImmediate(),
    typeOf: localSinkType,
    openWeb: openTargetWeb,
    secret: (name) => secrets.secret(name),
    directory: dataDir,
    unnamed: ownIndex,
  };
}
