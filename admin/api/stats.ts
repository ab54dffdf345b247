import { useQuery } from '@tanstack/react-query';
import type { StatsBody } from '../../schema/api/stats';
import { call } from './client';

/** Submissions and deliveries by the reader's days. */
export function useStats(days: number) {
  const offset = -new Date().getTimezoneOffset();
  return useQuery({
    queryKey: ['stats', days],
    queryFn: async ({ signal }) =>
      (await call<StatsBody>('GET', `/stats?days=${days}&utc_offset=${offset}`, { signal })).body,
    refetchInterval: 60_000,
  });
}
