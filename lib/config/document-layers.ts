import { matchKeys, overridable } from './overrides-schema.ts';

/** docs/configuration.md: how the settings of a page come about. */
export function documentLayers(): string {
  return `## Layers

Each setting comes from the last of these that says something about it:

1. the built-in default;
2. \`installation.yaml\`: the defaults of an installation, for all of its jobs;
3. \`job.yaml\`;
4. \`overrides\`, of either file, that match the host or the URL; of several that do, the most specific.

\`winnow config\` prints the settings of a job, and \`winnow config --for URL\` those for a URL or a host, each with the
file and the line that set it.

### Overrides

\`\`\`yaml
# job.yaml
politeness: { waitIntervalHost: 10 }
overrides:
  - domain: example.org
    fetch: { maxBytes: 1000000 }
  - host: www.example.org
    politeness: { waitIntervalHost: 120 }
    extract: { price: .price }
  - surt: http://(org,example,www,)/archive/
    fetch: { maxBytes: 20000000 }
    revisit: { success: 31536000 }
\`\`\`

An override names whom it is for by one of ${list(matchKeys)}. A domain is meant with all its subdomains. A
host without a port is meant on every port. A SURT prefix is a domain (\`http://(org,example,\`), a host
(\`http://(org,example,www,)\`) or what a host has under a path (\`http://(org,example,www,)/archive/\`, where path and
query of a URL begin with it); http and https make no difference, and an open prefix ends with a comma.

All overrides that match a page hold, the more specific over the less, key by key. From the least specific: domain,
subdomain, host, host with its port, path, longer path; that is the order of SURT prefixes by their length. Of two for
the same the later holds, and those of job.yaml come after those of installation.yaml.

| section | may be overridden for |
|---|---|
${rows()}

Values are replaced key by key. Rules of \`extract\` are added field by field, and the lists of \`scope\` behind those of
the job: what a rule of an override accepts or rejects is the last word.

All else holds for a whole job. The gap of a host is that of the job that crawls it, or its Crawl-delay when that is
longer; two jobs on one host never ask at once, each keeps its own gap after the other.

### The installation: installation.yaml

\`\`\`yaml
# installation.yaml
userAgent: { contact: crawler@example.org }
politeness: { waitIntervalHost: 30 }
overrides:
  - host: slow.example.net
    politeness: { waitIntervalHost: 300 }
deny: [example.com]
\`\`\`

It may have every section and key that a job.yaml may have but \`name\`, \`data\` and \`seeds\`; a job that says nothing
of a key takes it from there. Mappings are laid over each other key by key, lists replace each other. For editors:
[installation.schema.json](schema/installation.schema.json).

\`deny\` lists hosts and domains, each with its subdomains, that no job of the installation may crawl: no rule and no
override of a job lifts it. A list that was changed holds for all jobs as soon as one of them takes it up, within a turn.

- On one machine it stands in the data directory. A job takes it up with its next command; a crawl that is running
  keeps what it began with.
- On AWS \`winnow deploy-job DIR --stack NAME --installation FILE\` puts it into the bucket of the stack, where it stays
  for every later \`deploy-job\`; an empty file takes it back. Jobs that are there already get the deny list
  at once; their other settings stay as they were deployed until they are deployed again. Only the file itself is put
  there: one that names others (\`file:\` in a list, \`url.aliasFile\`, files of a topic) is refused, with the line.
`;
}

function rows(): string {
  return Object.entries(overridable)
    .map(([name, { reach, except = [] }]) => {
      const but = except.length === 0 ? '' : `, all but ${list(except)}`;
      return `| \`${name}\`${but} | ${reach === 'host' ? 'hosts and domains' : 'hosts, domains and paths'} |`;
    })
    .join('\n');
}

function list(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
