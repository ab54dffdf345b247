import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useAllForms } from '../../api/forms';
import type { Filters } from '../../components/filters';
import { SearchBox } from '../../components/search-box';
import { common } from '../../texts/common';
import { entries as t } from '../../texts/entries';

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Search and filters of the entries; all of them are in the address. */
export function FilterBar({ filters }: { filters: Filters }) {
  const { data: forms = [] } = useAllForms();
  const select = (
    name: 'form_id' | 'status' | 'spam',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <Select
      aria-label={label}
      data={data}
      value={filters.get(name)}
      onChange={(value) => filters.set({ [name]: value ?? '' })}
      allowDeselect={false}
      searchable={name === 'form_id'}
      w={name === 'form_id' ? 200 : 150}
    />
  );
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
    <Group mb="md" gap="xs" className="svc-no-print">
      <SearchBox value={filters.get('search')} onSearch={(search) => filters.set({ search })} />
      {select('form_id', t.form, [
        { value: '', label: t.allForms },
        ...forms.map(({ id, title }) => ({ value: String(id), label: title })),
      ])}
      {select('status', t.status, [{ value: '', label: common.all }, ...choices(t.statuses)])}
      {select('spam', t.spam, choices(t.spams))}
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
