import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useDeliveries } from '../../api/deliveries';
import { QueryState } from '../../components/query-state';
import { entries as t } from '../../texts/entries';
import { deliveries } from '../../texts/deliveries';
import { DeliveryBadge } from '../deliveries/delivery-badge';

/** What was sent because of an entry. */
export function EntryDeliveries({ entryId }: { entryId: number }) {
  const query = useDeliveries({ entry_id: String(entryId) }, 1);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="svc-entry-deliveries">
      <Title order={2} size="h5" mb="md" id="svc-entry-deliveries">
        {t.deliveries}
      </Title>
      <QueryState query={query} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t.noDeliveries}</Text>
          ) : (
            <Stack gap="xs">
              {items.map((delivery) => (
                <Group key={delivery.id} justify="space-between">
                  <Anchor component={Link} href={`/deliveries/${delivery.id}`}>
                    {deliveries.channels[delivery.channel]}
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
