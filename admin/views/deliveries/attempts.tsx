import { Code, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { AttemptBody, SingleDeliveryBody } from '../../../schema/api/delivery';
import { Time } from '../../components/time';
import { deliveries as t } from '../../texts/deliveries';

/** Every attempt with every column of the log, and what the receiver answered. */
export function Attempts({ delivery }: { delivery: SingleDeliveryBody }) {
  if (delivery.attempts.length === 0) return <Text c="dimmed">{t.noAttempts}</Text>;
  const columns = t.attemptColumns;
  return (
    <div className="svc-scroll" tabIndex={0} role="region" aria-label={t.timeline}>
      <Table verticalSpacing="sm" miw={760}>
        <Table.Thead>
          <Table.Tr>
            {Object.values(columns).map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {delivery.attempts.map((attempt, index) => (
            <Fragment key={index}>
              <AttemptRow attempt={attempt} />
              {attempt.response_body && (
                <Table.Tr>
                  <Table.Td colSpan={Object.keys(columns).length}>
                    <Text size="xs" c="dimmed" mb={4}>
                      {t.responseBody}
                    </Text>
                    <Code block tabIndex={0} mah={240} style={{ overflow: 'auto' }}>
                      {attempt.response_body}
                    </Code>
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function AttemptRow({ attempt }: { attempt: AttemptBody }) {
  const { response_status: status } = attempt;
  const ok = status !== null ? status >= 200 && status < 300 : attempt.error === null;
  return (
    <Table.Tr>
      <Table.Td>{attempt.attempt}</Table.Td>
      <Table.Td>
        <Time at={attempt.at} seconds />
      </Table.Td>
      <Table.Td className="svc-break">
        {attempt.method} {attempt.url}
      </Table.Td>
      <Table.Td>
        <Text size="sm" fw={600} c={ok ? undefined : 'var(--mantine-color-error)'}>
          {status !== null ? t.answer(status) : ok ? t.statuses.succeeded : t.noAnswer}
        </Text>
        {attempt.message && <Text size="sm">{attempt.message}</Text>}
      </Table.Td>
      <Table.Td className="svc-nowrap">{t.took(attempt.duration_ms)}</Table.Td>
      <Table.Td className="svc-nowrap">
        {attempt.retry_delay === null ? t.noRetry : t.delay(attempt.retry_delay)}
      </Table.Td>
    </Table.Tr>
  );
}
