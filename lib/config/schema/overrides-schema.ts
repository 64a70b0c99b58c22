import * as z from 'zod';
import { overridable } from '../../domain/settings/settings.ts';
import { domain, host, surtPrefix } from './job-values.ts';
import { loosened, loosenedObject } from './loosened.ts';

/** How an override says whom it is for: by one of these. */
export const matchKeys = ['host', 'domain', 'surt'] as const;

const match = {
  host: host
    .meta({
      description: 'For one host; without a port on every port. Its subdomains are other hosts.',
      expected: 'a host name such as www.example.org',
      example: 'www.example.org',
    })
    .optional(),
  domain: domain
    .meta({
      description: 'For a registered domain, or any other, with all its subdomains.',
      expected: 'a domain name such as example.org',
      example: 'example.org',
    })
    .optional(),
  surt: surtPrefix
    .meta({
      description: 'For all that a SURT prefix covers: a domain, a host, or what a host has under a path.',
      expected:
        'a SURT prefix such as http://(org,example, for a domain or http://(org,example,www,)/archive/ for a path',
      example: 'http://(org,example,www,)/archive/',
    })
    .optional(),
};

/** A list of overrides for a file of these sections. */
export function overridesSchema(shape: Readonly<Record<string, z.ZodType>>) {
  const sections = Object.entries(overridable).map(([name, { except = [] }]) => {
    const section = shape[name] as z.ZodType;
    return [name, loosened(without(section, except))] as const;
  });
  const entry = loosenedObject({ ...match, ...Object.fromEntries(sections) }).meta({
    description: 'Whom it is for (one of `host`, `domain` and `surt`), and other values for some settings.',
    expected: 'a mapping that begins with `host`, `domain` or `surt`',
  });
  return z
    .array(entry)
    .max(10_000)
    .default([])
    .meta({
      description: 'Other settings for some hosts, domains or SURT prefixes; the most specific one holds.',
      expected: 'a list of overrides, each with `host`, `domain` or `surt`',
      example: [{ host: 'slow.example.org', politeness: { waitIntervalHost: 300 } }],
    });
}

/** A section without some of its keys; its notes stay. */
function without(section: z.ZodType, keys: readonly string[]): z.ZodType {
  if (keys.length === 0) return section;
  const notes = section.meta();
  const inner = section instanceof z.ZodPrefault ? section.unwrap() : section;
  if (!(inner instanceof z.ZodObject)) return section;
  const left = Object.entries(inner.shape).filter(([key]) => !keys.includes(key));
  const rest = z.strictObject(Object.fromEntries(left));
  return notes === undefined ? rest : rest.meta(notes);
}
