import { describe, expect, it } from 'vitest';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';

export function forgottenSettings(stack: () => DeployedStack): void {
  describe('cdk diff', () => {
    const settingsIn = (diff: string): readonly string[] =>
      [...diff.matchAll(/\[-\] Metadata winnow setting (\w+)/g)].map(([, name = '']) => name).sort();

    it('shows the settings that a deploy would forget, and no others', async () => {
      expect(settingsIn(await stack().diffWithout('secrets', 'turnMaxSeconds'))).toEqual([
        'secrets',
        'turnMaxSeconds',
      ]);
    }, 400_000);
  });
}
