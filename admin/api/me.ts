import { useQuery } from '@tanstack/react-query';
import type { MeBody } from '../../schema/api/stats';
import { call } from './client';

export type Capability = 'manage_forms' | 'read_entries' | 'delete_entries' | 'manage_webhooks';

/** Who uses this page, and what they may do. */
export function useMe() {
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await call<MeBody>('GET', '/me', { signal })).body,
    staleTime: 300_000,
  });
}

/** When a failed attempt is repeated, and when a webhook is paused; null until it is known. */
export function useRetries(): { delays: readonly number[]; pauseAfterDays: number } | null {
  const me = useMe().data;
  return me ? { delays: me.retry_delays, pauseAfterDays: me.pause_after_days } : null;
}

/** True when the user has the capability; false until it is known. */
export function useMay(capability: Capability): boolean {
  return useMe().data?.capabilities.includes(capability) ?? false;
}
