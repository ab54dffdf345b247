import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

/** Tries again only what may succeed then: no connection, or a database that is away. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.status === 503 || error.status === 0),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
