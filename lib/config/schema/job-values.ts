import { isIP } from 'node:net';
import * as z from 'zod';
import { trimmedEnd } from '../../base/trim.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { readSurtPrefix } from '../../base/url/surt-prefix.ts';
import { checkSelector } from '../../documents/settings.ts';

/** The largest prefix length by family of address. */
const prefixBits: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

export const jobName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

/** How a secret is called: part of a file name, of a variable and of a name on AWS. */
export const secretName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

/** A URL that can be crawled. It stays as the user wrote it. */
export const url = z
  .string()
  .refine((value) => canonicalise(value).ok)
  .meta({ expected: 'an absolute http or https URL' });

/** A host name in canonical form: lower case, punycode, with its port when one is given. */
export const host = z
  .string()
  .transform((value, context) => {
    const name = hostName(value);
    if (name === undefined) {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
    return name;
  })
  .meta({
    expected: 'a host name such as example.org, without scheme, path or wildcard (subdomains are included)',
  });

/** A domain name in canonical form, without a port. */
export const domain = z.string().transform((value, context) => {
  const name = hostName(value);
  if (name === undefined || name.endsWith(']') || /[:]|^[\d.]+$/.test(name)) {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  return name;
});

/** A SURT prefix. It stays as the user wrote it. */
export const surtPrefix = z.string().refine((value) => readSurtPrefix(value) !== undefined);

/** A host name in canonical form, with its port when it is not 80; undefined for what is none. */
export function hostName(value: string): string | undefined {
  if (/[/\\?#@*%\s]/.test(value) || value === '') return undefined;
  const url = URL.parse(`http://${isIP(value) === 6 ? `[${value}]` : value}/`);
  if (url === null || url.hostname === '') return undefined;
  return trimmedEnd(url.hostname, '.') + url.host.slice(url.hostname.length);
}

/** An http(s) URL, or a mail address, which becomes a mailto: URL. */
export const contact = z.string().transform((value, context) => {
  const text = value.trim();
  if (/^https?:\/\//i.test(text) && canonicalise(text).ok) return text;
  const address = text.replace(/^mailto:/i, '');
  if (/^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/.test(address)) return `mailto:${address}`;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** An address, a block of addresses or a host name. */
export const addressPattern = z
  .string()
  .refine((value) => {
    const [written = '', bits, ...rest] = value.split('/');
    const address = written.replace(/^\[(.*)\]$/, '$1');
    if (bits === undefined)
      return isIP(address) !== 0 || (hostName(address) !== undefined && !/:\d*$/.test(address));
    return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (prefixBits[isIP(address)] ?? -1);
  })
  .meta({ expected: 'an IP address, a CIDR block such as 10.0.0.0/8, or a host name, without a port' });

/** The URL of a proxy without a user: passwords have no place in a file that is stored with the job. */
export const proxy = z.string().refine((value) => {
  const url = URL.parse(value);
  return (
    url !== null &&
    ['http:', 'socks5:'].includes(url.protocol) &&
    url.username === '' &&
    url.pathname.length < 2
  );
});

export const fieldName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
  .meta({ expected: 'a field name of letters, digits, hyphens and underscores, at most 64' });

export const selector = z
  .string()
  .min(1)
  .max(1_000)
  .refine((text) => checkSelector(text) === undefined)
  .meta({ description: 'A CSS selector.', expected: 'a CSS selector' });
