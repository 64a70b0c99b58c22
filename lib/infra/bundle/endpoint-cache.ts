/**
 * In the bundles in place of the SDK's: a client of DynamoDB makes one, and asks it only where `AWS_ENABLE_ENDPOINT_DISCOVERY` is set,
 * which a function does not have.
 */
export class EndpointCache {}
