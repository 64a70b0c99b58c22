import * as z from 'zod';
import { defaultPorts, readPorts } from '../domain/network-ports.ts';
import { section } from './field.ts';
import { addressPattern } from './job-values.ts';

/** A port, or a range of them. It stays as the user wrote it. */
const ports = z.union([
  z.int().min(1).max(65_535),
  z.string().refine((entry) => readPorts(entry) !== undefined),
]);

/** Where requests may go. */
export const networkSchema = section('What may be connected to.', {
  allow: z
    .array(addressPattern)
    .max(1_000)
    .default([])
    .meta({
      description:
        'Private and loopback addresses that may be crawled; all others are refused. The metadata service of a cloud only where its very address stands here: a block or a host name does not let it in.',
      expected: 'a list of addresses, CIDR blocks or host names',
      example: ['127.0.0.1', '10.1.0.0/16'],
    }),
  ports: z
    .array(ports)
    .min(1)
    .max(100)
    .default([...defaultPorts])
    .meta({
      description:
        'Ports that may be connected to. A port of another protocol that browsers refuse too (25, 6000, 6667 …) only where it stands alone: a range does not let it in.',
      expected: 'a list of ports, such as 8080, and ranges of ports, such as 8000-8999',
      why: 'A page can lead us to any port; what answers below 1024 is mostly not HTTP.',
      example: [80, 443, '8000-8999'],
    }),
});
