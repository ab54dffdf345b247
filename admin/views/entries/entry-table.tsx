import { Anchor, Badge, Checkbox, Table } from '@mantine/core';
import { Link } from 'wouter';
import type { EntryBody } from '../../../schema/api/entry';
import { useFormTitle } from '../../api/forms';
import { ROWS } from '../../components/still-rows';
import { Time } from '../../components/time';
import { entries as t } from '../../texts/entries';
import type { Column } from './columns';
import { useChoiceLabels } from './choice-labels';
import { rowId } from './use-entry-actions';
import { valueText } from './value';

interface Props {
  rows: EntryBody[];
  columns: Column[];
  allForms: boolean;
  selected: ReadonlySet<number>;
  toggle: (id: number) => void;
  selectAll: (all: boolean) => void;
  /** Id of the box that selects the page. */
  selectId: string;
  current: number | null;
  setCurrent: (id: number) => void;
  addressOf: (id: number) => string;
}

/** The list: a column for each field of the form, or one that sums the entry up where there are several forms. */
export function EntryTable(props: Props) {
  const { rows, columns, allForms, selected, selectAll } = props;
  const count = rows.filter(({ id }) => selected.has(id)).length;
  return (
    <div className="svc-scroll" id={ROWS} tabIndex={0} role="region" aria-label={t.title}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={36}>
              <Checkbox
                id={props.selectId}
                aria-label={t.selectPage}
                checked={count > 0 && count === rows.length}
                indeterminate={count > 0 && count < rows.length}
                onChange={(event) => selectAll(event.currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th>{t.columnReceived}</Table.Th>
            {allForms && <Table.Th>{t.columnForm}</Table.Th>}
            {allForms ? (
              <Table.Th>{t.columnEntry}</Table.Th>
            ) : (
              columns.map(({ id, label }) => <Table.Th key={id}>{label}</Table.Th>)
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((entry) => (
            <EntryRow key={entry.id} entry={entry} {...props} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function EntryRow({
  entry,
  columns,
  allForms,
  selected,
  toggle,
  current,
  setCurrent,
  addressOf,
}: Props & { entry: EntryBody }) {
  const titleOf = useFormTitle();
  const unread = entry.status === 'unread';
  const valueOf = useChoiceLabels();
  const texts = Object.keys(entry.fields).map((id) => valueText(valueOf(entry, id)));
  return (
    <Table.Tr className={`${unread ? 'svc-unread' : ''} ${current === entry.id ? 'svc-row-current' : ''}`}>
      <Table.Td>
        <Checkbox
          aria-label={t.select(entry.id)}
          checked={selected.has(entry.id)}
          onChange={() => toggle(entry.id)}
        />
      </Table.Td>
      <Table.Td>
        <Anchor
          component={Link}
          inherit
          href={addressOf(entry.id)}
          id={rowId(entry.id)}
          aria-label={t.open(entry.id)}
          onFocus={() => setCurrent(entry.id)}
        >
          <Time at={entry.created_at} relative />
        </Anchor>{' '}
        {unread && (
          <Badge size="xs" circle={false}>
            {t.unreadMark}
          </Badge>
        )}{' '}
        {entry.spam && (
          <Badge size="xs" color="orange" title={entry.spam}>
            {t.spam}
          </Badge>
        )}
      </Table.Td>
      {allForms && <Table.Td>{titleOf(entry.form_id)}</Table.Td>}
      {allForms ? (
        <Table.Td className="svc-cut">{texts.filter((text) => text !== '').join(' · ')}</Table.Td>
      ) : (
        columns.map(({ id }) => (
          <Table.Td key={id} className="svc-cut" title={valueText(valueOf(entry, id))}>
            {valueText(valueOf(entry, id))}
          </Table.Td>
        ))
      )}
    </Table.Tr>
  );
}
