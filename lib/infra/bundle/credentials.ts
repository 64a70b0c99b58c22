import { functionCredentials } from '../../config/stack/environment.ts';

/** In the bundles in place of the chain of places where the SDK looks: a Lambda has its credentials in its environment. */
export const defaultProvider = () => async () => functionCredentials();
