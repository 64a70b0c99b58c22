import { overridable } from '../../domain/settings/settings.ts';
import { matchKeys } from '../schema/overrides-schema.ts';

/** docs/layers.md: how the settings of a page come about. */
export function documentLayers(): string {
  return `# Layers: where a setting comes from

<!-- Generated from lib/config/layers/document-layers.ts by \`npm run docs\`; a test fails when it differs. -->

Each setting comes from the last of these that says something about it:

1. the built-in default;
2. \`installation.yaml\`: the defaults of an installation, for all of its jobs;
3. \`job.yaml\`;
4. \`overrides\`, of either file, that match the host or the URL; of several that do, the most specific.

\`winnow config\` prints the settings of a job, and \`winnow config --for URL\` those for a URL or a host, each with the
file and the line that set it.

## Overrides

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

An override names whom it is for by one of ${list(matchKeys)}. A domain includes its subdomains; a host without
a port is meant on every port. A SURT prefix is a domain (\`http://(org,example,\`), a host (\`http://(org,example,www,)\`)
or what a host has under a path (\`http://(org,example,www,)/archive/\`), for http and https alike.

All overrides that match a page hold, key by key, the more specific over the less. Of two for the same the later holds; those of
job.yaml come after those of installation.yaml.

| sections | may be overridden for |
|---|---|
${rows()}

Values are replaced key by key. Rules of \`extract\` are added field by field, and the lists of \`scope\` behind those of
the job: what a rule of an override accepts or rejects is the last word. All else holds for a whole job.

## The installation: installation.yaml

\`\`\`yaml
# installation.yaml
userAgent: { contact: crawler@example.org }
politeness: { waitIntervalHost: 30 }
overrides:
  - host: slow.example.net
    politeness: { waitIntervalHost: 300 }
deny: [example.com]
sinkNetworks: [10.1.0.0/16]
\`\`\`

It may have every section and key of a job.yaml but \`name\`, \`data\` and \`seeds\`. Mappings are laid over each other key
by key, lists replace each other. For editors: [installation.schema.json](schema/installation.schema.json).

\`deny\` lists hosts and domains, each with its subdomains, that no job of the installation may crawl. A changed list holds for all
jobs within a turn, as soon as one of them takes it up. \`sinkNetworks\` lists private addresses that [webhooks](webhooks.md) may post to.

- On one machine the file stands in the data directory. A job takes it up with its next command.
- On AWS \`winnow deploy-job DIR --stack NAME --installation FILE\` puts it into the bucket of the stack, for every later
  \`deploy-job\`; an empty file takes it back. Existing jobs get the deny list at once, other settings when they are deployed
  again. A file that names others (\`file:\` in a list, \`url.aliasFile\`, files of a topic) is refused, with the line.
`;
}

function rows(): string {
  const names = (most: string): string =>
    Object.entries(overridable)
      .filter(([, { reach }]) => reach === most)
      .map(([name, { except = [] }]) => `\`${name}\`${except.length === 0 ? '' : ` (not ${list(except)})`}`)
      .join(', ');
  return `| ${names('page')} | hosts, domains and paths |\n| ${names('host')} | hosts and domains |`;
}

function list(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
