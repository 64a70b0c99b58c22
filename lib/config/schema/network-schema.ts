import * as z from 'zod';
import { defaultPorts, readPorts } from '../../domain/fetch/network-ports.ts';
import { addressPattern, host } from '../layers/job-values.ts';
import { section } from './field.ts';

/** A port, or a range of them. It stays as the user wrote it. */
const ports = z.union([
  z.int().min(1).max(65_535),
  z.string().refine((entry) => readPorts(entry) !== undefined),
]);

/** Without a user: passwords have no place in a file that is stored with the job. */
export const proxy = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url !== null &&
    ['http:', 'socks5:'].includes(url.protocol) &&
    url.username === '' &&
    url.pathname.length < 2
  );
});

/** Where requests may go. */
export const networkSchema = section('What may be connected to.', {
  allow: z
    .array(addressPattern)
    .max(1_000)
    .default([])
    .meta({
      description:
        'Private and loopback addresses that may be crawled; all others are refused. Only its very address lets in a metadata service of a cloud.',
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
        'Ports that may be connected to. A port that browsers refuse (25, 6000, 6667 …) only if it stands alone, not by a range.',
      expected: 'a list of ports, such as 8080, and ranges of ports, such as 8000-8999',
      why: 'What answers below 1024 is mostly not HTTP.',
      example: [80, 443, '8000-8999'],
    }),
  proxy: proxy.optional().meta({
    description:
      'A proxy for all connections. It must allow CONNECT to every port of `network.ports`, by addresses: names are looked up here. A user and password for it stand in the secret of `fetch.credentials`.',
    expected: 'http://host:port or socks5://host:port, without a user name',
    example: 'http://proxy.example.org:3128',
  }),
  insecureTls: z
    .array(host)
    .max(1_000)
    .default([])
    .meta({
      description:
        'Hosts, each with its subdomains, whose TLS certificate may be expired, self-signed or for another name. `winnow status` and `winnow doctor` name them.',
      expected: 'a list of host names',
      why: 'Such a host can be impersonated.',
      example: ['old.example.org'],
    }),
});
