import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import { IndexerStack } from './indexer-stack.ts';

/** `npx cdk deploy -a 'node examples/indexer/aws/deploy.ts' -c crawlBucket=NAME`, with the output BucketName of Winnow's stack. */
const app = new App({ analyticsReporting: false });
const crawlBucket: unknown = app.node.tryGetContext('crawlBucket');
if (typeof crawlBucket !== 'string') {
  console.error("say which bucket with -c crawlBucket=NAME: the output BucketName of Winnow's stack");
  process.exit(1);
}
const directory = join(app.outdir, 'indexer');
buildSync({
  entryPoints: [join(import.meta.dirname, 'lambda.ts')],
  outfile: join(directory, 'index.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  minify: true,
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});
new IndexerStack(app, 'winnow-indexer', { crawlBucket, code: Code.fromAsset(directory) });
