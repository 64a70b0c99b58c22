import { WinnowError } from '../../base/error.ts';
import { searchIndex } from '../../capabilities/search-servers/search.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { SearchIndex } from '../../pipeline/operation/search-index.ts';
import { sinkReports } from '../../pipeline/sinks/sink-report.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { openTargetWeb } from './target-web.ts';

const types = ['opensearch', 'elasticsearch'] as const;

/** Searches jobs in the search servers that they have as sinks. */
export function serverSearch(
  ports: Pick<Ports, 'jobs' | 'changes' | 'clock'>,
  secrets: Secrets,
): SearchIndex {
  return {
    async find(job, request, signal) {
      const settings = await settingsOf(ports.jobs, job.name, job.config);
      const sink = settings.sinks?.find(({ to }) => types.some((one) => one === to));
      const flavour = types.find((one) => one === sink?.to);
      if (sink === undefined || flavour === undefined)
        throw new WinnowError(
          'not-found',
          `job ${job.name}: it has no sink of the type opensearch that could be searched (docs/sinks-search.md)`,
        );
      const web = openTargetWeb(settings.sinkNetworks ?? []);
      try {
        const { name, settings: said } = sink;
        const secret = (named: string) =>
          secrets.secret(named).catch((error) => {
            throw unreadable(error, `${named} of the sink ${name}, with which job ${job.name} is searched`);
          });
        const plan = { name, settings: said, web, secret, now: () => ports.clock.now() };
        const found = await searchIndex(flavour, plan, request, signal);
        const [report] = await sinkReports(ports, job.name, { sinks: [sink] });
        return { ...found, behind: report?.behind ?? 0 };
      } finally {
        await web.close();
      }
    },
  };
}

/** People's roles read no secrets: what the store says of one that it refuses does not say what it is for. */
function unreadable(error: unknown, secret: string): unknown {
  if (!(error instanceof WinnowError) || error.code !== 'unavailable') return error;
  return new WinnowError(
    error.code,
    `the secret ${secret}, cannot be read: ${error.message}; ask whoever may read it, or search on the server with an account of your own`,
    { cause: error, isDenied: error.isDenied === true },
  );
}
