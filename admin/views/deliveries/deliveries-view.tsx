import { Anchor, Button, Group, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import type { DeliveryBody } from '../../../schema/api/delivery';
import { DELIVERY_FILTERS, useDeliveries } from '../../api/deliveries';
import { PER_PAGE, useFormTitle } from '../../api/forms';
import {
  choicesOf,
  ChoiceFilter,
  ClearFilters,
  DayFilter,
  FormFilter,
  NoneFound,
} from '../../components/filter-fields';
import { useFilters, type Filters } from '../../components/filters';
import { PageHeader } from '../../components/page-header';
import { Pager } from '../../components/pager';
import { EmptyState, QueryState } from '../../components/query-state';
import { NewRows, ROWS, useStillRows } from '../../components/still-rows';
import { Time, useNow } from '../../components/time';
import { common, formatTime } from '../../texts/common';
import { deliveries as t } from '../../texts/deliveries';
import { DeliveryBadge } from './delivery-badge';
import { RedeliverFailed } from './redeliver-failed';

/** Everything that was sent, and what became of it; renewed while somebody looks. */
export default function DeliveriesView() {
  const filters = useFilters(DELIVERY_FILTERS);
  const wanted = Object.fromEntries(DELIVERY_FILTERS.map((name) => [name, filters.get(name)]));
  const query = useDeliveries(wanted, filters.page);
  const still = useStillRows(JSON.stringify([wanted, filters.page]), query);
  const [opened, { open, close }] = useDisclosure(false, { onClose: still.show });
  return (
    <>
      <PageHeader title={t.title}>
        <Button variant="default" onClick={open}>
          {t.redeliverFailed}
        </Button>
      </PageHeader>
      <RedeliverFailed opened={opened} close={close} formId={filters.get('form_id')} />
      <DeliveryFilters filters={filters} />
      <QueryState query={query} rows={10}>
        {({ total }) =>
          total > 0 ? (
            <>
              <div className="svc-over">
                <NewRows {...still} />
                <DeliveryTable items={still.rows} />
              </div>
              <Pager page={filters.page} perPage={PER_PAGE} total={total} onPage={filters.setPage} />
            </>
          ) : filters.isFiltered ? (
            <NoneFound filters={filters} title={t.noneFound} text={t.noneFoundText} />
          ) : (
            <EmptyState icon="deliveries" title={t.empty} text={t.emptyText} />
          )
        }
      </QueryState>
    </>
  );
}

function DeliveryFilters({ filters }: { filters: Filters }) {
  return (
    <Group mb="md" gap="xs" className="svc-filters">
      <FormFilter filters={filters} label={t.form} all={t.allForms} />
      <ChoiceFilter
        filters={filters}
        name="status"
        label={t.status}
        data={choicesOf(t.statuses, common.all)}
      />
      <DayFilter filters={filters} name="after" label={t.after} />
      <DayFilter filters={filters} name="before" label={t.before} />
      <ClearFilters filters={filters} />
    </Group>
  );
}

function DeliveryTable({ items }: { items: DeliveryBody[] }) {
  const titleOf = useFormTitle();
  return (
    <div className="svc-scroll" id={ROWS} tabIndex={0} role="region" aria-label={t.title}>
      <Table highlightOnHover miw={680}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.columns.created}</Table.Th>
            <Table.Th>{t.columns.status}</Table.Th>
            <Table.Th>{t.columns.form}</Table.Th>
            <Table.Th>{t.columns.channel}</Table.Th>
            <Table.Th>{t.columns.attempts}</Table.Th>
            <Table.Th>{t.columns.next}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>
                <Anchor
                  component={Link}
                  href={`/deliveries/${delivery.id}`}
                  aria-label={t.open(formatTime(delivery.created_at))}
                >
                  <Time at={delivery.created_at} />
                </Anchor>
              </Table.Td>
              <Table.Td title={delivery.reason ?? undefined}>
                <DeliveryBadge delivery={delivery} />
              </Table.Td>
              <Table.Td>{titleOf(delivery.form_id)}</Table.Td>
              <Table.Td>{t.channels[delivery.channel]}</Table.Td>
              <Table.Td>{delivery.attempt_count}</Table.Td>
              <Table.Td>{delivery.next_attempt_at && <NextAttempt at={delivery.next_attempt_at} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What is due is not in the past. */
function NextAttempt({ at }: { at: string }) {
  return Date.parse(at) <= useNow(5000) ? t.due : <Time at={at} relative />;
}
