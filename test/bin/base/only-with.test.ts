import { expect, it } from 'vitest';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { winnow } from '../test-io.ts';

it.each([
  ['ranks --by pageRank', '--by'],
  ['sanity --reason backup', '--reason'],
  ['hubs --request-id one', '--request-id'],
  ['seed --limit 3 http://a.example/', '--limit'],
  ['topic test terms.txt --on-topic birds', '--on-topic'],
  ['topic expand --on-topic birds', '--on-topic'],
  ['classify --terms 3 page.html', '--terms'],
])('winnow %s is refused: %s does nothing there', async (line, option) => {
  const { exit, err } = await winnow(line.split(' '));
  expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(`give ${option} only with`) });
});

it('who asks, and why, is taken where something is changed', async () => {
  const directory = jobDirectory('birds', {
    seeds: ['http://localhost/'],
    userAgent: { contact: 'a@b.example' },
  });
  const at = ['--job', directory];
  expect(await winnow(['seed', ...at, 'http://localhost/', '--by', 'ann'])).toMatchObject({ exit: 0 });
  expect(await winnow(['sanity', ...at, '--repair', '--by', 'ann'])).toMatchObject({ exit: 0 });
  expect((await winnow(['audit', ...at])).out).toMatch(/sanity birds repair .* ann /);
});
