import { Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHealth } from '../../api/deliveries';
import { QueryState } from '../../components/query-state';
import { Time } from '../../components/time';
import { formatNumber } from '../../texts/common';
import { deliveries } from '../../texts/deliveries';

/** Whether the queue moves. */
export function Health() {
  const query = useHealth();
  const t = deliveries.health;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-health">
      <Title order={2} size="h5" mb="md" id="svc-health">
        {t.title}
      </Title>
      <QueryState query={query} rows={3}>
        {(health) => {
          const { succeeded, failed, no_answer } = health.attempts_last_hour;
          const facts: [string, ReactNode][] = [
            [t.due, formatNumber(health.due_now)],
            [t.held, formatNumber(health.held_back)],
            [t.inFlight, formatNumber(health.in_flight)],
            [t.hour, t.hourText(succeeded, failed, no_answer)],
            [t.drain, <Time at={health.last_drain_at} relative />],
          ];
          return (
            <dl style={{ margin: 0 }}>
              {facts.map(([label, value]) => (
                <Group key={label} justify="space-between" mb={6} wrap="nowrap" align="flex-start">
                  <Text component="dt" size="sm" c="dimmed">
                    {label}
                  </Text>
                  <Text component="dd" size="sm" m={0} ta="right">
                    {value}
                  </Text>
                </Group>
              ))}
            </dl>
          );
        }}
      </QueryState>
    </Paper>
  );
}
