import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface ServedSite {
  readonly name: string;
  stop(): Promise<void>;
}

export interface SiteFiles {
  /** Holds a directory of files for each host. */
  readonly directory: string;
  readonly port: number;
  readonly logFile: string;
  /** Whether pages are sent as gzip to who takes it; nginx only. */
  readonly gzip?: boolean;
  /** Where URLs without a file lead, by `host:port/path`. */
  readonly redirects: ReadonlyMap<string, string>;
}

/** In the directory of the hosts: redirects as a map of nginx has them. */
export const redirectsFile = 'redirects.map';

/**
 * Serves the files of virtual hosts, each a folder with its name, on all addresses: by nginx where it is installed,
 * else by Node.
 */
export async function serveSite(site: SiteFiles): Promise<ServedSite> {
  const hasNginx = spawnSync('nginx', ['-v']).status === 0;
  writeFileSync(site.logFile, '');
  const lines = [...site.redirects].map(([url, target]) => `${url} ${target};\n`);
  writeFileSync(join(site.directory, redirectsFile), lines.join(''));
  const server = hasNginx
    ? spawn('nginx', ['-e', 'stderr', '-p', site.directory, '-c', configured(site)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      })
    : spawn(process.execPath, [nodeServer, site.directory, String(site.port), site.logFile], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
  await answers(site.port, server);
  return {
    name: hasNginx ? `nginx${site.gzip ? ' with gzip' : ''}` : 'a Node server',
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

const nodeServer = fileURLToPath(new URL('site-server.ts', import.meta.url));

async function answers(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && server.exitCode === null; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('the server of the site did not start');
}

function configured({ directory, port, logFile, gzip = false }: SiteFiles): string {
  const file = join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${join(directory, 'nginx.pid')};
events { worker_connections 4096; }
http {
  ${temporary.map((name) => `${name}_temp_path ${join(directory, `nginx-${name}`)};`).join('\n  ')}
  types { text/html html; text/plain txt; application/xml xml; }
  charset utf-8;
  log_format site '$http_host $request_uri $status';
  access_log ${logFile} site;
  log_not_found off;
  sendfile on;
  gzip ${gzip ? 'on' : 'off'};
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=20000 inactive=600s;
  map_hash_bucket_size 256;
  map_hash_max_size 65536;
  map $http_host$request_uri $target { include ${join(directory, redirectsFile)}; }
  server { listen ${port} backlog=4096; return 404; access_log off; }
  server {
    listen ${port};
    server_name ~^(?<name>h[0-9]+[.]localhost|127[.]0[.]0[.][0-9]+)$;
    root ${directory}/$name;
    index index.html;
    if ($target) { return 301 $target; }
  }
}
`,
  );
  return file;
}
