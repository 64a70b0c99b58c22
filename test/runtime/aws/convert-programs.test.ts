import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { functionConverter } from '../../../lib/runtime/aws/convert-batch.ts';
import { stagedDocument } from '../../support/converting/staged-document.ts';

const program = fileURLToPath(new URL('../../support/converting/program.mjs', import.meta.url));
const document = (script: string) => {
  const staged = stagedDocument(Buffer.from(`%PDF-1.7\n${script}`), 'application/pdf');
  const command = [process.execPath, program, '{file}'];
  return { ...staged, head: { ...staged.head, program: { command, output: 'html' } as const } };
};

describe('the function convert', () => {
  it('runs the programs of a job where it is an image that brings them', async () => {
    const converter = functionConverter({ programs: 'image', programPath: '/usr/bin' });
    expect(await converter.convert(document('return "<h1>Owls</h1>"'))).toEqual({
      kind: 'converted',
      html: '<h1>Owls</h1>',
    });
    await converter.close();
  });

  it('runs none elsewhere: a converter that is built in reads the document', async () => {
    const converter = functionConverter({ programPath: '/usr/bin' });
    expect(await converter.convert(document('return "<h1>Owls</h1>"'))).toMatchObject({
      kind: 'unreadable',
    });
    await converter.close();
  });
});
