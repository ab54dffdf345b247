import { Box, Grid, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { FIELD_TYPES, type FieldType } from '../../../schema/api/form-field';
import { focusSoon } from '../../components/focus';
import { EmptyState } from '../../components/query-state';
import { withUndo } from '../../components/undo';
import { editor as t } from '../../texts/editor';
import { newKey, type DraftField } from './draft';
import { cardId, labelId } from './element-ids';
import { FieldCard } from './field-card';
import { Preview } from './preview';
import { SortableFields } from './sortable-fields';
import type { Editor } from './use-editor';

/** Palette, list of fields, and how it will look. */
export function FieldsPanel({ editor }: { editor: Editor }) {
  const { draft, apply, problems } = editor;
  const [open, setOpen] = useState<number | null>(null);
  const { said, add, move, remove } = useFieldActions(editor, setOpen);
  const count = draft.fields.length;
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Palette add={add} />
        <Said text={said} />
        {count === 0 && <EmptyState icon="forms" title={t.noFields} text={t.noFieldsText} />}
        <SortableFields fields={draft.fields} move={move}>
          {(one, index) => (
            <FieldCard
              key={one.key}
              item={one}
              index={index}
              count={count}
              earlier={draft.fields.slice(0, index).map(({ field }) => field)}
              problems={problemsOf(problems, index)}
              opened={open === one.key}
              toggle={() => setOpen(open === one.key ? null : one.key)}
              edit={(values) => apply({ type: 'edit', key: one.key, values })}
              move={(to) => move(one, to)}
              duplicate={() => apply({ type: 'duplicate', key: one.key })}
              remove={() => remove(one, index)}
            />
          )}
        </SortableFields>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Preview draft={draft} formId={editor.id} />
      </Grid.Col>
    </Grid>
  );
}

/** Adding, moving and deleting fields, with where the focus goes and what a screen reader says. */
function useFieldActions({ draft, apply, offers }: Editor, open: (key: number) => void) {
  const [said, setSaid] = useState('');
  const count = draft.fields.length;
  const add = (type: FieldType) => {
    const [label] = t.types[type];
    const key = newKey();
    apply({ type: 'add', field: type, label, key });
    setSaid(t.added(label, count + 1));
    // Opened, with the name ready to be typed over.
    open(key);
    focusSoon(labelId(key), cardId(key));
  };
  const move = (one: DraftField, to: number) => {
    if (to < 0 || to >= count) return;
    apply({ type: 'move', key: one.key, to });
    setSaid(t.moved(one.field.label, to + 1, count));
  };
  const remove = (one: DraftField, at: number) => {
    const next = draft.fields[at + 1] ?? draft.fields[at - 1];
    // The button that was pressed goes with its field.
    document.getElementById(next ? cardId(next.key) : 'svc-palette')?.focus();
    apply({ type: 'remove', key: one.key });
    const back = () => {
      apply({ type: 'put_back', field: one });
      focusSoon(cardId(one.key));
    };
    offers.add(withUndo(t.removed(one.field.label), async () => undefined, back));
  };
  return { said, add, move, remove };
}

/** What a screen reader says of a change that is only seen. */
function Said({ text }: { text: string }) {
  return (
    <p className="svc-hidden" role="status">
      {text}
    </p>
  );
}

/** Complaints about one field, by property. */
function problemsOf(problems: Map<string, string>, index: number): Map<string, string> {
  const prefix = `fields.${index}.`;
  return new Map(
    [...problems]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, message]) => [path.slice(prefix.length).split('.')[0] as string, message]),
  );
}

function Palette({ add }: { add: (type: FieldType) => void }) {
  return (
    <Box mb="md" component="section" aria-labelledby="svc-palette">
      <Title order={2} size="h5" mb="xs" id="svc-palette" tabIndex={-1}>
        {t.palette}
      </Title>
      <SimpleGrid cols={{ base: 2, xs: 3, lg: 4 }} spacing="xs">
        {FIELD_TYPES.map((type) => {
          const [name, text] = t.types[type];
          return (
            <Paper
              key={type}
              withBorder
              component="button"
              type="button"
              ta="start"
              p="xs"
              onClick={() => add(type)}
            >
              <Stack gap={0}>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {text}
                </Text>
              </Stack>
            </Paper>
          );
        })}
      </SimpleGrid>
    </Box>
  );
}
