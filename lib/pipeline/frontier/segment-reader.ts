import type { SegmentReader } from '../../domain/frontier/body.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** Reads the segments of one host. */
export function segmentReader(ports: Pick<Ports, 'segments'>, key: HostKey): SegmentReader {
  return (id, start, end) => ports.segments.read(key, id, start, end);
}
