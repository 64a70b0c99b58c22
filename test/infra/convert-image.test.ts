import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, it } from 'vitest';
import { convertImage } from '../../lib/infra/bundle/convert-image.ts';
import type { WinnowCrawlProps } from '../../lib/infra/crawl/crawl-props.ts';
import { WinnowCrawl } from '../../lib/infra/winnow-crawl.ts';
import { resources } from './synthesised.ts';

const example = fileURLToPath(new URL('../../examples/convert-image', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'winnow-image-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const inline = () => Code.fromInline('export {}');
const crawlWith = (props: WinnowCrawlProps): Template => {
  const stack = new Stack(new App({ analyticsReporting: false }), 'Search');
  new WinnowCrawl(stack, 'Crawl', props);
  return Template.fromStack(stack);
};
const functionsOf = (template: Template) =>
  new Map(
    [...resources(template, 'AWS::Lambda::Function').values()].map(({ Properties }) => [
      Properties.FunctionName as string | undefined,
      Properties,
    ]),
  );

describe('a container image for the function convert', () => {
  const folder = join(place, 'convert');
  const image = convertImage(example, folder);

  it('is made of a Dockerfile and the bundle of the function', () => {
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['Dockerfile', 'convert-worker.mjs', 'index.mjs', 'worker-process-main.mjs']),
    );
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toMatch(
      /^COPY \. \$\{LAMBDA_TASK_ROOT\}\nCMD \["index\.handler"\]$/m,
    );
  });

  it('takes the place of the function, which may run programs then; no other function changes', () => {
    const code: WinnowCrawlProps['code'] = (name) => (name === 'convert' ? image : inline());
    const functions = functionsOf(crawlWith({ code }));
    const convert = functions.get('winnow-convert');
    expect(convert).toMatchObject({ PackageType: 'Image', Architectures: ['arm64'] });
    expect(convert.Runtime).toBeUndefined();
    expect(convert.Handler).toBeUndefined();
    expect(JSON.stringify(convert.Code)).toContain('ImageUri');
    expect(convert.Environment.Variables).toMatchObject({ WINNOW_PROGRAMS: 'image' });
    for (const [name, { Runtime, Environment }] of functions) {
      if (name === 'winnow-convert' || name === undefined) continue;
      expect(Runtime, name).toBe('nodejs24.x');
      expect(Environment?.Variables?.WINNOW_PROGRAMS, name).toBeUndefined();
    }
  });

  it('needs a Dockerfile, and is given once', () => {
    expect(() => convertImage(place, join(place, 'x'))).toThrow(/there is no Dockerfile in/);
    expect(() => crawlWith({ code: inline, settings: { convertImage: example } })).toThrow(
      /code and settings\.convertImage/,
    );
  });
});
