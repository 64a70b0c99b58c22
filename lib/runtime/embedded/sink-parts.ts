import { WinnowError } from '../../base/error.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { SinkType } from '../../pipeline/sinks/sink.ts';
import type { SinkParts } from '../../pipeline/sinks/sink-run.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { openTargetWeb } from '../shared/target-web.ts';

/** Types that write files or run programs. Each is loaded when a job has one. */
const local: Readonly<Record<string, () => Promise<SinkType<never>>>> = {
  files: async () => (await import('../../adapters/sinks/files/files-sink.ts')).filesSink,
  command: async () => (await import('../../adapters/sinks/command/command-sink.ts')).commandSink,
  sqlite: async () => (await import('../../adapters/sinks/sqlite/sqlite-sink.ts')).sqliteSink,
};

/** The type of sinks of a name, on one machine. @throws WinnowError `config` */
export async function localSinkType(name: string): Promise<SinkType<unknown>> {
  const load = Object.hasOwn(local, name) ? local[name] : sinkTypes[name]?.load;
  if (load === undefined) throw new WinnowError('config', `this Winnow has no sinks of the type ${name}`);
  return (await load()) as SinkType<unknown>;
}

/** What the sinks of one machine are run with. The caller closes the web. */
export function localSinkParts(ports: SinkParts['ports'], secrets: Secrets, dataDir: string): SinkParts {
  return {
    ports,
    isOrdered: true,
    typeOf: localSinkType,
    web: openTargetWeb(),
    secret: (name) => secrets.secret(name),
    directory: dataDir,
  };
}
