import type { Access } from './auth/authorize';
import type { Endpoint } from './http/endpoint';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One row of the route table. Access is not optional: a route without it does not compile. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly endpoint: Endpoint;
}
