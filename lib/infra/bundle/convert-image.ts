import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { AssetImageCode, Code, EcrImageCode } from 'aws-cdk-lib/aws-lambda';
import { WinnowError } from '../../base/error.ts';
import { bundle } from './bundle.ts';

/**
 * The function `convert` as a container image, with the programs that a Dockerfile installs. The template is made without Docker;
 * the image is built at the deploy.
 * @param directory of the Dockerfile; its files and the bundle of the function are what the image is made of
 * @param outDir made when missing
 * @throws WinnowError `config` for a directory without a Dockerfile
 */
export function convertImage(directory: string, outDir: string): Code {
  if (!existsSync(join(directory, 'Dockerfile')))
    throw new WinnowError('config', `convertImage: there is no Dockerfile in ${directory}`);
  cpSync(directory, outDir, { recursive: true });
  bundle('convert', outDir);
  return Code.fromAssetImage(outDir, { platform: Platform.LINUX_ARM64 });
}

/** Whether a function comes as an image, which brings its own runtime and programs. */
export function isImage(code: Code): boolean {
  return code instanceof AssetImageCode || code instanceof EcrImageCode;
}
