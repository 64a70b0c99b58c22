import { expect, it } from 'vitest';
import { AwsInstallation } from '../../../lib/runtime/aws/aws-installation.ts';
import { EmbeddedCrawler } from '../../../lib/runtime/embedded/embedded-crawler.ts';
import { StoredInstallation } from '../../../lib/runtime/shared/stored-installation.ts';

const methodsOf = ({ prototype }: { readonly prototype: object }): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

const shared = methodsOf(StoredInstallation);

it('has all that the installations do alike: each does otherwise only where it runs turns itself', () => {
  expect(methodsOf(AwsInstallation).filter((name) => shared.includes(name))).toEqual(['inForce']);
  expect(methodsOf(EmbeddedCrawler).filter((name) => shared.includes(name))).toEqual(['seed']);
});

it('leaves to both only what truly differs', () => {
  const both = methodsOf(AwsInstallation).filter((name) => methodsOf(EmbeddedCrawler).includes(name));
  expect(both.sort()).toEqual(['close', 'ensureJob', 'keepPlugin']);
});
