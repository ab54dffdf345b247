import { Badge, Group } from '@mantine/core';
import type { DeliveryBody, DeliveryStatus } from '../../../schema/api/delivery';
import { deliveries as t } from '../../texts/deliveries';

const COLOURS: Record<DeliveryStatus, string> = {
  pending: 'blue',
  retry_scheduled: 'yellow',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray',
};

/** How a delivery stands, in words and colour. */
export function DeliveryBadge({ delivery }: { delivery: DeliveryBody }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Badge variant="light" color={COLOURS[delivery.status]}>
        {t.statuses[delivery.status]}
      </Badge>
      {delivery.test && (
        <Badge variant="outline" color="gray">
          {t.test}
        </Badge>
      )}
      {delivery.origin_id && (
        <Badge variant="outline" color="gray">
          {t.repeated}
        </Badge>
      )}
    </Group>
  );
}
