import { Button, Select, Text, TextInput } from '@mantine/core';
import { useAllForms } from '../api/forms';
import { common as t } from '../texts/common';
import type { Filters } from './filters';
import { EmptyState } from './query-state';

interface Props {
  filters: Filters;
  name: string;
  label: string;
}

/** One of several values; the first says that it does not matter. */
export function ChoiceFilter(props: Props & { data: { value: string; label: string }[]; width?: number }) {
  const { filters, name, label, data, width = 150 } = props;
  return (
    <Select
      aria-label={label}
      data={data}
      value={filters.get(name)}
      onChange={(value) => filters.set({ [name]: value ?? '' })}
      allowDeselect={false}
      searchable={data.length > 10}
      w={width}
    />
  );
}

/** The form, by its title. */
export function FormFilter({ filters, label, all }: { filters: Filters; label: string; all: string }) {
  const { data: forms = [] } = useAllForms();
  const titles = forms.map(({ id, title }) => ({ value: String(id), label: title }));
  const data = [{ value: '', label: all }, ...titles];
  return <ChoiceFilter filters={filters} name="form_id" label={label} data={data} width={200} />;
}

/** A day by the reader's calendar. */
export function DayFilter({ filters, name, label }: Props) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text size="xs">{label}</Text>}
      leftSectionWidth={48}
      value={filters.get(name)}
      onChange={(event) => filters.set({ [name]: event.currentTarget.value })}
    />
  );
}

/** Takes all filters away; there only while there are any. */
export function ClearFilters({ filters }: { filters: Filters }) {
  if (!filters.isFiltered) return null;
  return (
    <Button variant="subtle" onClick={filters.clear}>
      {t.clearFilters}
    </Button>
  );
}

/** What a list says when filters leave nothing of it. */
export function NoneFound({ filters, title, text }: { filters: Filters; title: string; text: string }) {
  return (
    <EmptyState icon="search" title={title} text={text}>
      <Button variant="default" onClick={filters.clear}>
        {t.clearFilters}
      </Button>
    </EmptyState>
  );
}

/** Values with their words, behind one that does not matter. */
export function choicesOf(words: Record<string, string>, all?: string): { value: string; label: string }[] {
  const choices = Object.entries(words).map(([value, label]) => ({ value, label }));
  return all === undefined ? choices : [{ value: '', label: all }, ...choices];
}
