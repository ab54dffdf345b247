import { Anchor, Badge, Button, Group, Table, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import type { FormBodyWithTimes } from '../../../schema/api/form';
import { PER_PAGE, useForms } from '../../api/forms';
import { useMay } from '../../api/me';
import { choicesOf, ChoiceFilter, NoneFound } from '../../components/filter-fields';
import { useFilters } from '../../components/filters';
import { Icon } from '../../components/icons';
import { PageHeader } from '../../components/page-header';
import { Pager } from '../../components/pager';
import { EmptyState, QueryState } from '../../components/query-state';
import { SearchBox } from '../../components/search-box';
import { Time } from '../../components/time';
import { common } from '../../texts/common';
import { forms as t } from '../../texts/forms';
import { FormMenu } from './form-menu';
import { NewForm } from './new-form';

/** All forms with what they have collected. */
export default function FormsView() {
  const filters = useFilters(['search', 'status']);
  const query = useForms({
    search: filters.get('search'),
    status: filters.get('status'),
    page: filters.page,
  });
  const [opened, { open, close }] = useDisclosure();
  const mayEdit = useMay('manage_forms');
  const create = mayEdit && (
    <Button onClick={open} leftSection={<Icon name="plus" />}>
      {t.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title}>{create}</PageHeader>
      <NewForm opened={opened} close={close} />
      <Group mb="md" gap="xs" className="svc-filters">
        <SearchBox value={filters.get('search')} onSearch={(search) => filters.set({ search })} />
        <ChoiceFilter
          filters={filters}
          name="status"
          label={t.statusFilter}
          data={choicesOf(t.status, common.all)}
        />
      </Group>
      <QueryState query={query}>
        {({ items, total }) =>
          total > 0 ? (
            <>
              <FormTable forms={items} />
              <Pager page={filters.page} perPage={PER_PAGE} total={total} onPage={filters.setPage} />
            </>
          ) : filters.isFiltered ? (
            <NoneFound filters={filters} title={t.noneFound} text={t.noneFoundText} />
          ) : (
            <EmptyState icon="forms" title={t.empty} text={t.emptyText}>
              {create}
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

function FormTable({ forms }: { forms: FormBodyWithTimes[] }) {
  return (
    <Table highlightOnHover verticalSpacing="sm" layout="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.columns.title}</Table.Th>
          <Table.Th visibleFrom="sm">{t.columns.status}</Table.Th>
          <Table.Th>{t.columns.entries}</Table.Th>
          <Table.Th visibleFrom="md">{t.columns.last}</Table.Th>
          <Table.Th visibleFrom="md">{t.columns.webhook}</Table.Th>
          <Table.Th>
            <span className="svc-hidden">{t.columns.actions}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {forms.map((form) => (
          <FormRow key={form.id} form={form} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function FormRow({ form }: { form: FormBodyWithTimes }) {
  const mayRead = useMay('read_entries');
  const mayEdit = useMay('manage_forms');
  const { stats } = form;
  const { succeeded = 0, failed = 0, waiting = 0 } = stats?.deliveries ?? {};
  const counts = t.entries(stats?.entries ?? 0, stats?.unread ?? 0);
  const status = (
    <Badge variant="light" color={form.status === 'publish' ? 'green' : 'gray'}>
      {t.status[form.status]}
    </Badge>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          fw={600}
          href={mayEdit ? `/forms/${form.id}` : `/entries?form_id=${form.id}`}
          className="svc-break"
        >
          {form.title}
        </Anchor>
        <Text size="xs" c="dimmed" component="div">
          <Group gap="xs">
            <span className="svc-break">/{form.slug}</span>
            <Group hiddenFrom="sm">{status}</Group>
          </Group>
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{status}</Table.Td>
      <Table.Td>
        {mayRead ? (
          <Anchor component={Link} href={`/entries?form_id=${form.id}`}>
            {counts}
          </Anchor>
        ) : (
          counts
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Time at={stats?.last_submission_at ?? null} relative />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Tooltip
          label={t.conversionDetails(succeeded, failed, waiting)}
          events={{ hover: true, focus: true, touch: true }}
        >
          <Text size="sm" c={failed > 0 ? 'var(--mantine-color-error)' : undefined} component="span">
            {t.conversion(succeeded, failed)}
          </Text>
        </Tooltip>
      </Table.Td>
      <Table.Td ta="right">
        <FormMenu form={form} />
      </Table.Td>
    </Table.Tr>
  );
}
