import { useMutation, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import type { FormBody, FormBodyWithTimes, FormStatus } from '../../schema/api/form';
import type { FormField } from '../../schema/api/form-field';
import type { FormSettings } from '../../schema/api/form-settings';
import { call } from './client';
import { queryText } from './query-text';

/** A page of any list. */
export interface Listed<Item> {
  items: Item[];
  total: number;
}

/** What a form is made of, besides what the server adds. */
export interface FormContent {
  title: string;
  status: FormStatus;
  fields: FormField[];
  settings: FormSettings;
}

export const PER_PAGE = 20;

/** Reads one page of a list with its total. */
export async function readList<Item>(path: string, signal?: AbortSignal): Promise<Listed<Item>> {
  const { body, headers } = await call<Item[]>('GET', path, signal ? { signal } : {});
  return { items: body, total: Number(headers.get('X-Host-Total') ?? body.length) };
}

/** One page of forms with their counts. */
export function useForms(filters: { search: string; status: string; page: number }) {
  const path = `/forms${queryText({ ...filters, include: 'stats', per_page: PER_PAGE })}`;
  return useQuery({
    queryKey: ['forms', path],
    queryFn: ({ signal }) => readList<FormBodyWithTimes>(path, signal),
    placeholderData: keepPreviousData,
  });
}

/** Every form, for choices and for names beside ids; at most a thousand. */
export function useAllForms() {
  return useQuery({
    queryKey: ['forms', 'all'],
    staleTime: 30_000,
    queryFn: async ({ signal }) => {
      const forms: FormBodyWithTimes[] = [];
      for (let page = 1; page <= 10; page++) {
        const { items, total } = await readList<FormBodyWithTimes>(
          `/forms?per_page=100&page=${page}`,
          signal,
        );
        forms.push(...items);
        if (forms.length >= total) break;
      }
      return forms;
    },
  });
}

/** The title of a form beside its id. */
export function useFormTitle(): (formId: number) => string {
  const { data = [] } = useAllForms();
  return (formId) => data.find(({ id }) => id === formId)?.title ?? `#${formId}`;
}

/** A form with the version that a change must name. */
export interface VersionedForm {
  form: FormBody;
  etag: string;
}

export function useForm(id: number) {
  return useQuery({
    queryKey: ['form', id],
    queryFn: async ({ signal }): Promise<VersionedForm> => {
      const { body, headers } = await call<FormBody>('GET', `/forms/${id}`, { signal });
      return { form: body, etag: headers.get('ETag') ?? '*' };
    },
    // An editor must not change under the hands of who types.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Creates, changes and deletes forms, and renews what shows them. */
export function useFormChanges() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['forms'] });
  return {
    create: useMutation({
      mutationFn: async (content: FormContent) =>
        (await call<FormBodyWithTimes>('POST', '/forms', { body: content })).body,
      onSuccess,
    }),
    change: useMutation({
      mutationFn: async ({
        id,
        etag,
        ...content
      }: Partial<FormContent> & { id: number; etag?: string }): Promise<VersionedForm> => {
        const headers: Record<string, string> = etag ? { 'If-Match': etag } : {};
        const answer = await call<FormBodyWithTimes>('PUT', `/forms/${id}`, { body: content, headers });
        return { form: answer.body, etag: answer.headers.get('ETag') ?? '*' };
      },
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async (id: number) => void (await call('DELETE', `/forms/${id}`)),
      onSuccess: () => client.invalidateQueries(),
    }),
  };
}
