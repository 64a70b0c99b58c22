import { section } from '../setting-kinds/section.ts';
import { list, special, text } from '../setting-kinds/setting.ts';

/** Ports that `network.ports` allows by default: those of HTTP, and those that need no privileges to serve on. */
export const defaultPorts: readonly string[] = ['80', '443', '1024-65535'];

/** Where requests may go. */
export const networkSection = section('What may be connected to.', {
  allow: list({ form: 'address' }, { max: 1_000 }, [], {
    description:
      'Private and loopback addresses that may be crawled; all others are refused. A metadata service of a cloud needs its very address.',
    expected: 'a list of addresses, CIDR blocks or host names',
    example: ['127.0.0.1', '10.1.0.0/16'],
  }),
  ports: special(defaultPorts, (ports: readonly (number | string)[]) => ports.map(String), {
    description:
      'Ports that may be connected to. A port that browsers refuse (25, 6000, 6667 …) only if it stands alone, not by a range.',
    expected: 'a list of ports, such as 8080, and ranges of ports, such as 8000-8999',
    example: [80, 443, '8000-8999'],
  }),
  proxy: text({ form: 'proxy' }, undefined, {
    description: 'A proxy for all connections ([fetching.md](fetching.md#proxies)).',
    expected: 'http://host:port or socks5://host:port, without a user name',
    example: 'http://proxy.example.org:3128',
  }),
  insecureTls: list({ form: 'host' }, { max: 1_000 }, [], {
    description:
      'Hosts, with subdomains, whose TLS certificate may be expired, self-signed or for another name.',
    expected: 'a list of host names',
    why: 'Such a host can be impersonated.',
    example: ['old.example.org'],
  }),
});
