import { extname } from 'node:path';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { jsonResponse } from '../rest/answer.ts';
import type { OpenPages, OtherRoutes } from '../rest/app.ts';
import { Refused } from '../rest/problem.ts';
import { type ConsoleFiles, consoleFiles, firstFile } from './files.ts';

const folder = '/console/';

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json'],
]);

/** Scripts, styles and data come from this server alone; text never becomes markup or code; no other page shows these. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The pages of the console: they hold no data, so that nobody needs a token for them. */
export function consolePages(): OpenPages {
  let files: Promise<ConsoleFiles> | undefined;
  return {
    path: `${folder}*`,
    async answer({ url, method }) {
      const { pathname } = new URL(url);
      const isFolder = `${pathname}/` === folder;
      if (isFolder) return new Response(null, { status: 308, headers: { location: folder } });
      files ??= consoleFiles().catch((error) => {
        files = undefined;
        throw error;
      });
      const name = pathname === folder ? firstFile : pathname.slice(folder.length);
      const text = (await files).get(name);
      if (text === undefined) return undefined;
      if (method !== 'GET') throw new Refused(405, 'the console is read', { allow: 'GET, HEAD' });
      return new Response(text, {
        headers: {
          'content-type': mediaTypes.get(extname(name)) ?? 'text/plain',
          'content-security-policy': policy,
          'cross-origin-opener-policy': 'same-origin',
        },
      });
    },
  };
}

interface Seen {
  /** The job that is shown first. */
  readonly job: string;
  /** The location for messages. */
  readonly place: string;
  /** Stores are on AWS: what reads every host costs something. */
  readonly isStack: boolean;
}

/**
 * What the console must know of who uses it, and of what. On a stack the role decides, too: who may change nothing there is offered
 * nothing that would be refused.
 */
export function consoleSession(seen: Seen, { mayChange }: Pick<Workplace, 'mayChange'>): OtherRoutes {
  let asked: Promise<boolean> | undefined;
  const isAllowed = async (): Promise<boolean> => {
    if (mayChange === undefined) return true;
    asked ??= mayChange(seen.job);
    // A stack that does not answer says nothing of a role.
    return await asked.catch(() => {
      asked = undefined;
      return true;
    });
  };
  return {
    path: `${folder}session`,
    async answer(_head, _body, { by, scope }) {
      const may = scope === 'view' || (await isAllowed()) ? scope : 'view';
      return jsonResponse({ by, scope: may, ...seen });
    },
  };
}
