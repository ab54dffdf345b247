import { Group } from '@mantine/core';
import { choicesOf, ChoiceFilter, ClearFilters, DayFilter, FormFilter } from '../../components/filter-fields';
import type { Filters } from '../../components/filters';
import { SearchBox } from '../../components/search-box';
import { common } from '../../texts/common';
import { entries as t } from '../../texts/entries';

/** Search and filters of the entries; all of them are in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  return (
    <Group mb="md" gap="xs" className="svc-filters svc-no-print">
      <SearchBox value={filters.get('search')} onSearch={(search) => filters.set({ search })} />
      <FormFilter filters={filters} label={t.form} all={t.allForms} />
      <ChoiceFilter
        filters={filters}
        name="status"
        label={t.status}
        data={choicesOf(t.statuses, common.all)}
      />
      <ChoiceFilter filters={filters} name="spam" label={t.spam} data={choicesOf(t.spams)} />
      <DayFilter filters={filters} name="after" label={t.after} />
      <DayFilter filters={filters} name="before" label={t.before} />
      <ClearFilters filters={filters} />
    </Group>
  );
}
