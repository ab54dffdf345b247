import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  DeliveryBody,
  DeliveryHealthBody,
  SingleDeliveryBody,
  TestDeliveryBody,
} from '../../schema/api/delivery';
import type { NewSecretBody, WebhookBody } from '../../schema/api/webhook';
import { call } from './client';
import { entryQuery } from './entries';
import { PER_PAGE, readList } from './forms';
import { queryText } from './query-text';

/** Milliseconds after which a log that is looked at is read again. */
const LIVE = 5000;

export const DELIVERY_FILTERS = ['form_id', 'status', 'after', 'before'] as const;

/** One page of the log, read again every few seconds while somebody looks. */
export function useDeliveries(filters: Record<string, string>, page: number) {
  const { after, before } = entryQuery({ after: '', before: '', ...filters } as never);
  const path = `/deliveries${queryText({ ...filters, after, before, page, per_page: PER_PAGE })}`;
  return useQuery({
    queryKey: ['deliveries', path],
    queryFn: ({ signal }) => readList<DeliveryBody>(path, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE,
  });
}

export function useDelivery(id: string) {
  return useQuery({
    queryKey: ['delivery', id],
    queryFn: async ({ signal }) =>
      (await call<SingleDeliveryBody>('GET', `/deliveries/${id}`, { signal })).body,
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LIVE : false),
  });
}

export function useHealth() {
  return useQuery({
    queryKey: ['deliveries', 'health'],
    queryFn: async ({ signal }) =>
      (await call<DeliveryHealthBody>('GET', '/deliveries/health', { signal })).body,
    refetchInterval: LIVE,
  });
}

export function useWebhook(formId: number) {
  return useQuery({
    queryKey: ['webhook', formId],
    queryFn: async ({ signal }) =>
      (await call<WebhookBody>('GET', `/forms/${formId}/webhook`, { signal })).body,
    refetchOnWindowFocus: false,
  });
}

/** Redelivers and changes webhooks, and renews whatever shows them. */
export function useDeliveryActions() {
  const client = useQueryClient();
  const renew = () =>
    Promise.all(
      ['deliveries', 'delivery', 'webhook', 'stats'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  return {
    redeliver: useMutation({
      mutationFn: async (id: string) =>
        (await call<DeliveryBody>('POST', `/deliveries/${id}/redeliver`)).body,
      onSuccess: renew,
    }),
    redeliverFailed: useMutation({
      mutationFn: async (body: { form_id: number; since: string }) =>
        (await call<{ redelivered: number }>('POST', '/deliveries/redeliver', { body })).body,
      onSuccess: renew,
    }),
    changeWebhook: useMutation({
      mutationFn: async ({
        formId,
        ...body
      }: {
        formId: number;
        enabled?: boolean;
        url?: string | null;
        secret?: string | null;
      }) => (await call<WebhookBody>('PUT', `/forms/${formId}/webhook`, { body })).body,
      onSuccess: renew,
    }),
    makeSecret: useMutation({
      mutationFn: async (formId: number) =>
        (await call<NewSecretBody>('POST', `/forms/${formId}/webhook/secret`)).body,
      onSuccess: renew,
    }),
    test: useMutation({
      mutationFn: async (formId: number) =>
        (await call<TestDeliveryBody>('POST', `/forms/${formId}/webhook/test`)).body,
      onSuccess: renew,
    }),
  };
}
