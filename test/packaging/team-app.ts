import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Puts examples/team-app into a folder, with the package installed; all else that it asks for is what this checkout has. */
export function installTeamApp(folder: string, tarball: string): string {
  const app = join(folder, 'team-app');
  const modules = join(app, 'node_modules');
  cpSync(join(root, 'examples', 'team-app'), app, { recursive: true });
  mkdirSync(join(modules, 'winnow-crawler'), { recursive: true });
  execFileSync('tar', ['xzf', tarball, '-C', join(modules, 'winnow-crawler'), '--strip-components=1']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  return app;
}
