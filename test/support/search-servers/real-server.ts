import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SearchServerUnderTest } from './stub-server.ts';

/** A program beside this file, and the packages of Maven that it is run with. */
export interface RealServer {
  readonly program: string;
  readonly packages: readonly string[];
  /** A directory beside this file that it is given. */
  readonly config?: string;
  /** Where its interface begins. */
  readonly path: string;
}

export const openSearch219: RealServer = {
  program: 'OpenSearchServer.java',
  packages: [
    'org.opensearch:opensearch:2.19.6',
    'org.opensearch.plugin:transport-netty4-client:2.19.6',
    'org.opensearch.plugin:analysis-common:2.19.6',
    'org.apache.logging.log4j:log4j-core:2.25.4',
  ],
  path: '',
};

export const solr910: RealServer = {
  program: 'SolrServer.java',
  packages: ['org.apache.solr:solr-test-framework:9.10.1'],
  config: 'solr-config',
  path: '/solr',
};

/** Whether the servers themselves are tested against: `npm run test:full`, where Java and Maven are. */
export const isReal = process.env.WINNOW_TEST_FULL === '1' && has('java') && has('mvn');

function has(program: string): boolean {
  return spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
}

/** Starts a server on loopback, with at most 1 GB of heap. */
export async function startReal({
  program,
  packages,
  config,
  path,
}: RealServer): Promise<SearchServerUnderTest> {
  const libraries = await fetchLibraries(program, packages);
  const home = await mkdtemp(join(tmpdir(), 'winnow-search-'));
  const source = join(import.meta.dirname, program);
  const given = config === undefined ? [] : [join(import.meta.dirname, config)];
  const child = spawn('java', ['-Xmx1g', '-cp', join(libraries, '*'), source, home, ...given], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const port = await portLine(child);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin?.end();
      await ended;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The libraries of a server, fetched once. @returns their directory */
async function fetchLibraries(program: string, packages: readonly string[]): Promise<string> {
  const place = join(tmpdir(), `winnow-${program}`);
  const dependencies = packages.map((one) => {
    const [group, artifact, version] = one.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>winnow</groupId>
    <artifactId>servers</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>`;
  const libraries = join(place, 'lib');
  const whole = join(place, 'whole.xml');
  if ((await readFile(whole, 'utf8').catch(() => '')) === pom) return libraries;
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'pom.xml'), pom);
  const fetched = spawnSync('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], {
    cwd: place,
    encoding: 'utf8',
  });
  if (fetched.status !== 0) throw new Error(`Maven has no ${packages.join(', ')}: ${fetched.stdout}`);
  await writeFile(whole, pom);
  return libraries;
}

/** What follows `port` in a line of the program: it serves, then. */
function portLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (piece) => {
      said = `${said}${piece}`.slice(-4_000);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('port ')) resolve(line.slice(5));
    });
  });
}
