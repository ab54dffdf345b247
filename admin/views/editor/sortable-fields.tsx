import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { editor as t } from '../../texts/editor';
import type { DraftField } from './draft';

/** The list of fields, to be sorted by pointer, by touch and by keyboard. */
export function SortableFields(props: {
  fields: DraftField[];
  move: (field: DraftField, to: number) => void;
  children: (field: DraftField, index: number) => ReactNode;
}) {
  const { fields, move, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const labelOf = (key: unknown) => fields.find((one) => one.key === key)?.field.label ?? '';
  const positionOf = (key: unknown) => fields.findIndex((one) => one.key === key) + 1;
  const said = (key: unknown, over: unknown) => t.moved(labelOf(key), positionOf(over), fields.length);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        screenReaderInstructions: { draggable: t.dragHelp },
        announcements: {
          onDragStart: ({ active }) => said(active.id, active.id),
          onDragOver: ({ active, over }) => said(active.id, over?.id ?? active.id),
          onDragEnd: ({ active, over }) => said(active.id, over?.id ?? active.id),
          onDragCancel: ({ active }) => said(active.id, active.id),
        },
      }}
      onDragEnd={({ active, over }) => {
        const moving = fields.find(({ key }) => key === active.id);
        const to = fields.findIndex(({ key }) => key === over?.id);
        if (moving && to >= 0 && over?.id !== active.id) move(moving, to);
      }}
    >
      <SortableContext items={fields.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <Stack component="ol" gap="xs" p={0} m={0} aria-label={t.fieldList}>
          {fields.map(children)}
        </Stack>
      </SortableContext>
    </DndContext>
  );
}
