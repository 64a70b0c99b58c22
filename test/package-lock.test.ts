import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/architecture/imports.ts';

interface LockedPackage {
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** As Node looks a package up: beside the one that needs it, and in each directory above. */
function isLocked(name: string, from: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}

describe('package-lock.json', () => {
  // `npm install` leaves out packages of other platforms that the registry does not have; then `npm ci` refuses the file.
  it('has every package that another one needs, on whatever platform, so that `npm ci` takes it', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(name, path))
        .map((name) => `${name}, which ${path} needs`),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
  });
});
