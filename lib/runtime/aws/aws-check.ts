import type { Check } from '../shared/installation.ts';

export type CheckResult = Omit<Check, 'name'>;

/** A question that AWS does not answer is a failed check. */
export async function check(name: string, ask: () => Promise<CheckResult>): Promise<Check> {
  try {
    return { name, ...(await ask()) };
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error);
    return {
      name,
      ok: 'fail',
      detail,
      advice: 'see whether the stack is deployed and your credentials may read it',
    };
  }
}
