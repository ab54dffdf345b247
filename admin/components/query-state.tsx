import { Alert, Button, Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { common as t } from '../texts/common';
import { Icon, type IconName } from './icons';
import { PageHeader } from './page-header';

/** What an error means, for people. */
export function inWords(error: unknown): string {
  if (!(error instanceof ApiError)) return t.error.unknown;
  if (error.code === 'network') return t.error.network;
  return error.message || t.error.unknown;
}

/** Shows a query: a skeleton, an error with a way on, or what came. Old data stays while new is on its way. */
export function QueryState<Data>({
  query,
  rows = 6,
  children,
}: {
  query: UseQueryResult<Data>;
  rows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, isPending, refetch } = query;
  if (data !== undefined && !(error instanceof ApiError && error.status === 404)) return children(data);
  if (isPending)
    return (
      <Stack aria-busy="true" role="status" aria-label={t.loading} gap="sm">
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} h={34} />
        ))}
      </Stack>
    );
  if (error instanceof ApiError && error.status === 404)
    return <DeadEnd title={t.error.notFound} text={t.error.notFoundText} />;
  return <ErrorNotice error={error} retry={() => void refetch()} />;
}

/** An error with the button that tries again. */
export function ErrorNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  return (
    <Alert color="red" role="alert" title={t.error.title} icon={<Icon name="warning" />}>
      <Stack align="flex-start" gap="xs">
        {inWords(error)}
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** A whole view with nothing to show: there is no such thing, or it is not for this user. */
export function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Text c="dimmed">{text}</Text>
    </>
  );
}

/** What a list without rows says, and what can be done about it. */
export function EmptyState(props: { icon: IconName; title: string; text: string; children?: ReactNode }) {
  return (
    <Center py={48}>
      <Stack align="center" gap="xs" maw={440}>
        <Icon name={props.icon} size={36} />
        <Title order={2} size="h4" ta="center">
          {props.title}
        </Title>
        <Text c="dimmed" ta="center">
          {props.text}
        </Text>
        {props.children}
      </Stack>
    </Center>
  );
}
