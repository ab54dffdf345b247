import { Alert, Anchor, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { SingleDeliveryBody } from '../../../schema/api/delivery';
import { useDelivery, useDeliveryActions } from '../../api/deliveries';
import { useFormTitle } from '../../api/forms';
import { useMay } from '../../api/me';
import { notifyDone, notifyError } from '../../components/notify';
import { prettyJson } from '../../components/pretty-json';
import { PageHeader } from '../../components/page-header';
import { QueryState } from '../../components/query-state';
import { BusyButton } from '../../components/busy-button';
import { Time, useNow } from '../../components/time';
import { formatRelative } from '../../texts/common';
import { deliveries as t } from '../../texts/deliveries';
import { Attempts } from './attempts';
import { DeliveryBadge } from './delivery-badge';

/** One delivery: where it stands, why, every attempt, and what is sent. */
export default function DeliveryView({ id }: { id: string }) {
  const query = useDelivery(id);
  return (
    <QueryState query={query}>
      {(delivery) => (
        <>
          <PageHeader title={t.delivery}>
            <SendAgain delivery={delivery} />
          </PageHeader>
          <Stack maw={1000} gap="lg">
            <Facts delivery={delivery} />
            <div>
              <Title order={2} size="h5" mb="sm">
                {t.timeline}
              </Title>
              <Attempts delivery={delivery} />
            </div>
            <section aria-labelledby="svc-payload">
              <Title order={2} size="h5" mb="sm" id="svc-payload">
                {t.payload}
              </Title>
              <Code block tabIndex={0} mah={480} style={{ overflow: 'auto' }}>
                {prettyJson(delivery.payload ?? '')}
              </Code>
            </section>
          </Stack>
        </>
      )}
    </QueryState>
  );
}

function SendAgain({ delivery }: { delivery: SingleDeliveryBody }) {
  const { redeliver } = useDeliveryActions();
  const [, navigate] = useLocation();
  if (delivery.test) return null;
  const waiting = delivery.finished_at === null;
  const send = () =>
    redeliver.mutate(delivery.id, {
      onSuccess: ({ id }) => {
        notifyDone(waiting ? t.movedUp : t.redelivered);
        if (id !== delivery.id) navigate(`/deliveries/${id}`);
      },
      onError: notifyError,
    });
  return (
    <BusyButton onClick={send} busy={redeliver.isPending}>
      {waiting ? t.sendNow : t.redeliver}
    </BusyButton>
  );
}

function Facts({ delivery }: { delivery: SingleDeliveryBody }) {
  const titleOf = useFormTitle();
  const mayRead = useMay('read_entries');
  const facts: [label: string, value: React.ReactNode][] = [
    [t.columns.form, titleOf(delivery.form_id)],
    [
      t.columns.channel,
      <>
        {t.channels[delivery.channel]}
        {delivery.entry_id !== null && mayRead && (
          <>
            {' · '}
            <Anchor component={Link} underline="always" href={`/entries/${delivery.entry_id}`}>
              {t.entry(delivery.entry_id)}
            </Anchor>
          </>
        )}
      </>,
    ],
    [t.columns.created, <Time at={delivery.created_at} />],
    [t.id, <Code>{delivery.origin_id ?? delivery.id}</Code>],
  ];
  return (
    <Paper withBorder p="lg">
      <Group mb="md">
        <DeliveryBadge delivery={delivery} />
        {delivery.next_attempt_at && <Countdown at={delivery.next_attempt_at} />}
      </Group>
      {delivery.reason && (
        <Alert color={delivery.finished_at === null ? 'yellow' : 'gray'} mb="md" title={t.reason}>
          {delivery.reason}
        </Alert>
      )}
      <Group component="dl" gap="xl" m={0}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <dd style={{ margin: 0 }}>{value}</dd>
          </div>
        ))}
      </Group>
    </Paper>
  );
}

/** Counts down without telling screen readers every second. */
function Countdown({ at }: { at: string }) {
  const now = useNow(1000);
  const text = Date.parse(at) <= now ? t.due : t.nextIn(formatRelative(at, now));
  return (
    <Text size="sm" component="span">
      {text}
    </Text>
  );
}
