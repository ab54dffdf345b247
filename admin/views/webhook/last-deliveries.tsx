import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useDeliveries } from '../../api/deliveries';
import { QueryState } from '../../components/query-state';
import { Time } from '../../components/time';
import { webhook as t } from '../../texts/webhook';
import { DeliveryBadge } from '../deliveries/delivery-badge';

/** The newest deliveries of a form. */
export function LastDeliveries({ formId }: { formId: number }) {
  const query = useDeliveries({ form_id: String(formId) }, 1);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-last">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="svc-last">
          {t.last}
        </Title>
        <Anchor component={Link} href={`/deliveries?form_id=${formId}`} size="sm">
          {t.all}
        </Anchor>
      </Group>
      <QueryState query={query} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t.noLast}</Text>
          ) : (
            <Stack gap="xs">
              {items.slice(0, 5).map((delivery) => (
                <Group key={delivery.id} justify="space-between">
                  <Anchor component={Link} href={`/deliveries/${delivery.id}`}>
                    <Time at={delivery.created_at} />
                  </Anchor>
                  <DeliveryBadge delivery={delivery} />
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Paper>
  );
}
