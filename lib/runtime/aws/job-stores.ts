import { Table } from '../../adapters/aws/base/table.ts';
import { storeClients } from '../../adapters/aws/clients/clients.ts';
import { CallDeadline } from '../../adapters/aws/clients/sdk-client.ts';
import { Bucket } from '../../adapters/aws/objects/bucket.ts';
import { S3Models } from '../../adapters/aws/objects/s3-models.ts';
import { DynamoCommands } from '../../adapters/aws/tables/dynamo-commands.ts';
import { DynamoDueIndex } from '../../adapters/aws/tables/dynamo-due-index.ts';
import { DynamoHosts } from '../../adapters/aws/tables/dynamo-hosts.ts';
import { DynamoJobs } from '../../adapters/aws/tables/dynamo-jobs.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { RandomEntropy } from '../../adapters/system/entropy.ts';
import { WinnowError } from '../../base/error.ts';
import { type Environment, needed } from '../../config/stack/environment.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../ports/ports.ts';

/** What a job is made and seeded with. Apart from the other ports, so that the bundle of a function that does no more stays small. */
export type JobStores = Pick<Ports, 'clock' | 'entropy' | 'jobs' | 'commands' | 'hosts' | 'due' | 'models'>;

/** Opens the stores of jobs from the variables that the constructs of a stack set. */
export function openJobStores(environment: Environment): JobStores {
  const { dynamo, s3 } = storeClients(new CallDeadline());
  return jobStores(
    new Table(dynamo, needed(environment, 'frontierTable')),
    new Bucket(s3, needed(environment, 'bucket')),
    new SystemClock(),
  );
}

export function jobStores(frontier: Table, bucket: Bucket, clock: Clock): JobStores {
  const jobs = new DynamoJobs(frontier, bucket);
  return {
    clock,
    entropy: new RandomEntropy(),
    jobs,
    commands: new DynamoCommands(frontier),
    hosts: new DynamoHosts(frontier),
    due: new DynamoDueIndex(frontier, shardsOf(jobs)),
    models: new S3Models(bucket),
  };
}

/** The number of shards of a job: fixed when the job is made, and read once per process. */
function shardsOf(jobs: DynamoJobs): (job: string) => Promise<number> {
  const known = new Map<string, number>();
  return async (name) => {
    let shards = known.get(name);
    if (shards === undefined) {
      const job = await jobs.job(name);
      if (!job) throw new WinnowError('not-found', `there is no job ${name}`);
      shards = job.dueShards;
      known.set(name, shards);
    }
    return shards;
  };
}
