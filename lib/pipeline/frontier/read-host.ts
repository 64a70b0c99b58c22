import type { HostName } from '../../base/url/url.ts';
import { type HostBody, openBody, type SegmentReader } from '../../domain/frontier/body.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { segmentReader } from './segment-reader.ts';

/** How often a host is read anew because a turn deleted a segment during the read. */
const attempts = 5;

/**
 * Reads the body of a host and its segments, also while the host has turns, which may delete the segments that are read:
 * then `use` is called again, with the body that the turn left. Not called for a host without a body.
 */
export async function readHost(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  host: HostName,
  use: (body: HostBody, read: SegmentReader) => Promise<void>,
): Promise<void> {
  const key = { job: job.name, host };
  for (let attempt = 1; ; attempt += 1) {
    const stored = await ports.hosts.body(key);
    if (stored === undefined) return;
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host });
    try {
      return await use(body, segmentReader(ports, key));
    } catch (error) {
      const isNewer = (await ports.hosts.body(key))?.turn !== stored.turn;
      if (!isNewer || attempt === attempts) throw error;
    }
  }
}
