import { Anchor, Button, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { DELIVERY_STATUSES, type DeliveryBody } from '../../../schema/api/delivery';
import { DELIVERY_FILTERS, useDeliveries } from '../../api/deliveries';
import { PER_PAGE, useAllForms, useFormTitle } from '../../api/forms';
import { useFilters, type Filters } from '../../components/filters';
import { PageHeader } from '../../components/page-header';
import { Pager } from '../../components/pager';
import { EmptyState, QueryState } from '../../components/query-state';
import { Time } from '../../components/time';
import { common, formatTime } from '../../texts/common';
import { deliveries as t } from '../../texts/deliveries';
import { DeliveryBadge } from './delivery-badge';
import { RedeliverFailed } from './redeliver-failed';

/** Everything that was sent, and what became of it; renewed while somebody looks. */
export default function DeliveriesView() {
  const filters = useFilters(DELIVERY_FILTERS);
  const wanted = Object.fromEntries(DELIVERY_FILTERS.map((name) => [name, filters.get(name)]));
  const query = useDeliveries(wanted, filters.page);
  const [opened, { open, close }] = useDisclosure();
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
        {({ items, total }) =>
          total > 0 ? (
            <>
              <DeliveryTable items={items} />
              <Pager page={filters.page} perPage={PER_PAGE} total={total} onPage={filters.setPage} />
            </>
          ) : filters.isFiltered ? (
            <EmptyState icon="search" title={t.noneFound} text={t.noneFoundText}>
              <Button variant="default" onClick={filters.clear}>
                {common.clearFilters}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState icon="deliveries" title={t.empty} text={t.emptyText} />
          )
        }
      </QueryState>
    </>
  );
}

function DeliveryFilters({ filters }: { filters: Filters }) {
  const { data: forms = [] } = useAllForms();
  const day = (name: 'after' | 'before', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text size="xs">{label}</Text>}
      leftSectionWidth={64}
      value={filters.get(name)}
      onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Group mb="md" gap="xs">
      <Select
        aria-label={t.form}
        value={filters.get('form_id')}
        onChange={(form_id) => filters.set({ form_id: form_id ?? '' })}
        data={[
          { value: '', label: t.allForms },
          ...forms.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        allowDeselect={false}
        searchable
        w={200}
      />
      <Select
        aria-label={t.status}
        value={filters.get('status')}
        onChange={(status) => filters.set({ status: status ?? '' })}
        data={[
          { value: '', label: common.all },
          ...DELIVERY_STATUSES.map((value) => ({ value: value as string, label: t.statuses[value] })),
        ]}
        allowDeselect={false}
        w={160}
      />
      {day('after', t.after)}
      {day('before', t.before)}
      {filters.isFiltered && (
        <Button variant="subtle" onClick={filters.clear}>
          {common.clearFilters}
        </Button>
      )}
    </Group>
  );
}

function DeliveryTable({ items }: { items: DeliveryBody[] }) {
  const titleOf = useFormTitle();
  return (
    <div className="svc-scroll" tabIndex={0} role="region" aria-label={t.title}>
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
              <Table.Td>
                {delivery.next_attempt_at && <Time at={delivery.next_attempt_at} relative />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
