import { environment } from '../../config/stack/names.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { WinnowFunction } from './winnow-function.ts';

/** User names, passwords and headers for some sites: secrets that exist already, and that the stack does not own. */
export class SiteSecrets {
  readonly #arns: StackSettings['secrets'];

  constructor(arns: StackSettings['secrets']) {
    this.#arns = arns;
  }

  /** Lets a function read these secrets only; without secrets it gets no permission. */
  grantRead(fn: WinnowFunction): void {
    this.name(fn);
    const arns = Object.values(this.#arns);
    if (arns.length > 0) fn.allow(['secretsmanager:GetSecretValue'], arns);
  }

  /** Gives a function the names and ARNs of the secrets, without permission to read them. */
  name(fn: WinnowFunction): void {
    fn.setVariable(environment.secrets, JSON.stringify(this.#arns));
  }
}
